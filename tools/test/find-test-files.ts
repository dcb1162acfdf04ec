import { globSync } from 'node:fs'

export type TestFiles = { parallel: string[]; serial: string[] }

const skipped = new Set(['node_modules', 'dist', 'generated', '.data', '.cache'])

/**
 * The test files of the project, relative to `root`: those that may run side by side, and the stories of e2e/, which each start
 * the whole system. With `filters`, only files whose path has one of them in it.
 */
export function findTestFiles(root: string, filters: readonly string[] = []): TestFiles {
  const wanted = filters.map((filter) => filter.replace(/^\.\//, ''))
  const find = (pattern: string) =>
    globSync(pattern, { cwd: root, exclude: (path) => skipped.has(path.split('/').at(-1) ?? '') })
      .filter((file) => wanted.length === 0 || wanted.some((filter) => file.includes(filter)))
      .sort()
  return { parallel: find('{packages,services,tools,bench,deploy}/**/*.test.ts'), serial: find('e2e/**/*.test.ts') }
}
