import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { moduleMaps } from '../module-map.ts'
import { findDeadReferences } from './dead-references.ts'
import { findUndeclaredStatements } from './declared-statements.ts'
import { findImpurity } from './domain-purity.ts'
import { findForbiddenImports } from './import-rules.ts'
import { findServersDeployed, findServersInProduction } from './local-servers.ts'
import { findLoosePatterns } from './loose-patterns.ts'
import { findModuleProblems } from './module-imports.ts'
import { findLooseVersions } from './package-versions.ts'
import { findDatedWords } from './plain-words.ts'
import { findWideComments, findWideText } from './prose-width.ts'
import { isSource, listFiles, type Problem, type Rule, readSourceFile } from './source-file.ts'
import { findShapelessTitles } from './test-titles.ts'
import { findUnfinishedWork } from './unfinished-work.ts'

const rules: readonly Rule[] = [
  findImpurity,
  findForbiddenImports,
  findServersInProduction,
  findUndeclaredStatements,
  findUnfinishedWork,
  findShapelessTitles,
  findLoosePatterns,
  findWideComments,
]

/**
 * Returns everything in the project that breaks a rule of the layout which the lint rules of
 * biome.json cannot express.
 */
export function checkLayout(root: string, maps = moduleMaps): Problem[] {
  const paths = listFiles(root)
  const manifests = paths.filter((path) => /(^|\/)package\.json$/.test(path))
  const pages = paths.filter((path) => path.endsWith('.md') && path !== 'CHANGELOG.md')
  const sources = paths.filter(isSource).map((path) => readSourceFile(root, path))
  return [
    ...paths.flatMap(findForbiddenNames),
    ...findLooseVersions(root, manifests),
    ...findServersDeployed(root, manifests),
    ...findModuleProblems(sources, maps),
    ...findDeadReferences(root, paths),
    ...findWideText(root, paths),
    ...pages.flatMap((path) => findDatedWords(path, readFileSync(join(root, path), 'utf8'))),
    ...sources.flatMap(({ path, text }) => findDatedWords(path, text)),
    ...sources.flatMap((file) => rules.flatMap((rule) => rule(file))),
  ]
}

// A name that fits every content says nothing about it, and so such a place collects what belongs
// elsewhere.
const forbidden = new Set(['utils', 'util', 'common', 'shared', 'helpers', 'helper', 'core', 'lib', 'misc', 'index'])

/**
 * Folders and files whose name says nothing about their content. Files that a tool wants so
 * (`index.html`) are no sources.
 */
function findForbiddenNames(path: string): Problem[] {
  const parts = path.split('/')
  const file = parts.pop() ?? ''
  const name = isSource(file) ? [file.split('.')[0] ?? ''] : []
  return [...parts, ...name]
    .filter((part) => forbidden.has(part.toLowerCase()))
    .map((part) => ({ path, line: 1, message: `nothing is called "${part}": name it after what it does.` }))
}
