import type { Order } from '@open-oms/client/types'
import t from 'tap'
import { type BulkRow, countRows, newRows, repeatedRows, rowsAfter } from './bulk-rows.ts'
import { runRows } from './run-rows.ts'

const order = (id: string, versionId = 'v1') => ({ id, versionId }) as Order

/** Keys that differ from each other. */
function keys() {
  let count = 0
  return () => `key-${++count}`
}

const rowStates = (rows: readonly BulkRow[]) => rows.map(({ state }) => state)

t.test('given some orders, when one is done and another fails, then each row has its outcome and the others stay', async (t) => {
  const rows = newRows([order('a'), order('b'), order('c')], keys())
  const begun = rowsAfter(rows, { type: 'begun', id: 'a' })
  const done = rowsAfter(begun, { type: 'ended', id: 'a', outcome: { state: 'done', order: order('a', 'v2') } })
  const failed = rowsAfter(done, { type: 'ended', id: 'b', outcome: { state: 'failed', reason: 'No.' } })
  t.same(rowStates(failed), ['done', 'failed', 'waiting'])
  t.equal(failed[0]?.order.versionId, 'v2', 'the version that it has now')
  t.equal(failed[1]?.reason, 'No.')
  t.equal(failed[2], rows[2], 'a row that nothing has become of is the same object')
  t.match(countRows(failed), { done: 1, failed: 1, waiting: 1, unchanged: 0 })
})

t.test('given a stop, when rows are waiting, then they are not begun and what ran keeps its outcome', async (t) => {
  const rows = rowsAfter(newRows([order('a'), order('b')], keys()), { type: 'ended', id: 'a', outcome: { state: 'unchanged' } })
  t.same(rowStates(rowsAfter(rows, { type: 'stopped' })), ['unchanged', 'stopped'])
})

t.test('given failures, when they are retried, then only an unknown outcome keeps its key and what is done stays', async (t) => {
  const newKey = keys()
  let rows: readonly BulkRow[] = newRows([order('refused'), order('unknown'), order('done')], newKey)
  const before = rows.map(({ key }) => key)
  rows = rowsAfter(rows, { type: 'ended', id: 'refused', outcome: { state: 'failed' } })
  rows = rowsAfter(rows, { type: 'ended', id: 'unknown', outcome: { state: 'failed', isUnknown: true } })
  rows = rowsAfter(rows, { type: 'ended', id: 'done', outcome: { state: 'done' } })
  const after = repeatedRows(rows, ['failed'], newKey)
  t.same(rowStates(after), ['waiting', 'waiting', 'done'])
  t.not(after[0]?.key, before[0], 'what was refused is another request')
  t.equal(after[1]?.key, before[1], 'what may have had its effect is the same request')
})

t.test('given many rows, when they are worked through, then some are under way at a time and each is tried once', async (t) => {
  const ids = Array.from({ length: 20 }, (_, index) => `o-${index}`)
  const ended: string[] = []
  let underWay = 0
  let most = 0
  await runRows(
    newRows(
      ids.map((id) => order(id)),
      keys(),
    ),
    {
      attempt: async () => {
        most = Math.max(most, ++underWay)
        await new Promise((resolve) => setTimeout(resolve, 1))
        underWay--
        return { state: 'done' }
      },
      onBegun: () => undefined,
      onEnded: (id) => ended.push(id),
      isStopped: () => false,
      concurrency: 3,
    },
  )
  t.equal(most, 3)
  t.same(ended.toSorted(), ids.toSorted())
})

t.test('given a stop, when rows are under way, then they are ended and no other one begins', async (t) => {
  const ended: string[] = []
  await runRows(
    newRows(
      ['a', 'b', 'c', 'd'].map((id) => order(id)),
      keys(),
    ),
    {
      attempt: async () => ({ state: 'done' }),
      onBegun: () => undefined,
      onEnded: (id) => ended.push(id),
      isStopped: () => ended.length >= 2,
      concurrency: 1,
    },
  )
  t.same(ended, ['a', 'b'])
})
