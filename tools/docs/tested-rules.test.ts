import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@open-oms/system/root'
import t from 'tap'
import { pageHeadings } from '../layout-check/dead-references.ts'

const sources = ['', 'services/orders-workflow/src', 'services/accounting-read/src']
const pages = ['workflow', 'workflow-steps', 'postings', 'ledger']

const readText = (path: string) => readFileSync(join(root, path), 'utf8')
const linkedTests = (row: string) => [...row.matchAll(/`([\w/.-]+\.test\.ts)`/g)].map(([, path]) => path as string)
const rows = readText('docs/reference/tested-rules.md')
  .split('\n')
  .filter((line) => line.startsWith('| ['))

t.test('given the table of tested rules, then each row names tests that exist', async (t) => {
  for (const row of rows) {
    const tests = linkedTests(row)
    t.ok(tests.length > 0, row)
    for (const path of tests)
      t.ok(
        sources.some((folder) => existsSync(join(root, folder, path))),
        path,
      )
  }
})

t.test('given the sections of a behaviour page, then each has a row', async (t) => {
  for (const page of pages) {
    const [, ...sections] = pageHeadings(readText(`docs/reference/behaviour/${page}.md`))
    const missing = sections.filter(({ anchor }) => !rows.some((row) => row.includes(`(behaviour/${page}.md#${anchor})`)))
    t.same(
      missing.map(({ anchor }) => anchor),
      [],
      page,
    )
  }
})
