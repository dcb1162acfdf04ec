import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileImports } from './relative-imports.ts'
import { isTest, type Problem, type Rule } from './source-file.ts'

const name = '@open-oms/local-servers'
const users = /^(tools|e2e|bench|packages\/(local-servers|system))\/|^(packages|services)\/[^/]+\/src\/testing\//

/**
 * Servers for machines that have none are for development and tests: nothing that is built may
 * import them.
 */
export const findServersInProduction: Rule = (file) => {
  const { path } = file
  if (users.test(path) || isTest(path)) return []
  return fileImports(file)
    .filter(({ specifier }) => specifier === name || specifier.startsWith(`${name}/`))
    .map(({ line }) => ({ path, line, message: `${name} is for development and tests, never for production.` }))
}

/** A package of the product may have them among its development dependencies only. */
export function findServersDeployed(root: string, paths: readonly string[]): Problem[] {
  return paths
    .filter((path) => /^(packages|services)\//.test(path) && !users.test(path))
    .filter((path) => name in (JSON.parse(readFileSync(join(root, path), 'utf8')).dependencies ?? {}))
    .map((path) => ({ path, line: 1, message: `${name} belongs to the devDependencies: it is never deployed.` }))
}
