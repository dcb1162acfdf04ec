import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/** The folder of the checkout. */
export const root = join(import.meta.dirname, '..', '..', '..')

/** The pages about the project beside `docs/`, which have the folder `project` of the site. */
const PROJECT_PAGES = ['README.md', 'CHANGELOG.md', 'CODE_OF_CONDUCT.md', 'CONTRIBUTING.md', 'SECURITY.md']

/** The Markdown file of the site for one of the repository, both by their paths. */
export function sitePath(page: string): string {
  if (page === 'docs/README.md') return 'index.md'
  return page.startsWith('docs/') ? page.slice('docs/'.length) : `project/${page.toLowerCase()}`
}

/** The files of the repository that are pages of the site, by their paths and in their order. */
export function sitePages(): string[] {
  const pages = globSync(['docs/**/*.md', ...PROJECT_PAGES], { cwd: root })
  return pages.map((page) => page.replaceAll(sep, '/')).sort()
}

/** The text of a page, by its path in the repository. */
export function readPage(page: string): string {
  return readFileSync(join(root, page), 'utf8')
}

/** The first heading of a page, without marks of Markdown; its path where it has none. */
export function pageTitle(page: string): string {
  const [, heading = page] = /^# (.+)$/m.exec(readPage(page)) ?? []
  return heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '')
}

/** The version of the product. */
export function version(): string {
  return JSON.parse(readPage('package.json')).version
}

/** What the site is made from, as `oms --version` says it: `1.0.0 (0123456789ab, 2026-01-31)`. */
export function builtFrom(): string {
  const { OMS_REVISION: revision = '', OMS_BUILD_DATE: date = '' } = process.env
  const known = [revision.slice(0, 12), date.slice(0, 10)].filter((part) => part !== '')
  return known.length === 0 ? version() : `${version()} (${known.join(', ')})`
}
