import t from 'tap'
import { accountingFixture, aPayment } from '../../testing/accounting-fixture.ts'
import { aPart } from '../../testing/sample-postings.ts'
import type { BuildResult } from '../postings/save-posting.ts'
import { buildDays, buildDueDays, type OnFailure } from './build-days.ts'

const shown = (results: readonly BuildResult[]) =>
  results.map(({ postingDate, storeId, currencyCode, outcome }) => `${postingDate} ${storeId} ${currencyCode} ${outcome}`)

const none = (error: unknown) => {
  throw error
}

t.test('given a range, when it is built, then every store and currency of its days has a posting', async (t) => {
  const fixture = await accountingFixture(t)
  const payments = [
    aPayment({ orderId: '1' }, { paidDate: '2026-01-14T12:00:00.000Z' }),
    aPayment({ orderId: '2' }),
    aPayment({ orderId: '3', currency: 'SEK' }),
    aPayment({ orderId: '4', storeId: 'Bergen-01' }),
    aPayment({ orderId: '5', storeId: 'Tokyo-01', currency: 'JPY' }, { paidDate: '2026-01-14T15:00:00.000Z' }),
    aPayment({ orderId: '6' }, { paidDate: '2026-01-16T12:00:00.000Z' }),
  ]
  for (const payment of payments) await fixture.record(payment)
  const range = { from: '2026-01-14', to: '2026-01-15', storeId: null }
  const expected = [
    '2026-01-14 Oslo-01 NOK',
    '2026-01-15 Bergen-01 NOK',
    '2026-01-15 Oslo-01 NOK',
    '2026-01-15 Oslo-01 SEK',
    '2026-01-15 Tokyo-01 JPY',
  ]
  t.same(
    shown(await buildDays(fixture.deps, range, none)),
    expected.map((day) => `${day} built`),
  )
  t.same(
    shown(await buildDays(fixture.deps, range, none)),
    expected.map((day) => `${day} unchanged`),
  )
  t.same(shown(await buildDays(fixture.deps, { ...range, storeId: 'Bergen-01' }, none)), ['2026-01-15 Bergen-01 NOK unchanged'])
})

t.test('given an unknown store, when it is built, then that is an error; a store no longer configured has a draft', async (t) => {
  const fixture = await accountingFixture(t)
  const range = { from: '2026-01-15', to: '2026-01-15' }
  await t.rejects(buildDays(fixture.deps, { ...range, storeId: 'nowhere' }, none), {
    code: 'ValidationFailed',
    message: /no store "nowhere"/,
  })
  await fixture.record(aPayment({ storeId: 'closed' }))
  for (const storeId of ['closed', null]) {
    t.match(await buildDays(fixture.deps, { ...range, storeId }, none), [
      { outcome: 'draft', reasons: ['store closed has no chart of accounts'] },
    ])
  }
})

t.test(
  'given a store no longer configured with payments on some days, when a range is built, then those days are drafts',
  async (t) => {
    const fixture = await accountingFixture(t)
    await fixture.record(aPayment({ storeId: 'closed' }))
    const range = { from: '2026-01-01', to: '9999-12-31', storeId: 'closed' }
    t.same(shown(await buildDays(fixture.deps, range, none)), ['2026-01-15 closed NOK draft'])
  },
)

t.test('given postings switched off, when days are built, then nothing is posted', async (t) => {
  const fixture = await accountingFixture(t)
  await fixture.record(aPayment())
  for (const name of ['postingEnabled', 'webFulfillmentPostingEnabled'] as const) {
    fixture.config.settings.accounting[name] = false
    const build = buildDays(fixture.deps, { from: '2026-01-15', to: '2026-01-15', storeId: null }, none)
    await t.rejects(build, { code: 'ValidationFailed', message: new RegExp(`accounting.${name}`) })
    t.same(await buildDueDays(fixture.deps, none), [])
    fixture.config.settings.accounting[name] = true
  }
})

t.test('given stores in two time zones, when a day is over, then it is due at the cut-off hour of its store', async (t) => {
  const fixture = await accountingFixture(t)
  await fixture.record(aPayment())
  await fixture.record(aPayment({ orderId: 'order-2', storeId: 'Tokyo-01', currency: 'JPY' }))
  const dueAt = async (instant: string) => shown(await buildDueDays({ ...fixture.deps, now: () => new Date(instant) }, none))
  t.same(await dueAt('2026-01-15T16:59:59.999Z'), [])
  t.same(await dueAt('2026-01-15T17:00:00.000Z'), ['2026-01-15 Tokyo-01 JPY built'], '02:00 of 16 January in Tokyo')
  t.same(await dueAt('2026-01-16T00:59:59.999Z'), [])
  t.same(await dueAt('2026-01-16T01:00:00.000Z'), ['2026-01-15 Oslo-01 NOK built'], '02:00 of 16 January in Oslo')
  t.same(await dueAt('2026-01-20T00:00:00.000Z'), [], 'a posting that is built is not built again')
})

t.test('given missed days, late payments and drafts, when the next scheduled build runs, then they are built', async (t) => {
  const fixture = await accountingFixture(t)
  for (const day of ['2026-01-12', '2026-01-13'])
    await fixture.record(aPayment({ orderId: day }, { paidDate: `${day}T12:00:00.000Z` }))
  await fixture.record(aPayment({ orderId: 'card', storeId: 'Tokyo-01', currency: 'JPY', breakdown: [aPart('GiftCard', 125)] }))
  t.same(shown(await buildDueDays(fixture.deps, none)), [
    '2026-01-12 Oslo-01 NOK built',
    '2026-01-13 Oslo-01 NOK built',
    '2026-01-15 Tokyo-01 JPY draft',
  ])
  await fixture.record(aPayment({ orderId: 'late' }, { paidDate: '2026-01-12T12:00:00.000Z' }))
  t.same(shown(await buildDueDays(fixture.deps, none)), ['2026-01-12 Oslo-01 NOK superseded', '2026-01-15 Tokyo-01 JPY draft'])
})

t.test('given a day that cannot be built, when due days are built, then the others are built', async (t) => {
  const fixture = await accountingFixture(t)
  await fixture.record(aPayment({ orderId: 'a' }, { paidDate: '2026-01-12T12:00:00.000Z' }))
  await fixture.record(aPayment({ orderId: 'b' }, { paidDate: '2026-01-13T12:00:00.000Z' }))
  const failures: unknown[] = []
  const onFailure: OnFailure = (error, { postingDate }) => failures.push([postingDate, error.message])
  let transactions = 0
  const inTransaction: typeof fixture.deps.inTransaction = async (work) => {
    if (++transactions === 1) throw new Error('no connection')
    return await fixture.deps.inTransaction(work)
  }
  const results = await buildDueDays({ ...fixture.deps, inTransaction }, onFailure)
  t.same(shown(results), ['2026-01-13 Oslo-01 NOK built'])
  t.same(failures, [['2026-01-12', 'no connection']])
  t.same(shown(await buildDueDays(fixture.deps, none)), ['2026-01-12 Oslo-01 NOK built'], 'the next build tries again')
})

t.test(
  'given a range with a failing day, when it is built, then the others are built and the failure names its day',
  async (t) => {
    const fixture = await accountingFixture(t)
    await fixture.record(aPayment({ orderId: 'a' }))
    await fixture.record(aPayment({ orderId: 'b', storeId: 'Bergen-01' }))
    const failures: unknown[] = []
    let transactions = 0
    const inTransaction: typeof fixture.deps.inTransaction = async (work) => {
      if (++transactions === 1) throw new Error('no connection')
      return await fixture.deps.inTransaction(work)
    }
    const range = { from: '2026-01-15', to: '2026-01-15', storeId: null }
    const results = await buildDays({ ...fixture.deps, inTransaction }, range, (error, { storeId }) =>
      failures.push([storeId, error.message]),
    )
    t.same(shown(results), ['2026-01-15 Oslo-01 NOK built'])
    t.same(failures, [['Bergen-01', 'no connection']])
  },
)

// Regression: "never" is often written as the end of the year 9999; in Oslo that is the year 10000,
// and the whole daily build failed.
t.test('given a payment at the end of the calendar, when due days are built, then the others are built', async (t) => {
  const fixture = await accountingFixture(t)
  await fixture.record(aPayment({ orderId: 'never' }, { paidDate: '9999-12-31T23:59:59.999Z' }))
  await fixture.record(aPayment())
  t.same(shown(await buildDueDays(fixture.deps, none)), ['2026-01-15 Oslo-01 NOK built'])
})
