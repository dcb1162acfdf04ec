import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@open-oms/system/root'
import t from 'tap'
import { guidePages } from '../docs/guide-pages.ts'
import { pageSummary } from '../docs/render-guide.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

t.test('the help of the console leads to guides that are served', async (t) => {
  const names = guidePages.map(({ name }) => name)
  const linked = Array.from(
    read('packages/console/src/shell/help.ts').matchAll(/^ {2}\['\/[^']*', '([^']+)'\],$/gm),
    ([, name]) => name,
  )
  t.ok(linked.length > 8)
  for (const name of linked) t.ok(names.includes(name as string), name as string)
})

t.test('the summary of a guide is shown without the marks of its source', async (t) => {
  for (const { file } of guidePages) {
    const summary = pageSummary(read(file))
    t.match(summary, /^<p>[^<].*<\/p>$/s, file)
    t.notMatch(summary, /`|\]\(|\*\w/, file)
  }
})

t.test('the build of the guides takes every one', async (t) => {
  const { inputs } = JSON.parse(read('turbo.json')).tasks['//#generate-guides']
  const files = guidePages.map(({ file }) => file)
  t.same(
    inputs.filter((input: string) => input.startsWith('docs/')),
    files,
  )
})
