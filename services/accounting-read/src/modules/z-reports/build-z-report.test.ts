import t from 'tap'
import { type AccountingFixture, aZReport } from '../../testing/accounting-fixture.ts'
import { accountingServer } from '../../testing/accounting-server.ts'
import { anAccount, tillAccounts } from '../../testing/sample-postings.ts'
import { verifyLedger } from '../audit/verify-ledger.ts'
import { buildDays, buildDraftZReports } from '../builds/build-days.ts'
import { buildZReport } from './build-z-report.ts'

const fail = (error: unknown) => {
  throw error
}

async function aTill(t: Parameters<typeof accountingServer>[0]) {
  const server = await accountingServer(t)
  const cash = [anAccount('PaymentMethod', '1900', 'Cash'), anAccount('RefundPaymentMethod', '1900', 'Cash')]
  server.config.charts[0]?.accounts.push(...cash, ...tillAccounts)
  const byZReport = (id: string) => server.client.send({ url: `/api/Accounting/Postings/ByZReport/${id}` })
  return { ...server, byZReport }
}

const again = ({ deps }: AccountingFixture, id = 'Z-1') => deps.inTransaction((tx) => buildZReport(deps, tx, id))

const nothing = { amount: 0, count: 0 }
const drawer = { cashIn: 0, cashOut: 0, cashCounted: 0, cashExpected: 0, cashDiff: 0, cashBank: 0, cashFloat: 0 }
const empty = {
  sales: nothing,
  returns: nothing,
  payments: [],
  paymentRefunds: [],
  vatGroups: [],
  vatGroupRefunds: [],
  cashManagement: drawer,
}
const card = (amount: number) => ({
  ...empty,
  payments: [{ name: 'Card', amount, count: 1 }],
  vatGroups: [{ vatValue: 25, amount, count: 1 }],
})

t.test('given a Z-report, when its event is handled, then it has its posting', async (t) => {
  const till = await aTill(t)
  await till.close(aZReport())
  const { status, body } = await till.byZReport('Z-1')
  t.equal(status, 200)
  t.match(body, {
    source: 'PosZReport',
    zReportId: 'Z-1',
    zReportNumber: 1,
    orderIds: ['pos-1', 'pos-2'],
    storeIds: ['Oslo-01'],
    registerIds: ['R1'],
    postingDate: '2026-01-15T00:00:00.000Z',
    status: 'Posted',
    imbalance: 0,
    lineCount: 12,
  })
  const search = await till.search('LedgerLines', { registerId: 'R1', source: 'PosZReport' })
  t.equal(search.body.totalHits, 12)
  t.match(await again(till), { outcome: 'unchanged', postingId: body.id })
  t.match(await verifyLedger(till.deps), { postings: 1, lines: 12, difference: null })
  t.match(await buildDays(till.deps, { from: '2026-01-15', to: '2026-01-15', storeId: 'Oslo-01' }, fail), [
    { outcome: 'unchanged', zReportId: 'Z-1' },
  ])
})

t.test(
  'given a report with only a later refund, when it is booked, then it balances and is found by the refunded order',
  async (t) => {
    const till = await aTill(t)
    const refund = {
      returns: { amount: 125, count: 1 },
      paymentRefunds: [{ name: 'Cash', amount: 125, count: 1 }],
      vatGroupRefunds: [{ vatValue: 25, amount: 125, count: 1 }],
    }
    const laterPayments = ['p-1', 'p-2'].map((paymentId) => ({ orderId: 'pos-0', paymentId }))
    await till.close(aZReport({ ...empty, ...refund, orderIds: [], laterPayments }))
    const { body } = await till.byZReport('Z-1')
    t.match(body, { orderIds: ['pos-0'], totalDebit: 125, totalCredit: 125, imbalance: 0, autoBalanced: false, lineCount: 3 })
    const lines = (await till.client.send({ url: `/api/Accounting/Postings/${body.id}/Lines` })).body
    t.same(
      lines.map((line: Record<string, unknown>) => [line.category, line.debit, line.credit]),
      [
        ['RefundPaymentMethod', 0, 125],
        ['Sales', 100, 0],
        ['OutputVat', 25, 0],
      ],
    )
    t.equal((await till.search('Postings', { orderIds: ['pos-0'] })).body.totalHits, 1)
  },
)

t.test(
  'given a report without its deposits, when it is booked, then the residual is on suspense until a revision has them',
  async (t) => {
    const till = await aTill(t)
    const overpaid = { ...card(100), payments: [{ name: 'Card', amount: 150, count: 1 }] }
    await till.close(aZReport(overpaid))
    const before = (await till.byZReport('Z-1')).body
    t.match(before, { autoBalanced: true, warnings: [/residual of 50/] })
    await till.close(aZReport({ ...overpaid, deposits: 50, revision: 2 }))
    const { body } = await till.byZReport('Z-1')
    t.match(body, {
      supersedesPostingId: before.id,
      totalCredit: 150,
      imbalance: 0,
      autoBalanced: false,
      warnings: { length: 0 },
    })
    const deposits = (await till.search('LedgerLines', { category: 'DepositLiability' })).body.result
    t.match(deposits, [{ postingId: body.id, debit: 0, credit: 50 }])
  },
)

t.test('given an empty Z-report, when it is handled, then it has no posting', async (t) => {
  const till = await aTill(t)
  await till.close(aZReport({ ...empty, orderIds: [] }))
  t.equal((await till.byZReport('Z-1')).status, 404)
  t.match(await again(till), { outcome: 'nothing' })
  t.same(await till.database.query({ text: 'select * from z_report_draft' }), [])
})

t.test('given a posting, when a revision comes, then it supersedes the posting unless the content is the same', async (t) => {
  const till = await aTill(t)
  await till.close(aZReport(card(125)))
  const first = (await till.byZReport('Z-1')).body
  await till.close(aZReport({ ...card(250), revision: 2 }))
  const second = (await till.byZReport('Z-1')).body
  t.match(second, { supersedesPostingId: first.id, totalDebit: 250, status: 'Posted' })
  await till.close(aZReport({ ...card(250), revision: 3 }))
  t.equal((await till.byZReport('Z-1')).body.id, second.id)
  await till.close(aZReport({ ...empty, revision: 4 }))
  t.match((await till.byZReport('Z-1')).body, { supersedesPostingId: second.id, lineCount: 0 })
  t.equal((await till.search('Postings', { source: 'PosZReport', includeSuperseded: true })).body.totalHits, 3)
})

t.test('given a Z-report without an account, when it is handled, then it is a draft until the account exists', async (t) => {
  const till = await aTill(t)
  const accounts = till.config.charts[0]?.accounts ?? []
  const taken = accounts.splice(-tillAccounts.length)
  await till.close(aZReport())
  t.equal((await till.byZReport('Z-1')).status, 404)
  const drafts = await till.database.query({ text: 'select reasons from z_report_draft' })
  t.match(drafts, [{ reasons: ['no account for CashFloat (currency NOK)', /CashInTransit/, /OverShort/] }])
  t.match(await buildDraftZReports(till.deps, fail), [{ outcome: 'draft', zReportId: 'Z-1' }])
  accounts.push(...taken)
  t.match(await buildDraftZReports(till.deps, fail), [{ outcome: 'built', zReportId: 'Z-1' }])
  t.equal((await till.byZReport('Z-1')).status, 200)
  t.same(await buildDraftZReports(till.deps, fail), [])
})

t.test(
  'given postings switched off, when a Z-report comes, then it waits; the switch of web orders does not matter',
  async (t) => {
    const till = await aTill(t)
    const { accounting } = till.config.settings
    accounting.postingEnabled = false
    await till.close(aZReport())
    t.same(await buildDraftZReports(till.deps, fail), [])
    t.equal((await till.byZReport('Z-1')).status, 404)
    accounting.postingEnabled = true
    accounting.webFulfillmentPostingEnabled = false
    t.match(await buildDraftZReports(till.deps, fail), [{ outcome: 'built' }])
    await till.close(aZReport({ zReportId: 'Z-2', zReportNumber: 2 }))
    t.equal((await till.byZReport('Z-2')).status, 200)
  },
)

t.test('given concurrent builds of a Z-report, when all finish, then one has built the posting', async (t) => {
  const till = await aTill(t)
  till.config.settings.accounting.postingEnabled = false
  await till.close(aZReport())
  till.config.settings.accounting.postingEnabled = true
  const results = await Promise.all(Array.from({ length: 6 }, () => again(till)))
  t.same(results.map(({ outcome }) => outcome).sort(), ['built', ...Array(5).fill('unchanged')])
  t.same(await till.database.query({ text: 'select count(*) from posting' }), [{ count: 1 }])
})

t.test('given a reconciled Z-report, when it is revised, then the next day of its store books the difference', async (t) => {
  const till = await aTill(t)
  await till.close(aZReport(card(125)))
  const { id } = (await till.byZReport('Z-1')).body
  await till.reconcile(id)
  await till.close(aZReport({ ...card(375), currencyCode: 'SEK', revision: 2 }))
  t.match(await again(till), { outcome: 'draft', reasons: [/is reconciled in NOK/] })
  await till.close(aZReport({ ...card(375), revision: 3 }))
  t.match((await till.byZReport('Z-1')).body, { id, status: 'Reconciled', totalDebit: 125 })
  t.match(await again(till), { outcome: 'unchanged' })
  const posting = await till.build('Oslo-01', '2026-01-16')
  const lines = (await till.client.send({ url: `/api/Accounting/Postings/${posting}/Lines` })).body
  const row = (line: Record<string, unknown>) => [line.category, line.debit, line.credit, line.registerId, line.description]
  t.same(lines.map(row), [
    ['PaymentMethod', 250, 0, 'R1', 'PaymentMethod 1500, Card, correction of 2026-01-15, Z-report 1'],
    ['Sales', 0, 200, 'R1', 'Sales 3000, correction of 2026-01-15, Z-report 1'],
    ['OutputVat', 0, 50, 'R1', 'OutputVat 2700, correction of 2026-01-15, Z-report 1'],
  ])
  t.match((await till.client.send({ url: `/api/Accounting/Postings/${posting}` })).body, {
    source: 'WebFulfillment',
    warnings: ['Changes of 2026-01-15, Z-report 1 are booked here: its posting is reconciled.'],
  })
})

t.test('given a stored Z-report, when its row is changed or deleted, then the database refuses', async (t) => {
  const till = await aTill(t)
  await till.close(aZReport())
  for (const text of ['delete from z_report', `update z_report set store_id = 'x'`, 'truncate z_report']) {
    await t.rejects(till.database.owner.query({ text }), { message: /final/ })
    await t.rejects(till.deps.query({ text }), { message: /permission denied/ })
  }
})
