import t from 'tap'
import { countNews } from './count-news.ts'

const order = (id: string, modified = '2026-03-01') => ({ id, modified })
const list = (ids: string) => [...ids].map((id) => order(id))

t.test('given rows that are shown, when the list is asked for again, then what is new, changed or gone is counted', async (t) => {
  const cases: [string, Parameters<typeof countNews>, ReturnType<typeof countNews>][] = [
    ['nothing', [list('abc'), list('abc')], { added: 0, changed: 0 }],
    ['one came on top of a full page', [list('abcd'), list('xab')], { added: 1, changed: 0 }],
    ['one came to a page that is not full', [list('ab'), list('xab')], { added: 1, changed: 0 }],
    ['the first ones', [[], list('ab')], { added: 2, changed: 0 }],
    ['one has changed', [list('abc'), [order('a'), order('b', '2026-03-02'), order('c')]], { added: 0, changed: 1 }],
    ['one has left the filter', [list('abc'), list('ac')], { added: 0, changed: 1 }],
    ['one has left, and the next one is shown already', [list('abcd'), list('acd')], { added: 0, changed: 1 }],
    ['all have left', [list('ab'), []], { added: 0, changed: 2 }],
    [
      'one from below was changed and came up',
      [list('abcd'), [order('d', '2026-03-02'), order('a'), order('b')]],
      { added: 0, changed: 1 },
    ],
    ['an older state than the shown one', [[order('a', '2026-03-02')], list('a')], { added: 0, changed: 0 }],
  ]
  for (const [what, given, expected] of cases) t.strictSame(countNews(...given), expected, what)
})
