import { join } from 'node:path'
import t from 'tap'
import { createMarkdownRenderer, disposeMdItInstance } from 'vitepress'
import { markdownOptions } from './markdown.ts'
import { root, version } from './pages.ts'
import { navigation, sidebar } from './sidebar.ts'

/** The HTML of a page of docs/how-to, on a site that knows the repository or not. */
async function rendered(text: string, repository: string | null = null): Promise<string> {
  // It keeps its first one.
  disposeMdItInstance()
  const md = await createMarkdownRenderer(root, markdownOptions(repository), '/docs/site/')
  return md.render(text, { path: join(root, 'how-to', 'x.md'), realPath: join(root, 'docs', 'how-to', 'x.md') })
}

t.test('given braces, tags and comments, when a page is read, then Vue finds nothing to run in it', async (t) => {
  const html = await rendered(
    'Use {{ name }} and `{{ code }}`, <order-id> and <script>alert(1)</script>.\n\n<!-- kept: out -->\n\n<div>:id:</div>',
  )
  t.notMatch(html, /\{\{|<order-id|<script|<!--|kept/)
  t.match(html, '&#123;&#123; name }}')
  t.match(html, '<code>&#123;&#123; code }}</code>')
  t.match(html, '&lt;order-id&gt;')
  t.match(html, '&lt;div&gt;:id:&lt;/div&gt;')
})

t.test('given headings, when a page is read, then their anchors are those of GitHub', async (t) => {
  const html = await rendered('## `GET /api/Orders` – the search {id}\n\n## Twice\n\n## Twice')
  for (const id of ['get-apiorders--the-search-id', 'twice', 'twice-1']) t.match(html, `id="${id}"`)
})

t.test('given links to pages, folders and sources, when a page is read, then each leads where it can', async (t) => {
  const text =
    '[alerts](../how-to/respond-to-alerts.md#events) [changes](../../CHANGELOG.md) [decisions](../explanation/adr) [source](../../tools/docs.ts) [tools](../../tools) [web](https://example.com) [none](./none.md)'
  const html = await rendered(text)
  const hrefs = (text: string) => [...text.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
  const pages = [
    '/docs/site/how-to/respond-to-alerts.html#events',
    '/docs/site/project/changelog.html',
    '/docs/site/explanation/adr/0001-split-the-system-into-three-services.html',
  ]
  t.same(hrefs(html), [...pages, 'https://example.com', './none.html'], 'a page that is not there stays, and fails the build')
  t.match(html, /<\/a> source tools <a/)
  const repository = 'https://code.example/shop/oms'
  const sources = [`${repository}/blob/main/tools/docs.ts`, `${repository}/tree/main/tools`]
  t.same(hrefs(await rendered(text, repository)), [...pages, ...sources, 'https://example.com', './none.html'])
})

t.test('given docs/README.md and the folders, when the site is navigated, then each page is beside its kind', async (t) => {
  t.same(
    navigation().map((item) => 'text' in item && item.text),
    ['Tutorial', 'How-to', 'Reference', 'Explanation', 'Project', version()],
  )
  const groups = sidebar()
  const titles = (folder: string) => groups[folder]?.map(({ text }) => text)
  t.match(titles('/how-to/'), ['Run', 'Give access', 'Repair'])
  t.same(titles('/reference/'), ['Reference', 'Behaviour', 'Security'])
  const items = Object.values(groups).flatMap((all) => all.flatMap(({ items = [] }) => items))
  t.ok(items.some(({ text, link }) => text === 'Monitor the system' && link === '/how-to/monitor.md'))
  t.ok(items.some(({ text, link }) => text === 'Open order management' && link === '/project/readme.md'))
})
