import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileType, type PageFile } from '../pages/page-file.ts'

export type ConsoleFiles = {
  /** The page that every address of the console begins with. */
  page: { etag: string; file: PageFile }
  /** The files that the page loads, by their names; each name has a hash of the content. */
  files: ReadonlyMap<string, PageFile>
}

/**
 * Reads the built console with the compressed forms that its build has prepared; null where it is
 * not built.
 */
export function readConsole(folder: string): ConsoleFiles | null {
  if (!existsSync(join(folder, 'index.html.br'))) return null
  const read = (name: string): PageFile => ({
    type: fileType(name),
    plain: readFileSync(join(folder, name)),
    br: readFileSync(join(folder, `${name}.br`)),
    gzip: readFileSync(join(folder, `${name}.gz`)),
  })
  const names = globSync('files/**/*.{js,css,svg}', { cwd: folder }).map((name) => name.replaceAll(sep, '/'))
  const file = read('index.html')
  const etag = `"${createHash('sha256').update(file.plain).digest('hex').slice(0, 16)}"`
  return { page: { etag, file }, files: new Map(names.map((name) => [name.replace('files/', ''), read(name)])) }
}
