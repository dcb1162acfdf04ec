import { join } from 'node:path'

/**
 * Where the results of a package's whole test run are kept; turbo restores it when it replays the
 * run.
 */
export function resultsFile(packageFolder: string): string {
  return join(packageFolder, '.cache', 'test-results.json')
}
