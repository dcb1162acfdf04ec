import { posix } from 'node:path'
import { lineAt, type SourceFile } from './source-file.ts'

export type Import = { specifier: string; line: number }

/** Everything that a file imports or exports from elsewhere, types included. */
export function importsOf({ text, module }: SourceFile): Import[] {
  const imports = module.staticImports.map(({ moduleRequest }) => moduleRequest)
  const exports = module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest ?? []))
  return [...imports, ...exports].map(({ value, start }) => ({ specifier: value, line: lineAt(text, start) }))
}

/** The relative imports of a file by the path from the root that they lead to. */
export function relativeImports(file: SourceFile): { target: string; line: number }[] {
  return importsOf(file)
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier, line }) => ({ target: posix.join(posix.dirname(file.path), specifier), line }))
}
