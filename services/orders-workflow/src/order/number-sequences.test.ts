import { testDatabase } from '@oms/service-kit/testing/test-database'
import t from 'tap'
import { drawNumber, nextOrderNumber } from './number-sequences.ts'

const database = await testDatabase(t, 'orders-workflow')
const sequence = (fields: { name: string; prefix?: string; digits?: number; start?: number }) => ({
  prefix: '',
  digits: 1,
  start: 1,
  ...fields,
})

t.test('given a number sequence, when numbers are drawn, then they rise by one with prefix and digits', async (t) => {
  const invoices = sequence({ name: 'invoices', prefix: 'I-', digits: 4, start: 9998 })
  const drawn = [await drawNumber(database, invoices), await drawNumber(database, invoices), await drawNumber(database, invoices)]
  t.same(drawn, ['I-9998', 'I-9999', 'I-10000'])
  t.equal(await drawNumber(database, invoices, 10), 'I-10010')
})

t.test('given a number sequence, when its start changes, then a raised one counts and a lowered one does not', async (t) => {
  t.equal(await drawNumber(database, sequence({ name: 'moved', start: 5 })), '5')
  t.equal(await drawNumber(database, sequence({ name: 'moved', start: 100 })), '100')
  t.equal(await drawNumber(database, sequence({ name: 'moved', start: 1 })), '101')
})

t.test('given a number sequence, when numbers are drawn concurrently, then they differ and have no gap', async (t) => {
  const busy = sequence({ name: 'busy', start: 1 })
  const drawn = await Promise.all(Array.from({ length: 200 }, () => drawNumber(database, busy)))
  t.same(
    drawn.map(Number).sort((a, b) => a - b),
    Array.from({ length: 200 }, (_, index) => index + 1),
  )
})

t.test('given an open transaction, when it draws a number, then others are not blocked', async (t) => {
  const held = sequence({ name: 'held' })
  await database.inTransaction(async (tx) => {
    await tx.query({ text: 'select 1' })
    t.equal(await drawNumber(database, held), '1')
    t.equal(await drawNumber(database, held), '2')
  })
})

t.test('given numbers that are ids of orders, when the next is drawn, then they are skipped', async (t) => {
  const long = sequence({ name: 'long', prefix: 'L-', start: 1 })
  await database.query({
    text: `insert into "order" (id, store_id, version_number, version_id, event_sequence, document)
      values ('L-1', 'Oslo-01', 1, gen_random_uuid(), 1, '{}')`,
  })
  t.equal(await nextOrderNumber(database, long), 'L-2')
})
