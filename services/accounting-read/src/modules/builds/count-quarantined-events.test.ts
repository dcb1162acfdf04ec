import type { PaymentRecordedData } from '@open-oms/contracts/orders/payment-event-data'
import t from 'tap'
import { accountingFixture, aPayment, paymentEnvelope } from '../../testing/accounting-fixture.ts'
import type { BuildRange } from './build-days.ts'
import { countQuarantinedPayments } from './count-quarantined-events.ts'

const day: BuildRange = { from: '2026-01-15', to: '2026-01-15', storeId: 'Oslo-01' }

async function setUp(t: Parameters<typeof accountingFixture>[0]) {
  const fixture = await accountingFixture(t)
  const park = (eventId: string, envelope: unknown, consumer = 'accounting-payments') =>
    fixture.database.query({
      text: `insert into kit.parked_event (consumer, event_id, source, subject, sequence, envelope) values ($1, $2, 's', 'x', 1, $3)`,
      values: [consumer, eventId, typeof envelope === 'string' ? envelope : JSON.stringify(envelope)],
    })
  const count = async (range: BuildRange = day) =>
    (await countQuarantinedPayments(fixture.deps, 'accounting-payments', range)).parked
  return { ...fixture, park, count }
}

t.test('given an unhandled payment, when a range is checked, then it counts for its store and local day', async (t) => {
  const { park, count } = await setUp(t)
  await park('a', paymentEnvelope(aPayment({}, { paidDate: '2026-01-14T23:00:00.000Z' }), 1))
  t.equal(await count(), 1)
  t.equal(await count({ ...day, storeId: null }), 1)
  t.equal(await count({ ...day, storeId: 'Bergen-01' }), 0)
  t.equal(await count({ ...day, from: '2026-01-16', to: '2026-01-31' }), 0)
  t.equal(await count({ ...day, from: '2026-01-01', to: '2026-01-14' }), 0)
  t.equal(await count({ ...day, from: '2026-01-01', to: '2026-01-31' }), 1)
})

t.test('given unhandled events that change no posting of the range, when it is checked, then they do not count', async (t) => {
  const { park, count } = await setUp(t)
  await park('pos', paymentEnvelope(aPayment({ orderType: 'Pos' }), 1))
  await park('authorized', paymentEnvelope(aPayment({}, { transactionType: 'Authorization' }), 1))
  await park('pending', paymentEnvelope(aPayment({}, { status: 'Pending' }), 1))
  await park('order', { ...paymentEnvelope(aPayment(), 1), type: 'orders.order.created.v1' })
  await park('other', paymentEnvelope(aPayment(), 1), 'another-consumer')
  t.equal(await count(), 0)
})

t.test(
  'given an unhandled event about a booked payment, when a range is checked, then it counts for the day of the booking',
  async (t) => {
    const { record, park, count } = await setUp(t)
    await record(aPayment())
    await park('failed', paymentEnvelope(aPayment({}, { status: 'Failed' }), 2))
    await park('moved', paymentEnvelope(aPayment({ storeId: 'Tokyo-01' }, { paidDate: '2026-03-01T11:00:00.000Z' }), 3))
    t.equal(await count(), 2)
    t.equal(await count({ from: '2026-03-01', to: '2026-03-01', storeId: 'Tokyo-01' }), 1)
    t.equal(await count({ ...day, from: '2026-01-16', to: '2026-01-16' }), 0)
  },
)

t.test('given an unreadable event, when a range is checked, then it counts', async (t) => {
  const { park, count } = await setUp(t)
  const payment = aPayment({}, { paidDate: '2026-03-01T11:00:00.000Z' })
  const event = paymentEnvelope(payment, 1)
  const broken: unknown[] = [
    'no json',
    '[]',
    'null',
    { ...event, data: null },
    { ...event, data: { ...payment, storeId: undefined } },
    { ...event, data: { ...payment, payment: 'x' } },
    { ...event, data: { ...payment, payment: { ...payment.payment, paidDate: 'yesterday' } } },
    { ...event, data: { ...payment, payment: { ...payment.payment, id: '' } } },
  ]
  for (const [index, envelope] of broken.entries()) await park(`broken-${index}`, envelope)
  const breaksContract = { ...aPayment({}, { status: 'Odd' as never }), breakdown: 'x' } as unknown as PaymentRecordedData
  await park('unknown status', paymentEnvelope(breaksContract, 1))
  t.equal(await count(), broken.length + 1)
})

t.test('given many unhandled events, when a range is checked, then all are counted', async (t) => {
  const { database, count } = await setUp(t)
  await database.query({
    text: `insert into kit.parked_event (consumer, event_id, source, subject, sequence, envelope)
      select 'accounting-payments', 'e-' || n, 's', 'x', n, '{}' from generate_series(1, 450) n`,
  })
  t.equal(await count(), 450)
})
