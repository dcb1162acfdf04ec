import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '@open-oms/system/root'

/**
 * Writes files by their paths from the root, objects as JSON, where they are missing or differ.
 * Returns the paths that were written; with `check` it writes nothing and returns those that would.
 */
export function writeGenerated(files: ReadonlyMap<string, string | object>, { check = false } = {}): string[] {
  const stale: string[] = []
  for (const [path, content] of files) {
    const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`
    const place = join(root, path)
    if (present(place) === text) continue
    stale.push(path)
    if (check) continue
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, text)
  }
  return stale
}

function present(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
