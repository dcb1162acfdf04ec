import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DomainError } from '@open-oms/contracts/errors'
import { createMemoryMarks, type MemoryMarksOptions, type SessionMarks } from './session-marks.ts'

type MarkFile = { since: number; marks: [key: string, at: number][] }

const FILE_NAME = 'ended-sessions'
/** It says who has signed out. */
const OWNER_ONLY = 0o600

/**
 * Marks in a file of the gateway's data folder, for a gateway alone
 * (docs/explanation/adr/0088-keep-ended-sessions-over-a-restart.md): its first line has the time
 * since when it is complete, then comes a line for each mark. What cannot be read makes it begin
 * again, and sessions from before do not count. Throws an error for people when the folder cannot
 * be written.
 */
export async function openFileMarks(folder: string, { lifetimeMs, now = Date.now }: MemoryMarksOptions): Promise<SessionMarks> {
  const file = join(folder, FILE_NAME)
  const { since, marks } = await restart(file, now() - lifetimeMs, now()).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`OMS_DATA_DIR: the ended sessions cannot be kept in ${folder} (${error.code ?? error.message}).`)
  })
  const memory = createMemoryMarks({ lifetimeMs, now })
  for (const [key, at] of marks) await memory.set([key], at)

  async function keep(keys: readonly string[], at: number): Promise<void> {
    try {
      await write(file, 'a', toJsonLines(keys.map((key) => [key, at])))
    } catch (cause) {
      throw new DomainError('Unavailable', 'What has ended could not be kept. Try again.', { cause })
    }
  }

  return {
    since,
    read: memory.read,
    async set(keys, at) {
      await keep(keys, at)
      await memory.set(keys, at)
    },
    async setOnce(key, at) {
      // In memory first: of two callers at once one is the second.
      const isFirst = await memory.setOnce(key, at)
      if (isFirst) await keep([key], at)
      return isFirst
    },
  }
}

/**
 * Deletes the file, where another store knows the ended sessions: left as it is, it would count
 * again without that store.
 */
export async function removeFileMarks(folder: string): Promise<void> {
  await rm(join(folder, FILE_NAME), { force: true })
}

const toJsonLines = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')

/** Reads the file and writes it again, without what is older than `oldest`. */
async function restart(file: string, oldest: number, now: number): Promise<MarkFile> {
  await mkdir(join(file, '..'), { recursive: true })
  const kept = (await readKept(file)) ?? { since: now, marks: [] }
  const marks = kept.marks.filter(([, at]) => at >= oldest)
  // Beside it first: a process that is ended while it writes leaves one of the two whole.
  await write(`${file}.new`, 'w', toJsonLines([{ since: kept.since }, ...marks]))
  await rename(`${file}.new`, file)
  return { since: kept.since, marks }
}

/** What the file has; null when there is none, or when it was damaged. */
async function readKept(file: string): Promise<MarkFile | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  // A last line without an end was being written when the process was ended, and its sign-out was
  // not confirmed.
  const lines = text?.split('\n').slice(0, -1) ?? []
  try {
    const [head, ...marks] = lines.map((line) => JSON.parse(line))
    const isComplete = Number.isFinite(head?.since) && marks.every(isMark)
    return isComplete ? { since: head.since, marks } : null
  } catch {
    return null
  }
}

function isMark(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && Number.isFinite(value[1])
}

/** Writes lines, and returns when they are on the disk. */
async function write(file: string, flag: 'a' | 'w', lines: string): Promise<void> {
  const handle = await open(file, flag, OWNER_ONLY)
  try {
    await handle.writeFile(lines)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}
