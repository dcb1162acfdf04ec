import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/**
 * Writes JSON documents by their paths from the root, where they are missing or differ. Returns the
 * paths that were written.
 */
export async function writeGenerated(documents: ReadonlyMap<string, object>): Promise<string[]> {
  const written: string[] = []
  for (const [path, document] of documents) {
    const text = `${JSON.stringify(document, null, 2)}\n`
    if ((await present(join(root, path))) === text) continue
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
    written.push(path)
  }
  return written
}

async function present(path: string): Promise<string | null> {
  return await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}
