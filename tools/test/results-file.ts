import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileResult } from './tally.ts'

/**
 * Where the results of a package's whole test run are kept; turbo restores it when it replays the
 * run.
 */
export function resultsFile(packageFolder: string): string {
  return join(packageFolder, '.cache', 'test-results.json')
}

/**
 * The results of the last whole run of every package, replayed ones too; none of a package that was
 * not tested since it was checked out.
 */
export function lastResults(root: string): FileResult[] {
  return globSync(['{packages,services}/*', 'tools', 'e2e'].map(resultsFile), { cwd: root }).flatMap((file): FileResult[] =>
    JSON.parse(readFileSync(join(root, file), 'utf8')),
  )
}
