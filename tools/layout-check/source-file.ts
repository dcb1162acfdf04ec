import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Comment, type ParseResult, parseSync } from 'oxc-parser'

/** Something that breaks a rule of the layout. */
export type Problem = { path: string; line: number; message: string }

/** A parsed source file; `path` is relative to the root, with slashes. */
export type SourceFile = {
  path: string
  text: string
  program: ParseResult['program']
  comments: readonly Comment[]
}

/** A rule looks at one file and says what is wrong in it. */
export type Rule = (file: SourceFile) => Problem[]

const skippedFolders = new Set(['node_modules', 'dist', 'generated', '.git', '.data', '.cache', '.tap', '.turbo'])

/** Every file of the project that a person wrote, relative to `root`. */
export function listFiles(root: string): string[] {
  const isSkipped = (path: string) => skippedFolders.has(path.split('/').at(-1) ?? '')
  const entries = globSync('**/*', { cwd: root, exclude: (entry) => isSkipped(entry.name), withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)).sort()
}

export function isSource(path: string): boolean {
  return /\.([cm]?[jt]s|[jt]sx)$/.test(path)
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path)
}

export function readSourceFile(root: string, path: string): SourceFile {
  return parseSourceFile(path, readFileSync(join(root, path), 'utf8'))
}

export function parseSourceFile(path: string, text: string): SourceFile {
  const { program, comments } = parseSync(path, text)
  return { path, text, program, comments }
}

/** The line (from 1) of an offset in a text. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
