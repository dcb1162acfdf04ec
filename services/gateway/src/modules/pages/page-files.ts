import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compressed, type PageFile } from './page-file.ts'

export type PageFiles = {
  /**
   * Names this state of all files; a part of their addresses, so that browsers may keep them for
   * ever.
   */
  hash: string
  /**
   * The file of that name, read and compressed when it is asked for first; null where there is
   * none.
   */
  find(name: string): Promise<PageFile | null>
}

/** The folder of the pages' own files. */
const pagesFolder = join(import.meta.dirname, '..', '..', '..', 'pages')

/** The folder of the texts that tools/generate/generate-guides.ts renders. */
export const textsFolder = join(pagesFolder, 'generated')

/**
 * What the pages load: their own style and script, the reference component, and the given OpenAPI
 * document as `openapi.json`.
 */
export function pageFiles(document: object): PageFiles {
  const hash = createHash('sha256')
  const readers = new Map<string, () => Promise<Buffer>>()
  const add = (name: string, content: Buffer) => {
    hash.update(name).update(content)
    readers.set(name, async () => content)
  }
  add('openapi.json', Buffer.from(JSON.stringify(document)))
  for (const name of ['pages.css', 'article.css', 'pages.js', 'reference.js', 'favicon.svg'])
    add(name, readFileSync(join(pagesFolder, name)))
  const component = join(fileURLToPath(import.meta.resolve('@scalar/api-reference')), '..', 'browser')
  hash.update(readFileSync(join(component, '..', '..', 'package.json')))
  for (const name of globSync(['standalone.esm.js', 'chunks/*.js'], { cwd: component })) {
    readers.set(name, () => readFile(join(component, name)))
  }

  return { hash: hash.digest('hex').slice(0, 16), find: keptFiles(readers) }
}

/**
 * Finds files by their names; null where there is none. A file is read and compressed when it is
 * asked for first, and kept.
 */
export function keptFiles(readers: ReadonlyMap<string, () => Promise<Buffer>>): PageFiles['find'] {
  const kept = new Map<string, Promise<PageFile>>()
  return async (name) => {
    const read = readers.get(name)
    if (read === undefined) return null
    const file = kept.get(name) ?? read().then((content) => compressed(name, content))
    kept.set(name, file)
    // A file that could not be read is tried again.
    file.catch(() => kept.delete(name))
    return await file
  }
}
