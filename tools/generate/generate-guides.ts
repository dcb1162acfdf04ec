/**
 * Renders the guides and the table of errors for the pages of the gateway: services/gateway/pages.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errorsPage } from '../docs/errors-page.ts'
import { guidePages } from '../docs/guide-pages.ts'
import { pageSummary, pageTitle, renderGuide, renderPage } from '../docs/render-guide.ts'

const root = join(import.meta.dirname, '..', '..')
const pages = 'services/gateway/pages'

/** Every file by its path from the root. */
function files(): Map<string, string> {
  const found = new Map<string, string>()
  const guides = guidePages.map((page) => {
    const markdown = readFileSync(join(root, page.file), 'utf8')
    found.set(`${pages}/guides/${page.name}.html`, renderGuide(markdown))
    return { name: page.name, title: pageTitle(markdown), summary: pageSummary(markdown) }
  })
  found.set(`${pages}/guides.json`, `${JSON.stringify(guides, null, 2)}\n`)
  found.set(`${pages}/errors.html`, renderPage(errorsPage('')))
  return found
}

function present(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/**
 * Writes the files; with `check` nothing is written. Returns the paths that were or are out of
 * step.
 */
export async function generate({ check = false }: { check?: boolean } = {}): Promise<string[]> {
  const stale = [...files()].filter(([path, text]) => present(join(root, path)) !== text)
  for (const [path, text] of check ? [] : stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return stale.map(([path]) => path)
}
