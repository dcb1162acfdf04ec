import t from 'tap'
import { type AccountingFixture, accountingFixture, aPayment } from '../../testing/accounting-fixture.ts'
import { aPart } from '../../testing/sample-postings.ts'
import { verifyLedger } from '../audit/verify-ledger.ts'
import { buildDay } from '../payments/build-day.ts'
import { buildDays, buildDueDays } from './build-days.ts'

const fail = (error: unknown) => {
  throw error
}
const osloDay = (postingDate: string) => ({ storeId: 'Oslo-01', currencyCode: 'NOK', postingDate })
const day = osloDay('2026-01-15')
const next = osloDay('2026-01-16')

const build = async ({ deps }: AccountingFixture, which = day) => {
  const result = await buildDay(deps, which)
  return { ...result, postingId: 'postingId' in result ? result.postingId : '' }
}

async function currentLines({ database }: AccountingFixture, { postingDate }: { postingDate: string }) {
  const rows = await database.query<{ text: string }>({
    text: `select category || ' ' || trim_scale(debit) || ' ' || trim_scale(credit) || ' ' || coalesce(trim_scale(vat_amount)::text, '-')
        || coalesce(substring(description from ', correction.*'), '') as text
      from ledger_line l join posting p on p.id = l.posting_id
      where p.status <> 'Superseded' and p.posting_date = $1 order by line_sequence`,
    values: [postingDate],
  })
  return rows.map(({ text }) => text)
}

/** Debit less credit of every account over all current postings. */
async function balances({ database }: AccountingFixture) {
  const rows = await database.query<{ text: string }>({
    text: `select account_number || ' ' || trim_scale(sum(debit - credit)) as text
      from ledger_line l join posting p on p.id = l.posting_id where p.status <> 'Superseded'
      group by account_number having sum(debit - credit) <> 0 order by 1`,
  })
  return rows.map(({ text }) => text)
}

/** A day of one payment whose posting is reconciled. */
async function aClosedDay(t: Parameters<typeof accountingFixture>[0]) {
  const fixture = await accountingFixture(t)
  await fixture.record(aPayment())
  const { postingId } = await build(fixture)
  await fixture.reconcile(postingId)
  return { fixture, postingId }
}

const late = (orderId = 'late', amount = 250) =>
  aPayment({ orderId, breakdown: [aPart('Sales', amount * 0.8, { vatRate: 25, vatAmount: amount * 0.2 })] }, { amount })

t.test(
  'given a reconciled day, when a late payment comes, then the next day books it in separate lines with a warning',
  async (t) => {
    const { fixture, postingId } = await aClosedDay(t)
    await fixture.record(late())
    t.match(await build(fixture), { outcome: 'corrected', postingId, toDate: '2026-01-16' })
    t.match(await build(fixture), { outcome: 'unchanged', postingId }, 'there is nothing left to correct')
    await fixture.record(aPayment({ orderId: 'own' }, { paidDate: '2026-01-16T11:00:00.000Z' }))
    const built = await build(fixture, next)
    t.match(built, { outcome: 'built', warnings: ['Changes of 2026-01-15 are booked here: its posting is reconciled.'] })
    t.same(await currentLines(fixture, next), [
      'PaymentMethod 125 0 -',
      'PaymentMethod 250 0 -, correction of 2026-01-15',
      'Sales 0 100 25',
      'Sales 0 200 50, correction of 2026-01-15',
      'OutputVat 0 25 25',
      'OutputVat 0 50 50, correction of 2026-01-15',
    ])
    const [{ order_ids }] = (await fixture.database.query({
      text: 'select order_ids from posting where id = $1',
      values: [built.postingId],
    })) as [{ order_ids: string[] }]
    t.same(order_ids, ['late', 'own'], 'the order of the late payment is found by the posting that books it')
    t.match(await build(fixture, next), { outcome: 'unchanged', postingId: built.postingId })
    t.same(await balances(fixture), ['1500 500', '2700 -100', '3000 -400'])
    t.match(await verifyLedger(fixture.deps), { difference: null })
  },
)

t.test('given a range with a reconciled day, when it is built, then the correction is booked in the same command', async (t) => {
  const { fixture } = await aClosedDay(t)
  await fixture.record(late())
  const results = await buildDays(fixture.deps, { from: '2026-01-15', to: '2026-01-17', storeId: null }, fail)
  t.match(results, [{ outcome: 'corrected' }, { postingDate: '2026-01-16', outcome: 'built' }])
})

t.test('given a correction on a day without payments, when due days are built, then it is booked', async (t) => {
  const { fixture } = await aClosedDay(t)
  await fixture.record(late())
  t.match(await buildDueDays(fixture.deps, fail), [{ outcome: 'corrected' }])
  t.match(await buildDueDays(fixture.deps, fail), [{ postingDate: '2026-01-16', outcome: 'built' }])
  t.same(await buildDueDays(fixture.deps, fail), [])
})

t.test(
  'given a reconciled day, when its payment fails later, then it is reversed; one added and removed leaves nothing',
  async (t) => {
    const { fixture } = await aClosedDay(t)
    await fixture.record(aPayment({}, { status: 'Failed' }))
    t.match(await build(fixture), { outcome: 'corrected' })
    await build(fixture, next)
    t.same(await currentLines(fixture, next), [
      'PaymentMethod 0 125 -, correction of 2026-01-15',
      'Sales 100 0 25, correction of 2026-01-15',
      'OutputVat 25 0 25, correction of 2026-01-15',
    ])
    t.same(await balances(fixture), [])
    await fixture.record(aPayment())
    t.match(await build(fixture), { outcome: 'corrected' })
    t.match(await build(fixture, next), { outcome: 'superseded', warnings: { length: 0 } })
    t.same(await currentLines(fixture, next), [])
    t.same(await balances(fixture), ['1500 125', '2700 -25', '3000 -100'])
  },
)

t.test('given several reconciled days, when a late payment comes, then the first open day books it', async (t) => {
  const { fixture } = await aClosedDay(t)
  for (const postingDate of ['2026-01-16', '2026-01-17', '2026-01-19']) {
    await fixture.record(aPayment({ orderId: postingDate }, { paidDate: `${postingDate}T11:00:00.000Z` }))
    await fixture.reconcile((await build(fixture, osloDay(postingDate))).postingId)
  }
  await fixture.record(late())
  t.match(await build(fixture), { toDate: '2026-01-18' })
})

t.test('given a day reconciled before it booked a correction, when it is built, then the next open day books it', async (t) => {
  const { fixture } = await aClosedDay(t)
  await fixture.record(aPayment({ orderId: 'own' }, { paidDate: '2026-01-16T11:00:00.000Z' }))
  const { postingId } = await build(fixture, next)
  await fixture.record(late())
  t.match(await build(fixture), { toDate: '2026-01-16' })
  await fixture.reconcile(postingId)
  t.match(await build(fixture, next), { outcome: 'corrected', toDate: '2026-01-17' })
  t.match(await build(fixture, next), { outcome: 'unchanged' })
  await build(fixture, osloDay('2026-01-17'))
  t.match(
    (await currentLines(fixture, osloDay('2026-01-17')))[0],
    /PaymentMethod 250 0 -, correction of 2026-01-15, correction of 2026-01-16/,
  )
  t.same(await balances(fixture), ['1500 500', '2700 -100', '3000 -400'])
})

t.test('given a day reconciled with a correction, when it is built again, then it is unchanged', async (t) => {
  const { fixture } = await aClosedDay(t)
  await fixture.record(late())
  await build(fixture)
  await fixture.reconcile((await build(fixture, next)).postingId)
  t.match(await build(fixture, next), { outcome: 'unchanged' })
  await fixture.record(late('later', 125))
  t.match(await build(fixture), { outcome: 'corrected', toDate: '2026-01-17' })
  await build(fixture, osloDay('2026-01-17'))
  t.same(await balances(fixture), ['1500 500', '2700 -100', '3000 -400'])
})

t.test('given a late refund and a late sale, when they are corrected, then each has lines of its own', async (t) => {
  const { fixture } = await aClosedDay(t)
  await fixture.record(late('sale', 125))
  await fixture.record(aPayment({ orderId: 'refund' }, { transactionType: 'Credit' }))
  await build(fixture)
  await build(fixture, next)
  t.same(await currentLines(fixture, next), [
    'PaymentMethod 125 0 -, correction of 2026-01-15',
    'RefundPaymentMethod 0 125 -, correction of 2026-01-15',
    'Sales 100 0 25, correction of 2026-01-15',
    'Sales 0 100 25, correction of 2026-01-15',
    'OutputVat 25 0 25, correction of 2026-01-15',
    'OutputVat 0 25 25, correction of 2026-01-15',
  ])
})

t.test('given concurrent builds of a reconciled day, when both finish, then the correction is written once', async (t) => {
  const { fixture } = await aClosedDay(t)
  await fixture.record(late())
  const results = await Promise.all([1, 2, 3, 4].map(() => build(fixture)))
  t.same(results.map(({ outcome }) => outcome).sort(), ['corrected', 'unchanged', 'unchanged', 'unchanged'])
  const both = await Promise.all([build(fixture), build(fixture, next), build(fixture, next)])
  t.same(both.map(({ outcome }) => outcome).sort(), ['built', 'unchanged', 'unchanged'])
  t.same(await balances(fixture), ['1500 375', '2700 -75', '3000 -300'])
})

t.test('given the last day of the calendar is reconciled, when a late payment comes, then the day is a draft', async (t) => {
  const fixture = await accountingFixture(t)
  const last = osloDay('9999-12-31')
  const paidDate = '9999-12-31T12:00:00.000Z'
  await fixture.record(aPayment({}, { paidDate }))
  await fixture.reconcile((await build(fixture, last)).postingId)
  await fixture.record(aPayment({ orderId: 'late' }, { paidDate }))
  t.match(await build(fixture, last), { outcome: 'draft', reasons: [/is reconciled, and no later day/] })
})

t.test('given a correction, when its row is changed or deleted, then the database refuses', async (t) => {
  const { fixture } = await aClosedDay(t)
  await fixture.record(late())
  await build(fixture)
  for (const text of ['delete from carried_line', 'update carried_line set amount = 1', 'truncate carried_line']) {
    await t.rejects(fixture.database.owner.query({ text }), { message: /final/ })
    await t.rejects(fixture.deps.query({ text }), { message: /permission denied/ })
  }
})
