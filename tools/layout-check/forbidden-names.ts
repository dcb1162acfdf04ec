import type { Problem } from './source-file.ts'

// A name that fits every content says nothing about it, and so such a place collects what belongs elsewhere.
const forbidden = new Set(['utils', 'util', 'common', 'shared', 'helpers', 'helper', 'core', 'lib', 'misc', 'index'])

/** Folders and files whose name says nothing about their content. Files that a tool wants so (`index.html`) are no sources. */
export function findForbiddenNames(path: string): Problem[] {
  const parts = path.split('/')
  const file = parts.pop() ?? ''
  const name = /\.(ts|mts|mjs|js)$/.test(file) ? [file.split('.')[0] ?? ''] : []
  return [...parts, ...name]
    .filter((part) => forbidden.has(part.toLowerCase()))
    .map((part) => ({ path, line: 1, message: `nothing is called "${part}": name it after what it does.` }))
}
