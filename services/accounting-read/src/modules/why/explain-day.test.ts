import { readFileSync } from 'node:fs'
import { type DayReasonCode, dayReasons } from '@open-oms/contracts/why/catalogue/day-catalogue'
import type { DayExplanation, DayReason } from '@open-oms/contracts/why/day-reasons'
import t, { type Test } from 'tap'
import { aPayment, aZReport, paymentEnvelope } from '../../testing/accounting-fixture.ts'
import { type AccountingServer, accountingServer } from '../../testing/accounting-server.ts'
import { buildDay } from '../payments/build-day.ts'
import { changePostingStatus } from '../postings/on-erp-event.ts'

const DAY = '2026-01-15'
const STORE = 'Oslo-01'
const webDay = { storeId: STORE, currencyCode: 'NOK', postingDate: DAY }

async function fetchExplanation({ client }: AccountingServer, query: object = {}): Promise<DayExplanation> {
  const response = await client.send({ url: '/api/Accounting/Postings/Why', query: { date: DAY, storeId: STORE, ...query } })
  if (response.status !== 200) throw new Error(`The day was not explained: ${response.text}`)
  return response.body
}
const reasonCodes = ({ reasons }: DayExplanation) => reasons.map(({ code }) => code)

function getReason(explanation: DayExplanation, code: DayReasonCode): DayReason {
  const found = explanation.reasons.find((reason) => reason.code === code)
  if (found === undefined) throw new Error(`${code} is not among ${reasonCodes(explanation).join(', ')}`)
  return found
}

/** The service at another time. */
async function serverAt(t: Test, now: string): Promise<AccountingServer> {
  const server = await accountingServer(t)
  server.deps.now = () => new Date(now)
  return server
}

t.test('given a bad date or an unknown store, when a day is explained, then the request is refused', async (t) => {
  const { client } = await accountingServer(t)
  const ask = (query: Record<string, string>) => client.send({ url: '/api/Accounting/Postings/Why', query })
  for (const date of ['2026-02-30', '2026-1-5', 'today', ''])
    t.match(await ask({ date, storeId: STORE }), { status: 400, body: { error: 'ValidationFailed' } }, date)
  t.match(await ask({ date: DAY }), { status: 400 })
  t.match(await ask({ date: DAY, storeId: 'nowhere' }), { status: 404, body: { message: /no store "nowhere"/ } })
})

t.test('given a day without payments, when it is explained, then it has no posting', async (t) => {
  const explanation = await fetchExplanation(await accountingServer(t))
  t.match(explanation, { storeId: STORE, date: DAY, at: '2026-01-20T06:00:00.000Z' })
  t.match(getReason(explanation, 'NoPayments'), {
    waitsFor: 'Nothing',
    evidence: [{ kind: 'Day', data: { timeZone: 'Europe/Oslo' } }],
  })
})

t.test('given a day that is not over, when it is explained, then its end and its build are named', async (t) => {
  const server = await serverAt(t, '2026-01-15T12:00:00.000Z')
  t.match(getReason(await fetchExplanation(server), 'DayNotOver'), { sentence: /no payments yet/ })
  await server.record(aPayment())
  const reason = getReason(await fetchExplanation(server), 'DayNotOver')
  t.match(reason, {
    waitsFor: 'Time',
    sentence: /^15 Jan 2026 ends 16 Jan 2026, 00:00 CET: 1 payment in NOK so far\./,
    next: { at: '2026-01-16T01:00:00.000Z' },
    evidence: [{ kind: 'Day', data: { endsAt: '2026-01-15T23:00:00.000Z', timeZone: 'Europe/Oslo' } }, { kind: 'Payment' }],
  })
})

t.test('given a day whose cut-off has not come, when it is explained, then it is not due', async (t) => {
  const server = await serverAt(t, '2026-01-15T23:30:00.000Z')
  await server.record(aPayment())
  t.match(getReason(await fetchExplanation(server), 'DayNotDue'), {
    waitsFor: 'Time',
    since: '2026-01-15T23:00:00.000Z',
    next: { at: String },
  })
})

t.test(
  'given a day that is due, when it is explained, then the next full hour posts it, and the command does so now',
  async (t) => {
    const server = await serverAt(t, '2026-01-20T06:10:00.000Z')
    await server.record(aPayment())
    const explanation = await fetchExplanation(server)
    t.strictSame(reasonCodes(explanation), ['DayDue'])
    t.match(getReason(explanation, 'DayDue'), {
      sentence: /^15 Jan 2026 is due: 1 payment in NOK\./,
      next: { at: '2026-01-20T07:00:00.000Z' },
      actions: [{ method: null, url: null, command: `npx oms accounting build --date ${DAY} --store ${STORE}` }],
    })
  },
)

t.test('given an entry without an account, when the day is explained, then the draft says which', async (t) => {
  const server = await accountingServer(t)
  await server.record(aPayment())
  const accounts = server.config.charts[0]?.accounts ?? []
  const sales = accounts.filter(({ category }) => category === 'Sales')
  for (const account of sales) account.active = false
  await buildDay(server.deps, webDay)
  const reason = getReason(await fetchExplanation(server), 'DayDraft')
  t.match(reason, {
    sentence: /^NOK payments of 15 Jan 2026 cannot be posted: .*Sales/,
    waitsFor: 'Person',
    since: String,
    evidence: [{ kind: 'Day' }, { kind: 'Draft' }, {}],
  })
  for (const account of sales) account.active = true
  await buildDay(server.deps, webDay)
  t.strictSame(reasonCodes(await fetchExplanation(server)), ['AwaitingExport'], 'the cause is removed')
})

t.test('given a build that did not end, when the day is explained, then that is the reason', async (t) => {
  const server = await accountingServer(t)
  await server.record(aPayment())
  // The build clears the mark first; then it fails.
  const failing = { ...server.deps, inTransaction: () => Promise.reject(new Error('the database is gone')) }
  await t.rejects(buildDay(failing, webDay))
  t.match(getReason(await fetchExplanation(server), 'BuildNotEnded'), {
    sentence: /has started and not finished/,
    waitsFor: 'Time',
  })
})

t.test('given a posting, when the ERP reports on it, then the day is explained by how far it has come', async (t) => {
  const server = await accountingServer(t)
  await server.record(aPayment())
  const postingId = await server.build(STORE, DAY)
  const report = (transition: Parameters<typeof changePostingStatus>[2]['transition']) =>
    server.deps.inTransaction((tx) => changePostingStatus(server.deps, tx, { postingId, transition, causationId: 'test' }))
  t.match(getReason(await fetchExplanation(server), 'AwaitingExport'), {
    about: { kind: 'Posting', id: postingId },
    actions: [{ method: 'GET', url: `/api/Accounting/Postings/${postingId}` }],
  })
  await report({ to: 'Exported', externalReference: 'E-1', exportedAt: new Date('2026-01-17T08:00:00.000Z') })
  t.match(getReason(await fetchExplanation(server), 'AwaitingReconciliation'), {
    sentence: /posted and exported as E-1\./,
    since: '2026-01-17T08:00:00.000Z',
  })
  await report({ to: 'Reconciled' })
  t.match(getReason(await fetchExplanation(server), 'DayPosted'), { waitsFor: 'Nothing' })

  await server.record(aPayment({ orderId: 'late' }))
  t.strictSame(reasonCodes(await fetchExplanation(server)), ['DayChanged'])
  await buildDay(server.deps, webDay)
  t.match(getReason(await fetchExplanation(server), 'ChangesCarried'), { sentence: /booked on 16 Jan 2026/ })
})

t.test('given a posting that the ERP has rejected, when the day is explained, then its reason is given', async (t) => {
  const server = await accountingServer(t)
  await server.record(aPayment())
  const postingId = await server.build(STORE, DAY)
  const transition = { to: 'Rejected', reason: 'Account 3000 is closed' } as const
  await server.deps.inTransaction((tx) => changePostingStatus(server.deps, tx, { postingId, transition, causationId: 'test' }))
  t.match(getReason(await fetchExplanation(server), 'PostingRejected'), {
    sentence: /the ERP rejected the posting: Account 3000 is closed\./,
    waitsFor: 'Person',
  })
})

t.test('given postings that are switched off, when the day is explained, then the setting is named', async (t) => {
  const server = await accountingServer(t)
  const { accounting } = server.config.settings
  server.config.settings = { ...server.config.settings, accounting: { ...accounting, webFulfillmentPostingEnabled: false } }
  t.match(getReason(await fetchExplanation(server), 'PostingSwitchedOff'), {
    sentence: /accounting\.webFulfillmentPostingEnabled/,
  })
})

t.test(
  'given a Z-report without an account, when the day is explained, then its draft says which, else it is posted',
  async (t) => {
    const server = await accountingServer(t)
    await server.close(aZReport())
    t.match(getReason(await fetchExplanation(server), 'ZReportDraft'), {
      about: { kind: 'ZReport', id: 'Z-1' },
      sentence: /^Z-report Z-1 cannot be posted: /,
      next: { at: '2026-01-20T07:00:00.000Z' },
    })
    t.notOk(reasonCodes(await fetchExplanation(server, { date: '2026-01-16' })).includes('ZReportDraft'))
  },
)

t.test('given a store that closed registers before, when a day has no Z-report, then it is missing', async (t) => {
  const server = await accountingServer(t)
  await server.close(aZReport())
  t.match(getReason(await fetchExplanation(server, { date: '2026-01-17' }), 'ZReportMissing'), {
    sentence: /no Z-report of 17 Jan 2026; the last one is of 15 Jan 2026/,
    actions: [{ url: '/api/ZReport/Close', body: { storeId: STORE } }],
  })
  t.notOk(reasonCodes(await fetchExplanation(server, { date: '2026-02-20' })).includes('ZReportMissing'), 'no till is known')
})

t.test('given events that are not handled, when days are explained, then those of the day count', async (t) => {
  const server = await accountingServer(t)
  const envelope = JSON.stringify(paymentEnvelope(aPayment(), 2))
  const values = ['accounting-payments', envelope]
  const parked = `insert into kit.parked_event (consumer, event_id, source, subject, sequence, envelope, due)
    values ($1, 'e-2', '/orders/order', 'order-1', 2, $2, now())`
  await server.database.owner.query({ text: parked, values })
  t.match(getReason(await fetchExplanation(server), 'EventsWaiting'), {
    sentence: /^1 event .* of this day waiting for an earlier one/,
    waitsFor: 'Time',
  })
  t.notOk(reasonCodes(await fetchExplanation(server, { date: '2026-01-16' })).includes('EventsWaiting'), 'it is of another day')
  t.notOk(
    reasonCodes(await fetchExplanation(server, { storeId: 'Bergen-01' })).includes('EventsWaiting'),
    'it is of another store',
  )
  const dead = `insert into kit.dead_letter (consumer, event_id, type, source, subject, sequence, envelope, tries, reason)
    values ($1, 'e-1', 'orders.payment.recorded.v1', '/orders/order', 'order-1', 1, $2, 8, 'It failed.')`
  await server.database.owner.query({ text: dead, values })
  t.match(getReason(await fetchExplanation(server), 'EventsGivenUp'), {
    waitsFor: 'Person',
    actions: [{ command: /dead-letters list/ }, {}],
  })
  const many = `insert into kit.parked_event (consumer, event_id, source, subject, sequence, envelope, due)
    select $1, 'm-' || n, '/orders/order', 'other', n, $2, now() from generate_series(1, 300) as n`
  await server.database.owner.query({ text: many, values })
  t.match(getReason(await fetchExplanation(server, { date: '2026-01-16' }), 'EventsWaiting'), {
    sentence: /^301 events .* of any day waiting/,
  })
})

t.test('given the table of reasons, when this test is read, then each reason has been seen in a real system', async (t) => {
  const text = readFileSync(new URL(import.meta.url), 'utf8')
  t.strictSame(
    Object.keys(dayReasons).filter((code) => !text.includes(`'${code}'`)),
    [],
  )
})
