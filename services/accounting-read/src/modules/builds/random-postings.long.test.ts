import { breakdownKinds, type PaymentRecordedData } from '@open-oms/contracts/orders/payment-event-data'
import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t from 'tap'
import { type AccountingFixture, accountingFixture, aPayment } from '../../testing/accounting-fixture.ts'
import { anAccount, aPart, transferAccounts } from '../../testing/sample-postings.ts'
import { verifyLedger } from '../audit/verify-ledger.ts'
import { buildDays } from './build-days.ts'

const RUNS = propertyRuns(8)
const fail = (error: unknown) => {
  throw error
}

const cents = (max: number) => fc.integer({ min: -max / 4, max }).map((whole) => whole / 100)
const part = fc
  .record({
    kind: fc.constantFrom(...breakdownKinds),
    net: cents(500_000),
    vatRate: fc.constantFrom(0, 12, 15, 25, null),
    vatAmount: cents(100_000),
    isRental: fc.boolean(),
  })
  .map(({ kind, net, ...more }) => aPart(kind, net, more))

/** An event about one of a few payments, so that some have several events. */
const anEvent = fc.record({
  order: fc.integer({ min: 1, max: 4 }),
  payment: fc.integer({ min: 1, max: 2 }),
  hour: fc.integer({ min: 0, max: 71 }),
  transactionType: fc.constantFrom('Capture', 'Sale', 'Invoiced', 'Credit'),
  status: fc.constantFrom('Processed', 'Paid', 'Failed'),
  method: fc.constantFrom('Card', 'Vipps'),
  storeId: fc.constantFrom('Oslo-01', 'Bergen-01'),
  providerFee: fc.constantFrom(null, 0, 1.25, -0.5),
  cost: fc.constantFrom(0, 12.5, 99.99),
  parts: fc.array(part, { minLength: 1, maxLength: 4 }),
})
type PaymentFields = typeof anEvent extends fc.Arbitrary<infer T> ? T : never

/** Events of one run: its own orders, in three days of their own. */
function toPaymentEvents(list: readonly PaymentFields[], run: number): { data: PaymentRecordedData; sequence: number }[] {
  return list.map(({ order, payment, hour, parts, cost, ...fields }, index) => {
    const { storeId, providerFee, ...how } = fields
    const amount = Math.round(parts.reduce((sum, { net, vatAmount }) => sum + net + vatAmount, 0) * 100) / 100
    const paidDate = new Date(Date.UTC(2026, 0, 1 + run * 4, hour)).toISOString()
    const transfers = cost === 0 ? [] : [{ lineItemId: '1', shipmentId: '1', warehouseCode: 'Bergen-01', cost }]
    const data = aPayment(
      { orderId: `${run}-${order}`, storeId, breakdown: parts, transfers },
      { ...how, id: `${run}-${order}-${payment}`, amount, paidDate, providerFee },
    )
    return { data, sequence: index + 1 }
  })
}

async function hashes({ database }: AccountingFixture) {
  return await database.query({
    text: `select store_id, posting_date, posting_hash from posting where status <> 'Superseded' and line_count > 0 order by 1, 2`,
  })
}

/** The sum of all current payments, and that of the lines of payment methods and fees, in cents. */
async function totals({ database }: AccountingFixture) {
  const [row] = await database.query<{ paid: string; booked: string; balance: string; breakdown: string }>({
    text: `select
      (select coalesce(sum(case transaction_type when 'Credit' then -amount else amount end), 0) from payment_transaction where is_booked) as paid,
      (select coalesce(sum(case transaction_type when 'Credit' then -1 else 1 end * ((e->>'net')::numeric + (e->>'vatAmount')::numeric)), 0)
        from payment_transaction, json_array_elements(breakdown) e where is_booked) as breakdown,
      (select coalesce(sum(debit - credit), 0) from ledger_line l join posting p on p.id = l.posting_id where p.status <> 'Superseded'
        and (category in ('PaymentMethod', 'RefundPaymentMethod', 'Receivable') or (category = 'PaymentProviderFee' and description like '%, %'))) as booked,
      (select coalesce(sum(debit - credit), 0) from ledger_line) as balance`,
  })
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, text]) => [name, Number(text)]))
}

t.test(
  'given any events in any order, when all days are built, then the ledger is the same, consistent and equal to the payments',
  async (t) => {
    const ledgers = [await accountingFixture(t), await accountingFixture(t)] as const
    for (const { config } of ledgers) config.charts[0]?.accounts.push(...transferAccounts, anAccount('RentalSales', '3600'))
    let run = 0
    const shuffled = fc
      .array(anEvent, { minLength: 1, maxLength: 14 })
      .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray([...list.keys()], { minLength: list.length })))
    const property = fc.asyncProperty(shuffled, async ([list, arrival]) => {
      const events = toPaymentEvents(list, run)
      const days = { from: '2026-01-01', to: '2026-12-31', storeId: null }
      // The first ledger is built after every event, the second once at the end.
      for (const { data, sequence } of events) {
        await ledgers[0].record(data, sequence)
        await buildDays(ledgers[0].deps, days, fail)
      }
      for (const index of arrival) {
        const event = events[index]
        if (event !== undefined) await ledgers[1].record(event.data, event.sequence)
      }
      await buildDays(ledgers[1].deps, days, fail)
      run += 1
      t.strictSame(await hashes(ledgers[1]), await hashes(ledgers[0]))
      for (const fixture of ledgers) {
        const { paid, booked, balance, breakdown } = await totals(fixture)
        t.equal(booked, paid)
        t.equal(breakdown, paid)
        t.equal(balance, 0)
        t.match(await verifyLedger(fixture.deps), { difference: null })
      }
    })
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true })
  },
)
