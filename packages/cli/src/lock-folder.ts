import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Another process works in the same folder. */
export class FolderIsLocked extends Error {}

type Holder = { host: string; pid: number; since: string }

const LOCK = /^lock\.[\da-f-]+$/
/**
 * Locks that this process holds. A lock of an ended process that had the same id is not among
 * them.
 */
const held = new Set<string>()

const TRIES_MAX = 5
const WAIT_MS_MAX = 200

/**
 * Makes this process the only one that works in a folder; locks of ended processes are
 * ignored. Returns the function that releases it. Raises `FolderIsLocked`, which says what the
 * other one is `doing`.
 *
 * Each process writes a lock of its own before it looks at those of others, and takes it back when
 * there is another one. So two that begin at the same moment may both see the other, never neither;
 * both try again after a random while.
 */
export async function holdLock(folder: string, doing: string): Promise<() => Promise<void>> {
  for (let tries = 1; ; tries++) {
    const name = await writeOwnLock(folder)
    const release = async () => {
      held.delete(name)
      await rm(join(folder, name), { force: true })
    }
    const other = await otherHolder(folder, { own: name, doing }).catch(async (error: unknown) => {
      await release()
      throw error
    })
    if (other === null) return release
    await release()
    if (tries === TRIES_MAX) throw new FolderIsLocked(other)
    await delay(Math.random() * WAIT_MS_MAX)
  }
}

async function writeOwnLock(folder: string): Promise<string> {
  const name = `lock.${randomUUID()}`
  const holder: Holder = { host: hostname(), pid: process.pid, since: new Date().toISOString() }
  // Renamed, so that nobody reads half of it.
  await writeFile(join(folder, `new-${name}`), JSON.stringify(holder))
  held.add(name)
  await rename(join(folder, `new-${name}`), join(folder, name))
  return name
}

/**
 * The message about another holder; null when there is none. Removes the locks of ended
 * processes.
 */
async function otherHolder(folder: string, { own, doing }: { own: string; doing: string }): Promise<string | null> {
  const names = (await readdir(folder)).filter((name) => LOCK.test(name) && name !== own)
  for (const name of names) {
    const path = join(folder, name)
    const text = await readFile(path, 'utf8').catch(() => null)
    if (text === null) continue
    const holder = holderIn(text)
    if (holder === null) return `${path} does not say who holds it. If nobody does, remove it.`
    const { host, pid, since } = holder
    if (host !== hostname()) {
      return `Process ${pid} of host ${host} ${doing} since ${since}. If it has ended, remove ${path}.`
    }
    if (held.has(name) || (pid !== process.pid && isRunning(pid))) return `Process ${pid} ${doing} already (${path}).`
    await rm(path, { force: true })
  }
  return null
}

/** Power that fails may leave a file without its content, or with a part of it. */
function holderIn(text: string): Holder | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
