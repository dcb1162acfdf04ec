import { randomUUIDv7 } from 'node:crypto'
import type { Order } from '@open-oms/contracts/orders/order'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import t from 'tap'
import { insertDirectly, simpleOrder, writer } from '../../testing/orders/direct-writes.ts'
import { sampleConfig } from '../../testing/test-orders.ts'
import type { Change, ChangeFacts } from './intent.ts'
import type { WriteDeps } from './write-context.ts'
import { writeOrder } from './write-orders.ts'

const database = await testDatabase(t, 'orders-workflow')
const config = await sampleConfig()
const deps: WriteDeps = {
  inTransaction: database.inTransaction,
  config: () => config,
  now: () => new Date(),
  newId: randomUUIDv7,
}

const numbers = { text: `select last_number from number_sequence where name = 'beside'` }
const beside = { text: `insert into number_sequence (name, last_number) values ('beside', 1)` }
const named = async (id: string) =>
  (
    await database.query<{ name: string }>({
      text: `select document->>'customerName' as name from "order" where id = $1`,
      values: [id],
    })
  )[0]?.name

// COMMIT is sent with the save of a locked order: a save of no row would leave its stock changes
// committed.
t.test('given a locked order that has changed since it was read, when it is saved, then it is rolled back', async (t) => {
  await insertDirectly(deps, simpleOrder('moved'))
  const change = async (order: Order, { tx }: ChangeFacts): Promise<Change> => {
    // No other process can change the row: this simulates a fault of this process.
    await tx.query({ text: `update "order" set version_number = 7 where id = 'moved'` })
    return { order: { ...order, customerName: 'Ola' }, also: async (tx) => tx.later(beside) }
  }
  await t.rejects(writeOrder({ deps, write: writer }, { orderId: 'moved', kind: 'edit', change }), {
    message: /locked do not change/,
  })
  t.same(await database.query(numbers), [])
  t.equal(await named('moved'), null)
})

t.test('given other writes beside a locked order, when its work ends, then they commit or are rolled back with it', async (t) => {
  await insertDirectly(deps, simpleOrder('beside'))
  const write = (alongside: (tx: Transaction) => Promise<void>) =>
    writeOrder(
      { deps, write: writer },
      { orderId: 'beside', kind: 'edit', change: (order) => ({ order: { ...order, customerName: 'Ola' }, also: alongside }) },
    )
  const failing = write(async (tx) => {
    tx.later(beside)
    throw new Error('no')
  })
  await t.rejects(failing, { message: 'no' })
  t.same([await database.query(numbers), await named('beside')], [[], null])
  await write(async (tx) => tx.later(beside))
  t.same([(await database.query(numbers)).length, await named('beside')], [1, 'Ola'])
})
