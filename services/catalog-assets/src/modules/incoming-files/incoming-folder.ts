import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Longer than any request that brings a file may take. */
const LEFT_OVER_AFTER_MS = 60 * 60 * 1_000

/**
 * Makes the folder for files that come in, and removes from it what processes that died left behind. Other instances may share it. Throws, for
 * people, when it cannot be written to.
 */
export async function openIncomingFolder(folder: string, now = new Date()): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found !== null && now.getTime() - found.mtimeMs > LEFT_OVER_AFTER_MS) await rm(path, { recursive: true, force: true })
  }
}
