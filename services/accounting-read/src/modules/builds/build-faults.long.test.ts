import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { type AccountingFixture, accountingFixture, aPayment } from '../../testing/accounting-fixture.ts'
import { buildDay } from '../payments/build-day.ts'
import { buildDueDays } from './build-days.ts'

const day = { storeId: 'Oslo-01', currencyCode: 'NOK', postingDate: '2026-01-15' }
const fail = (error: unknown) => {
  throw error
}

/**
 * Builds the day of each in one process, which is killed when each build has sent its statement.
 */
async function killedAfter(builds: readonly { fixture: AccountingFixture; point: string }[]): Promise<void> {
  const program = fileURLToPath(new URL('../../testing/killed-build.ts', import.meta.url))
  const given = builds.map(({ fixture, point }) => ({ url: fixture.database.url, point }))
  const [, signal] = await once(fork(program, [JSON.stringify(given)], { stdio: 'ignore' }), 'exit')
  if (signal !== 'SIGKILL') throw new Error('The process should have been killed in the middle of its builds.')
}

async function newDay(): Promise<AccountingFixture> {
  const fixture = await accountingFixture(t)
  for (let order = 1; order <= 30; order++) await fixture.record(aPayment({ orderId: `order-${order}` }))
  return fixture
}

async function superseding(): Promise<AccountingFixture> {
  const fixture = await accountingFixture(t)
  await fixture.record(aPayment())
  await buildDay(fixture.deps, day)
  await fixture.record(aPayment({ orderId: 'late' }))
  return fixture
}

async function correcting(): Promise<AccountingFixture> {
  const fixture = await accountingFixture(t)
  await fixture.record(aPayment())
  const built = await buildDay(fixture.deps, day)
  await fixture.reconcile('postingId' in built ? built.postingId : '')
  await fixture.record(aPayment({ orderId: 'late' }))
  return fixture
}

const points = ['company-chain-lock', 'ledger-line-insert', 'DELETE FROM "public"."posting_draft"']
const ofNew = await Promise.all(points.map(async (point) => ({ fixture: await newDay(), point })))
const [ofSuperseding, ofCorrecting] = await Promise.all([superseding(), correcting()])
await killedAfter([
  ...ofNew,
  { fixture: ofSuperseding, point: 'posting-supersede' },
  { fixture: ofCorrecting, point: 'carried-line-insert' },
])

async function readTableCounts({ database }: AccountingFixture) {
  const [row] = await database.query<Record<string, number>>({
    text: `select (select count(*) from posting)::int as postings, (select count(*) from posting where status <> 'Superseded')::int as current,
      (select count(*) from ledger_line)::int as lines, (select coalesce(sum(chain_number), 0) from company_chain)::int as chain,
      (select count(*) from kit.outbox)::int as events, (select count(*) from posting_draft)::int as drafts`,
  })
  return row
}

t.test(
  'given a build killed at any point, when the day is built again, then there is exactly one complete posting',
  async (t) => {
    for (const { fixture, point } of ofNew) {
      t.same(await readTableCounts(fixture), { postings: 0, current: 0, lines: 0, chain: 0, events: 0, drafts: 1 }, point)
      t.match(await buildDueDays(fixture.deps, fail), [{ outcome: 'built' }], point)
      t.same(await readTableCounts(fixture), { postings: 1, current: 1, lines: 3, chain: 1, events: 1, drafts: 0 }, point)
    }
  },
)

t.test(
  'given a build killed while superseding, when the day is built again, then the old posting is superseded once',
  async (t) => {
    const fixture = ofSuperseding
    t.match(await readTableCounts(fixture), { postings: 1, current: 1, drafts: 1 })
    t.match(await buildDay(fixture.deps, day), { outcome: 'superseded' })
    t.match(await readTableCounts(fixture), { postings: 2, current: 1, chain: 2 })
  },
)

t.test('given a build killed while correcting, when the day is built again, then the correction is written once', async (t) => {
  const fixture = ofCorrecting
  t.same(await fixture.database.query({ text: 'select count(*)::int as count from carried_line' }), [{ count: 0 }])
  t.match(await buildDay(fixture.deps, day), { outcome: 'corrected' })
  t.same(await fixture.database.query({ text: 'select count(*)::int as count from carried_line' }), [{ count: 3 }])
})

t.test('given a posted, exported or rejected posting, when a payment is added, then a new posting supersedes it', async (t) => {
  for (const status of ['Posted', 'Exported', 'Rejected']) {
    const fixture = await accountingFixture(t)
    await fixture.record(aPayment())
    await buildDay(fixture.deps, day)
    const columns = {
      Posted: '',
      Exported: `, external_reference = 'E', exported_at = now()`,
      Rejected: `, rejection_reason = 'r'`,
    }[status]
    if (columns !== '')
      await fixture.database.query({ text: `update posting set status = $1, event_sequence = 2 ${columns}`, values: [status] })
    await fixture.record(aPayment({ orderId: 'late' }))
    t.match(await buildDay(fixture.deps, day), { outcome: 'superseded' }, status)
    t.match(await readTableCounts(fixture), { postings: 2, current: 1 }, status)
  }
})

t.test('given days when the clock changes, when payments are booked, then each belongs to one day', async (t) => {
  const fixture = await accountingFixture(t)
  // Oslo: 29 March 2026 has 23 hours (from 23:00Z to 22:00Z), 25 October 2026 has 25 (from 22:00Z
  // to 23:00Z).
  const instants = {
    '2026-03-28': ['2026-03-28T22:59:59.999Z'],
    '2026-03-29': [
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T00:59:59.999Z',
      '2026-03-29T01:00:00.000Z',
      '2026-03-29T21:59:59.999Z',
    ],
    '2026-03-30': ['2026-03-29T22:00:00.000Z'],
    '2026-10-25': [
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:30:00.000Z',
      '2026-10-25T22:59:59.999Z',
    ],
    '2026-10-26': ['2026-10-25T23:00:00.000Z'],
  }
  for (const paidDate of Object.values(instants).flat()) await fixture.record(aPayment({ orderId: paidDate }, { paidDate }))
  for (const [postingDate, expected] of Object.entries(instants)) {
    await buildDay(fixture.deps, { ...day, postingDate })
    const rows = await fixture.database.query({
      text: 'select order_ids from posting where posting_date = $1',
      values: [postingDate],
    })
    t.same(rows, [{ order_ids: expected }], postingDate)
  }
})
