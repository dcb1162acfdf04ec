import type { NumberSequence } from '@open-oms/contracts/config/number-sequences'
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import t from 'tap'
import { drawNumber, nextOrderNumber } from './number-sequences.ts'

const database = await testDatabase(t, 'orders-workflow')
const sequence = (fields: Partial<NumberSequence> & { name: string }): NumberSequence => ({
  accountingCompanyCodes: [],
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

t.test(
  'given sequences of one name, when numbers are drawn for companies, then each counts on its own without gaps',
  async (t) => {
    const all = sequence({ name: 'notes', prefix: 'N-', start: 50 })
    const sweden = sequence({ name: 'notes', prefix: 'S-', accountingCompanyCodes: ['SE01'] })
    const denmark = sequence({ name: 'notes', prefix: 'D-', accountingCompanyCodes: ['DK01'], start: 7 })
    const drawn = await Promise.all(
      Array.from({ length: 60 }, (_, index) => drawNumber(database, [all, sweden, denmark][index % 3] as NumberSequence)),
    )
    const numbers = (prefix: string) =>
      drawn
        .filter((number) => number.startsWith(prefix))
        .map((number) => Number(number.slice(2)))
        .sort((a, b) => a - b)
    const twenty = (start: number) => Array.from({ length: 20 }, (_, index) => start + index)
    t.same([numbers('N-'), numbers('S-'), numbers('D-')], [twenty(50), twenty(1), twenty(7)])
  },
)

t.test('given a sequence, when it becomes that of a company and back, then it gives no number of its prefix twice', async (t) => {
  const plain = sequence({ name: 'moving', prefix: 'M-' })
  const own = { ...plain, accountingCompanyCodes: ['NO01'] }
  const other = { ...plain, prefix: 'X-' }
  t.equal(await drawNumber(database, plain), 'M-1')
  t.equal(await drawNumber(database, own), 'M-2')
  t.equal(await drawNumber(database, { ...own, accountingCompanyCodes: ['SE01', 'NO01'] }), 'M-3')
  t.equal(await drawNumber(database, other), 'X-2', 'the sequence without company continues with another prefix')
  t.equal(await drawNumber(database, own), 'M-4')
  t.equal(await drawNumber(database, plain), 'M-5')
  t.equal(await drawNumber(database, plain), 'M-6')
})

t.test('given a counter from before prefixes were stored, when numbers are drawn, then none is given twice', async (t) => {
  const old = `insert into number_sequence (name, last_number) values ('old', 40), ('older', 70)`
  await database.query({ text: old })
  t.equal(await drawNumber(database, sequence({ name: 'old', prefix: 'O-' })), 'O-41')
  const company = { accountingCompanyCodes: ['SE01'] }
  t.equal(await drawNumber(database, sequence({ name: 'old', prefix: 'OS-', ...company })), 'OS-1')
  t.equal(
    await drawNumber(database, sequence({ name: 'older', prefix: 'P-', ...company })),
    'P-71',
    'it may have had this prefix',
  )
  t.equal(await drawNumber(database, sequence({ name: 'older', prefix: 'P-', ...company })), 'P-72')
})
