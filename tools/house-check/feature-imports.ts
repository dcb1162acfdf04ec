import { posix } from 'node:path'
import { isTest, lineAt, type Problem, type Rule, type SourceFile } from './source-file.ts'

/** The imports of a file by the path that they lead to, with the line of each. Packages are left out. */
function relativeImports({ path, text, module }: SourceFile): { target: string; line: number }[] {
  const imports = module.staticImports.map(({ moduleRequest }) => moduleRequest)
  const exports = module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest ?? []))
  return [...imports, ...exports]
    .filter(({ value }) => value.startsWith('.'))
    .map(({ value, start }) => ({ target: posix.join(posix.dirname(path), value), line: lineAt(text, start) }))
}

type Place = { service: string; feature: string | null; isDomain: boolean }

function placeOf(path: string): Place | null {
  const [, service, area, feature] = /^services\/([^/]+)\/src\/(?:([^/]+)\/)?(?:([^/]+)\/)?/.exec(path) ?? []
  if (!service) return null
  return { service, feature: area === 'features' ? (feature ?? null) : null, isDomain: area === 'domain' }
}

/** The part of the import law that only resolved paths can tell: features do not know each other. */
export const findForeignImports: Rule = (file) => {
  const from = placeOf(file.path)
  if (!from || isTest(file.path)) return []
  const problems: Problem[] = []
  for (const { target, line } of relativeImports(file)) {
    const to = placeOf(target)
    const say = (message: string) => problems.push({ path: file.path, line, message })
    if (to?.service !== from.service) say(`${target} lies outside of the service.`)
    else if (from.isDomain && !to.isDomain) say(`domain/ imports nothing from outside of domain/ (${target}).`)
    else if (from.feature && to.feature && from.feature !== to.feature) {
      say(`feature ${from.feature} may not import feature ${to.feature}: what both need belongs to domain/ or persistence/.`)
    }
  }
  return problems
}
