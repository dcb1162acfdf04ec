/**
 * Renders the guides and the table of errors for the pages of the gateway:
 * services/gateway/pages/generated. They are not committed: an installation, a build and
 * `npm start` make them.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorsPage } from '../docs/errors-page.ts'
import { guidePages } from '../docs/guide-pages.ts'
import { pageSummary, pageTitle, renderGuide, renderPage } from '../docs/render-guide.ts'
import { writeGenerated } from '../docs/write-generated.ts'

const root = join(import.meta.dirname, '..', '..')
const pages = 'services/gateway/pages/generated'

/** Every file by its path from the root. */
function files(): Map<string, string> {
  const found = new Map<string, string>()
  const guides = guidePages.map((page) => {
    const markdown = readFileSync(join(root, page.file), 'utf8')
    found.set(`${pages}/guides/${page.name}.html`, page.hasCalls ? renderGuide(markdown) : renderPage(markdown))
    return { name: page.name, title: pageTitle(markdown), summary: pageSummary(markdown) }
  })
  found.set(`${pages}/guides.json`, `${JSON.stringify(guides, null, 2)}\n`)
  found.set(`${pages}/errors.html`, renderPage(errorsPage('')))
  return found
}

/**
 * Writes the files that are missing or differ, and returns their paths. With `check` it does
 * nothing: there is no committed file to compare with.
 */
export async function generate({ check = false }: { check?: boolean } = {}): Promise<string[]> {
  if (check) return []
  return writeGenerated(files())
}
