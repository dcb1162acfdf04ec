import { moduleMaps } from '../module-map.ts'
import { findDeadReferences } from './dead-references.ts'
import { findUndeclaredStatements } from './declared-statements.ts'
import { findImpurity } from './domain-purity.ts'
import { findForbiddenNames } from './forbidden-names.ts'
import { findForbiddenImports } from './import-rules.ts'
import { findServersDeployed, findServersInProduction } from './local-servers.ts'
import { findModuleProblems } from './module-imports.ts'
import { findLooseVersions } from './package-versions.ts'
import { isSource, listFiles, type Problem, type Rule, readSourceFile } from './source-file.ts'
import { findUnfinishedWork } from './unfinished-work.ts'

const rules: readonly Rule[] = [
  findImpurity,
  findForbiddenImports,
  findServersInProduction,
  findUndeclaredStatements,
  findUnfinishedWork,
]

/**
 * Returns everything in the project that breaks a rule of the layout which the lint rules of
 * biome.json cannot express.
 */
export function checkLayout(root: string, maps = moduleMaps): Problem[] {
  const paths = listFiles(root)
  const manifests = paths.filter((path) => /(^|\/)package\.json$/.test(path))
  const sources = paths.filter(isSource).map((path) => readSourceFile(root, path))
  return [
    ...paths.flatMap(findForbiddenNames),
    ...findLooseVersions(root, manifests),
    ...findServersDeployed(root, manifests),
    ...findModuleProblems(sources, maps),
    ...findDeadReferences(root, paths),
    ...sources.flatMap((file) => rules.flatMap((rule) => rule(file))),
  ]
}
