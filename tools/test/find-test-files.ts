import { globSync } from 'node:fs'

const skipped = new Set(['node_modules', 'dist', 'generated', '.data', '.cache', '.tap'])

type Choice = {
  /** Parts of paths, of which one must be in the path of a file; all files when empty. */
  filters?: readonly string[]
  /** Whether it is a run of the long tests. */
  isLong: boolean
}

/**
 * The test files below a folder of `root`, relative to `root`. A file `<name>.long.test.ts` belongs
 * to `npm run test:long`, and to a run whose filter is its whole path.
 */
export function findTestFiles(root: string, folder: string, { filters = [], isLong }: Choice): string[] {
  const wanted = filters.map((filter) => filter.replace(/^\.\//, ''))
  const isMeant = (file: string) => wanted.length === 0 || wanted.some((filter) => file.includes(filter))
  const isInRun = (file: string) => isLong || !file.endsWith('.long.test.ts') || wanted.includes(file)
  return globSync(`${folder}/**/*.test.ts`, { cwd: root, exclude: (path) => skipped.has(path.split('/').at(-1) ?? '') })
    .filter((file) => isMeant(file) && isInRun(file))
    .sort()
}
