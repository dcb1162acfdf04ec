import t from 'tap'
import { testDatabase } from '../testing/test-database.ts'
import { readInBatches } from './read-in-batches.ts'
import { Sql, statement } from './statement.ts'

const countTo = statement({
  name: 'test-count-to',
  text: 'select n from generate_series(1, $1::integer) as n',
  parameters: [Sql.integer],
  row: { n: Sql.integer },
})

t.test('given more and fewer rows than a batch, when they are read, then each comes once and in order', async (t) => {
  const { inTransaction } = await testDatabase(t)
  const batchesTo = (last: number) =>
    inTransaction(async (tx) => {
      const batches: number[][] = []
      for await (const rows of readInBatches(tx, countTo, { values: [last], size: 2 })) batches.push(rows.map(({ n }) => n))
      return batches
    })
  t.same(await batchesTo(5), [[1, 2], [3, 4], [5]])
  t.same(await batchesTo(4), [
    [1, 2],
    [3, 4],
  ])
  t.same(await batchesTo(0), [])
})

t.test(
  'given a reading that has ended, when the same statement is read again in the transaction, then it is read again',
  async (t) => {
    const { inTransaction } = await testDatabase(t)
    const rows = await inTransaction(async (tx) => {
      const read: number[] = []
      for (const last of [1, 3]) {
        for await (const batch of readInBatches(tx, countTo, { values: [last], size: 2 })) read.push(...batch.map(({ n }) => n))
      }
      return read
    })
    t.same(rows, [1, 1, 2, 3])
  },
)
