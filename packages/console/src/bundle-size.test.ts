import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[] }

/** What the first page may load of script, compressed by gzip. */
const BYTES_MAX = 220_000
/** What a page may load later for a part of it: a graph, or the reader of import files. */
const PART_BYTES_MAX = 110_000

const dist = join(import.meta.dirname, '..', 'dist')
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'))

/** The chunks that a chunk needs before it runs, itself included. */
function needed(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  for (const other of manifest[name]?.imports ?? []) needed(other, found)
  return found
}

/** The bytes of the script of some chunks, compressed. */
function scriptBytes(names: Iterable<string>): number {
  const files = [...names].map((name) => manifest[name]?.file ?? '').filter((file) => file.endsWith('.js'))
  return [...new Set(files)].reduce((sum, file) => sum + readFileSync(join(dist, `${file}.gz`)).length, 0)
}

/** What chunks load only when it is needed. */
function loadedLater(names: Iterable<string>): string[] {
  return [...new Set([...names].flatMap((name) => manifest[name]?.dynamicImports ?? []))]
}

const [entry = ''] = Object.keys(manifest).filter((name) => manifest[name]?.isEntry)
const first = needed(entry)
const pages = loadedLater(first)

t.test('given each page, when it is the first that is opened, then all its script is within the budget', async (t) => {
  t.ok(entry !== '' && pages.length >= 2)
  for (const page of pages) {
    const bytes = scriptBytes(new Set([...first, ...needed(page)]))
    t.ok(bytes > 50_000 && bytes <= BYTES_MAX, `${page}: ${bytes} bytes`)
  }
})

t.test('given a page that is there, when it loads a part of it, then that has a budget too', async (t) => {
  for (const page of pages) {
    const there = new Set([...first, ...needed(page)])
    for (const part of loadedLater(there)) {
      const bytes = scriptBytes([...needed(part)].filter((name) => !there.has(name)))
      t.ok(bytes <= PART_BYTES_MAX, `${part}: ${bytes} bytes`)
    }
  }
})
