import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import t from 'tap'
import { findDeadLinks, moveInlineScripts } from './finish-site.ts'

const BASE = '/docs/site/'

/** A built site of these pages. */
function siteOf(t: { teardown(end: () => void): void }, pages: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'oms-docs-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'assets'))
  for (const [name, html] of Object.entries(pages)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), html)
  }
  return folder
}

t.test('given scripts in pages, when they are moved, then each text is one file that the pages load', async (t) => {
  const script = 'document.documentElement.classList.toggle("dark")'
  const page = `<script id="dark">${script}</script><script type="module" src="/docs/site/assets/app.js"></script>`
  const folder = siteOf(t, { 'index.html': page, 'how-to/monitor.html': page })
  moveInlineScripts(folder, BASE)
  const moved = ['index.html', 'how-to/monitor.html'].map((name) => readFileSync(join(folder, name), 'utf8'))
  const [, url = ''] = /<script id="dark" src="\/docs\/site\/(assets\/inline\.\w+\.js)"><\/script>/.exec(moved[0] ?? '') ?? []
  t.equal(readFileSync(join(folder, url), 'utf8'), script)
  t.equal(moved[1], moved[0])
  t.match(moved[0], '<script type="module" src="/docs/site/assets/app.js"></script>', 'others stay')
})

t.test('given links of pages, when they are followed, then those to no page and to no heading are found', async (t) => {
  const links = (...hrefs: string[]) => hrefs.map((href) => `<a class="link" href="${href}">there</a>`).join('')
  const alive = [
    '/docs/site/',
    '/docs/site/how-to/monitor.html#signs',
    '#top',
    'https://elsewhere.example/#x',
    'how-to/monitor.html',
  ]
  const dead = ['/docs/site/none.html', '/docs/site/how-to/monitor.html#none', '#none', '/elsewhere/index.html']
  const folder = siteOf(t, {
    'index.html': `<h1 id="top">Pages</h1>${links(...alive, ...dead)}`,
    'how-to/monitor.html': `<h2 id="signs">Signs</h2>${links('/docs/site/index.html#top')}`,
  })
  t.same(
    findDeadLinks(folder, BASE),
    dead.map((href) => `index.html: ${href}`),
  )
})
