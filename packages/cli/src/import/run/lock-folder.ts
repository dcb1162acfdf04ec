import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Another process works on the same import. */
export class FolderIsLocked extends Error {}

/**
 * Makes this process the only one that works in a folder; the lock of a process that is gone is taken over. Returns the function that
 * releases it. Raises `FolderIsLocked`.
 */
export async function holdLock(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'lock')
  for (let tries = 0; ; tries++) {
    try {
      await writeFile(path, String(process.pid), { flag: 'wx' })
      return () => rm(path, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || tries > 0) throw error
      const holder = Number(await readFile(path, 'utf8').catch(() => ''))
      if (isRunning(holder)) throw new FolderIsLocked(`Process ${holder} imports this file already (${path}).`)
      await rm(path, { force: true })
    }
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
