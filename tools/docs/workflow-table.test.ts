import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../start/system-options.ts'

const text = readFileSync(join(root, 'docs/reference/tested-rules.md'), 'utf8')
const rows = text.split('\n').filter((line) => /^\| ([1-8]|[CF]\.\d+) /.test(line))
const testsOf = (row: string) => [...row.matchAll(/`([\w/.-]+\.test\.ts)`/g)].map(([, path]) => path as string)

t.test('every rule of the workflow names tests that exist', async (t) => {
  for (const row of rows) {
    const tests = testsOf(row)
    t.ok(tests.length > 0, row)
    for (const path of tests)
      t.ok(
        [path, `services/orders-workflow/src/${path}`].some((place) => existsSync(join(root, place))),
        path,
      )
  }
})

t.test('no rule is left out', async (t) => {
  const named = new Set(rows.map((row) => row.split(' ')[1]))
  const wanted = [
    ...Array.from({ length: 8 }, (_, index) => `${index + 1}`),
    ...Array.from({ length: 7 }, (_, index) => `C.${index + 1}`),
    ...Array.from({ length: 14 }, (_, index) => `F.${index + 1}`),
  ]
  t.strictSame([...named].sort(), wanted.sort())
})
