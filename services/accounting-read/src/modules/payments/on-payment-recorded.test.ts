import { startConsumers } from '@open-oms/service-kit/consumers/consume'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { eventually, testEvents } from '@open-oms/service-kit/testing/test-events'
import t from 'tap'
import { createConsumers } from '../../consumers.ts'
import { type AccountingFixture, accountingFixture, aPayment, paymentEnvelope } from '../../testing/accounting-fixture.ts'

async function readPayments({ database }: AccountingFixture) {
  return await database.query<{ order_id: string; sequence: number; status: string; is_booked: boolean }>({
    text: 'select order_id, payment_id, sequence, replaced_by_sequence, status, is_booked from payment_transaction order by order_id, payment_id, sequence',
  })
}

async function markedDays({ database }: AccountingFixture): Promise<string[]> {
  const rows = await database.query<{ day: string }>({
    text: `select store_id || ' ' || currency_code || ' ' || posting_date as day from posting_draft order by 1`,
  })
  return rows.map(({ day }) => day)
}

t.test(
  'given repeated events in any order, when they are handled, then each counts once and the newest state holds',
  async (t) => {
    const fixture = await accountingFixture(t)
    const { nats } = await testEvents(t)
    const log = createLogger({ service: 'test', level: 'silent' })
    const running = startConsumers(
      { database: fixture.database, databaseUrl: fixture.database.url, nats, log },
      createConsumers(fixture.deps),
    )
    t.teardown(() => running.stop())
    const publish = (event: ReturnType<typeof paymentEnvelope>) => nats.jetstream.publish(event.type, JSON.stringify(event))

    const first = paymentEnvelope(aPayment(), 1)
    const second = paymentEnvelope(aPayment({}, { status: 'Failed' }), 2)
    const third = paymentEnvelope(aPayment({}, { id: 'payment-2', transactionId: 'T-2' }), 3)
    for (const event of [first, first, third, second, third, second]) await publish(event)
    await eventually(async () => (await readPayments(fixture)).length === 3, 'all three events were handled')
    await publish(first)
    const marker = paymentEnvelope(aPayment({ orderId: 'order-9', orderType: 'Web' }), 1)
    await publish(marker)
    await eventually(async () => (await readPayments(fixture)).length === 4, 'the last event was handled')
    t.match(await readPayments(fixture), [
      { payment_id: 'payment-1', sequence: 1, replaced_by_sequence: 2, status: 'Processed', is_booked: false },
      { payment_id: 'payment-1', sequence: 2, replaced_by_sequence: null, status: 'Failed', is_booked: false },
      { payment_id: 'payment-2', sequence: 3, replaced_by_sequence: null, is_booked: true },
      { order_id: 'order-9' },
    ])
  },
)

t.test('given a payment of a Pos order, when its event is handled, then it is not stored', async (t) => {
  const fixture = await accountingFixture(t)
  await fixture.record(aPayment({ orderType: 'Pos' }))
  t.same(await readPayments(fixture), [])
  t.same(await markedDays(fixture), [])
})

t.test(
  'given payments of every type and status, when they are handled, then only completed captures, sales, invoices and credits are booked',
  async (t) => {
    const fixture = await accountingFixture(t)
    const types = ['Authorization', 'Capture', 'Sale', 'Credit', 'Invoiced', 'Void'] as const
    const statuses = ['Processed', 'Failed', 'Pending', 'Paid', 'Approved'] as const
    for (const transactionType of types) {
      for (const status of statuses) {
        await fixture.record(aPayment({ orderId: `${transactionType} ${status}` }, { transactionType, status }))
      }
    }
    const booked = (await readPayments(fixture)).filter((row) => row.is_booked).map((row) => row.order_id)
    const expected = ['Capture', 'Sale', 'Credit', 'Invoiced'].flatMap((type) =>
      ['Processed', 'Paid', 'Approved'].map((status) => `${type} ${status}`),
    )
    t.same(booked.sort(), expected.sort())
  },
)

t.test('given a payment whose day changes, when it is handled, then both days are marked', async (t) => {
  const fixture = await accountingFixture(t)
  await fixture.record(aPayment({}, { paidDate: '2026-01-15T23:30:00.000Z' }))
  t.same(await markedDays(fixture), ['Oslo-01 NOK 2026-01-16'])
  await fixture.record(aPayment({ storeId: 'Tokyo-01' }, { paidDate: '2026-01-10T15:00:00.000Z' }))
  t.same(await markedDays(fixture), ['Oslo-01 NOK 2026-01-16', 'Tokyo-01 NOK 2026-01-11'])
})

t.test('given a payment of an unknown store, when it is handled, then it is stored by the accounting time zone', async (t) => {
  const fixture = await accountingFixture(t)
  fixture.config.settings.accounting.timeZone = 'America/New_York'
  await fixture.record(aPayment({ storeId: 'gone' }, { paidDate: '2026-01-15T03:00:00.000Z' }))
  t.same(await markedDays(fixture), ['gone NOK 2026-01-14'])
})

t.test('given a newer state of a payment, when an older one comes late, then the newer one holds', async (t) => {
  const fixture = await accountingFixture(t)
  await fixture.record(aPayment({}, { amount: 200 }), 5)
  await fixture.record(aPayment({}, { status: 'Pending' }), 4)
  await fixture.record(aPayment({}, { status: 'Failed' }), 3)
  t.match(await readPayments(fixture), [
    { sequence: 3, replaced_by_sequence: 5, is_booked: false },
    { sequence: 4, replaced_by_sequence: 5, is_booked: false },
    { sequence: 5, replaced_by_sequence: null, is_booked: true },
  ])
})

// Regression: payments of a new order with the id of a purged one replaced those already booked.
t.test('given a purged order, when another one uses its id, then its payments are separate', async (t) => {
  const fixture = await accountingFixture(t)
  await fixture.record(aPayment({}, { amount: 200 }))
  await fixture.purge('order-1')
  await fixture.record(aPayment({}, { paidDate: '2026-01-16T11:00:00.000Z' }))
  await fixture.record(aPayment({}, { status: 'Failed' }))
  await fixture.purge('order-1')
  await fixture.purge('order-9')
  await fixture.record(aPayment({}, { amount: 50 }))
  t.match(await readPayments(fixture), [
    { sequence: 1, replaced_by_sequence: 2, is_booked: true },
    { sequence: 3, replaced_by_sequence: 4, is_booked: false },
    { sequence: 4, replaced_by_sequence: 5, status: 'Failed', is_booked: false },
    { sequence: 6, replaced_by_sequence: null, is_booked: true },
  ])
})

t.test('given a stored payment, when its row is changed or deleted, then the database refuses', async (t) => {
  const fixture = await accountingFixture(t)
  await fixture.record(aPayment())
  await t.rejects(fixture.database.owner.query({ text: 'update payment_transaction set amount = 1' }), { message: /is kept/ })
  await t.rejects(fixture.database.owner.query({ text: 'delete from payment_transaction' }), { message: /final/ })
  await t.rejects(fixture.database.owner.query({ text: 'truncate payment_transaction' }), { message: /final/ })
})
