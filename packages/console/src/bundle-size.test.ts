import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[] }

/** What the first page may load of script, compressed by gzip. */
const BYTES_MAX = 250_000

const dist = join(import.meta.dirname, '..', 'dist')
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'))

/** The chunks that a chunk needs before it runs, itself included. */
function needed(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  for (const other of manifest[name]?.imports ?? []) needed(other, found)
  return found
}

t.test('given each page, when it is the first that is opened, then all its script is within the budget', async (t) => {
  const names = Object.keys(manifest)
  const [entry = ''] = names.filter((name) => manifest[name]?.isEntry)
  // What a page loads when somebody opens a dialog is no part of its first load.
  const pages = [...needed(entry)].flatMap((name) => manifest[name]?.dynamicImports ?? [])
  t.ok(entry !== '' && pages.length >= 2)
  for (const page of pages) {
    const files = [...needed(entry), ...needed(page)]
      .map((name) => manifest[name]?.file ?? '')
      .filter((file) => file.endsWith('.js'))
    const bytes = [...new Set(files)].reduce((sum, file) => sum + readFileSync(join(dist, `${file}.gz`)).length, 0)
    t.ok(bytes > 50_000 && bytes <= BYTES_MAX, `${page}: ${bytes} bytes`)
  }
})
