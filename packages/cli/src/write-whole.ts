import { existsSync } from 'node:fs'
import { open, realpath, rename, rm, stat } from 'node:fs/promises'

/** The first one may be read by nobody else; whoever runs the gateway gives it what it needs. */
const NEW_FILE_MODE = 0o600

/**
 * Replaces a file atomically, where a link leads to. It keeps the mode that it has, unless one is
 * given.
 */
export async function writeWhole(path: string, text: string, mode?: number): Promise<void> {
  const isThere = existsSync(path)
  const file = isThere ? await realpath(path) : path
  const unfinished = `${file}.${process.pid}.new`
  try {
    const handle = await open(unfinished, 'w', NEW_FILE_MODE)
    try {
      await handle.chmod(mode ?? (isThere ? (await stat(file)).mode & 0o777 : NEW_FILE_MODE))
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
