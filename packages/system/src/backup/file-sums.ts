import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** The form of the program sha256sum, so that `sha256sum -c SHA256SUMS` checks a backup as well. */
const FILE = 'SHA256SUMS'

/**
 * Writes the sums of every file in the folder, as its last one, and makes all of them unreadable
 * for others.
 */
export async function writeSums(folder: string, signal?: AbortSignal): Promise<void> {
  const sums = await hashFolder(folder, signal)
  for (const path of sums.keys()) await chmod(join(folder, path), 0o600)
  const lines = Array.from(sums, ([path, sum]) => `${sum}  ${path}\n`)
  await writeFile(join(folder, FILE), lines.join(''), { mode: 0o600, flush: true })
}

/**
 * Compares every file in the folder with its sum. Returns what is wrong, in words; null when there
 * are no sums.
 */
export async function findDamage(folder: string, signal?: AbortSignal): Promise<string[] | null> {
  const text = await readFile(join(folder, FILE), 'utf8').catch(() => null)
  if (text === null) return null
  const noted = new Map(text.split('\n').flatMap((line) => (line === '' ? [] : [[line.slice(66), line.slice(0, 64)] as const])))
  const found = await hashFolder(folder, signal)
  const wrong = Array.from(noted, ([path, sum]) => {
    if (!found.has(path)) return `${path} is missing`
    return found.get(path) === sum ? '' : `${path} has changed`
  })
  const foreign = Array.from(found.keys(), (path) => (noted.has(path) ? '' : `${path} is no part of it`))
  return [...wrong, ...foreign].filter((problem) => problem !== '')
}

/** By path in the folder, with slashes. */
async function hashFolder(folder: string, signal?: AbortSignal): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))
  const sums = new Map<string, string>()
  for (const path of paths.sort()) {
    const name = relative(folder, path).split(sep).join('/')
    if (name !== FILE) sums.set(name, await hashFile(path, signal))
  }
  return sums
}

async function hashFile(path: string, signal: AbortSignal | undefined): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash, signal === undefined ? {} : { signal })
  return hash.digest('hex')
}
