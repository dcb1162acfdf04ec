import { globSync } from 'node:fs'

export type TestFiles = { parallel: string[]; serial: string[] }

/** Those that take longest, the longest first: begun last they would run alone at the end. */
export const longest: readonly string[] = [
  'e2e/production.test.ts',
  'tools/start/start-system.test.ts',
  'services/orders-workflow/src/modules/workflow/kill-in-return.test.ts',
  'services/orders-workflow/src/modules/workflow/runner.test.ts',
  'services/orders-workflow/src/modules/workflow/steps/webhook.test.ts',
  'services/orders-workflow/src/modules/workflow/kill-at-boundary.test.ts',
  'services/orders-workflow/src/modules/workflow/steps/inventory.test.ts',
  'services/accounting-read/src/cli/command.test.ts',
  'services/orders-workflow/src/modules/workflow/steps/notification.test.ts',
]

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
      .sort((one, other) => placeOf(one) - placeOf(other))
  return { parallel: find('{packages,services,tools,bench,deploy}/**/*.test.ts'), serial: find('e2e/**/*.test.ts') }
}

function placeOf(file: string): number {
  const place = longest.indexOf(file)
  return place === -1 ? longest.length : place
}
