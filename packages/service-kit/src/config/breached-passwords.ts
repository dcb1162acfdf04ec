import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { md4 } from 'hash-wasm'

/** Whether a password stands in the list of those that were published. */
export type IsBreached = (password: string) => Promise<boolean>

const HEAD_BYTES = 128
/** Longer than a line of hashes. */
const LINE_MAX = 128
/** So much is read at once at the end of a search. */
const BLOCK = 8_192
const PREFIX_LENGTH = 5

const hashes = {
  40: async (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase(),
  32: async (password: string) => (await md4(Buffer.from(password, 'utf16le'))).toUpperCase(),
} as const
type HashLength = keyof typeof hashes

/**
 * Looks passwords up in a list on this machine (security.md#breached-passwords): a file of hashes,
 * SHA-1 or NTLM, in their order, `HASH:COUNT` or `HASH`; a folder of files by the first five digits
 * of the hash, as Have I Been Pwned publishes both; or a file of plain words, one a line. Throws at
 * the start when there is no such file.
 */
export async function openBreachedPasswords(path: string | undefined): Promise<IsBreached> {
  if (path === undefined) return async () => false
  const found = await stat(path).catch(({ code }: NodeJS.ErrnoException) => {
    throw new Error(`BREACHED_PASSWORDS names a file or folder that cannot be read (${code}).`)
  })
  if (found.isDirectory()) return (password) => isInFolder(path, password)
  const length = await hashLengthOf(path)
  if (length === null) return (password) => isWord(path, password)
  return async (password) => isInSortedFile(path, await hashes[length](password))
}

/** By the first line; null for a file of words. */
async function hashLengthOf(file: string): Promise<HashLength | null> {
  const handle = await open(file)
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const digits = /^([0-9A-Fa-f]+)(?::\d+)?\r?(?:\n|$)/.exec(buffer.toString('latin1', 0, bytesRead))?.[1]
    return digits?.length === 40 || digits?.length === 32 ? digits.length : null
  } finally {
    await handle.close()
  }
}

async function isWord(file: string, password: string): Promise<boolean> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })
  const wanted = password.normalize('NFC').toLowerCase()
  try {
    for await (const line of lines) if (line.normalize('NFC').toLowerCase() === wanted) return true
    return false
  } finally {
    lines.close()
  }
}

/** A file has the rest of the hashes that begin with its name. */
async function isInFolder(folder: string, password: string): Promise<boolean> {
  for (const hash of [await hashes[40](password), await hashes[32](password)]) {
    const [prefix, rest] = [hash.slice(0, PREFIX_LENGTH), hash.slice(PREFIX_LENGTH)]
    for (const name of [prefix, `${prefix}.txt`]) {
      const text = await readFile(join(folder, name), 'latin1').catch(() => '')
      if (text.split('\n').some((line) => keyOf(line) === rest)) return true
    }
  }
  return false
}

/** A file of hundreds of gigabytes is not read: the search halves what is left of it. */
async function isInSortedFile(file: string, hash: string): Promise<boolean> {
  const handle = await open(file)
  try {
    // What is sought begins behind `low`, at or before `high`; or at 0.
    let [low, high] = [0, (await handle.stat()).size]
    while (high - low > BLOCK) {
      const middle = Math.floor((low + high) / 2)
      const line = (await readAt(handle, middle, 2 * LINE_MAX)).split('\n')[1] ?? ''
      if (keyOf(line) <= hash) low = middle
      else high = middle
    }
    return (await readAt(handle, low, high - low + LINE_MAX)).split('\n').some((line) => keyOf(line) === hash)
  } finally {
    await handle.close()
  }
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<string> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.toString('latin1', 0, bytesRead)
}

function keyOf(line: string): string {
  return (line.split(':')[0] ?? '').trim().toUpperCase()
}
