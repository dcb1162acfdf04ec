import t from 'tap'
import { toggledIds } from './selected-ids.ts'

const ids = ['a', 'b', 'c', 'd', 'e']
const after = (selected: string[], id: string, from: string | null = null) => [
  ...toggledIds(new Set(selected), ids, { id, from }),
]

t.test('given a selection, when a row is switched, then it alone is', async (t) => {
  t.same(after(['a'], 'c'), ['a', 'c'])
  t.same(after(['a', 'c'], 'c'), ['a'])
})

t.test('given a row that was switched, when another one is with Shift, then all between get what it gets', async (t) => {
  t.same(after(['b'], 'd', 'b'), ['b', 'c', 'd'])
  t.same(after(['d'], 'b', 'd').sort(), ['b', 'c', 'd'])
  t.same(after(ids, 'c', 'a'), ['d', 'e'])
  t.same(after([], 'c', 'gone'), ['c'], 'the other row is not in the list any more')
})
