import { globSync } from 'node:fs'

const skipped = new Set(['node_modules', 'dist', 'generated', '.data', '.cache', '.tap'])

/** The test files below a folder of `root`, relative to `root`; with `filters`, only those whose path has one of them in it. */
export function findTestFiles(root: string, folder: string, filters: readonly string[] = []): string[] {
  const wanted = filters.map((filter) => filter.replace(/^\.\//, ''))
  return globSync(`${folder}/**/*.test.ts`, { cwd: root, exclude: (path) => skipped.has(path.split('/').at(-1) ?? '') })
    .filter((file) => wanted.length === 0 || wanted.some((filter) => file.includes(filter)))
    .sort()
}
