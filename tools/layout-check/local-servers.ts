import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTest, lineAt, type Problem, type Rule } from './source-file.ts'

const name = '@oms/local-servers'
const users = /^(tools|e2e|bench|packages\/local-servers)\/|^(packages|services)\/[^/]+\/src\/testing\//

/** Servers for machines that have none are for development and tests: nothing that is built may import them. */
export const findServersInProduction: Rule = ({ path, text, module }) => {
  if (users.test(path) || isTest(path)) return []
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest ?? [])),
  ]
  return requests
    .filter(({ value }) => value === name || value.startsWith(`${name}/`))
    .map(({ start }) => ({
      path,
      line: lineAt(text, start),
      message: `${name} is for development and tests, never for production.`,
    }))
}

/** A package of the product may have them among its development dependencies only. */
export function findServersDeployed(root: string, paths: readonly string[]): Problem[] {
  return paths
    .filter((path) => /^(packages|services)\//.test(path))
    .filter((path) => name in (JSON.parse(readFileSync(join(root, path), 'utf8')).dependencies ?? {}))
    .map((path) => ({ path, line: 1, message: `${name} belongs to the devDependencies: it is never deployed.` }))
}
