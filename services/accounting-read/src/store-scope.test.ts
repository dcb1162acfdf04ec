import { accountingRoutes } from '@open-oms/contracts/accounting/routes'
import { idsIn, type ScopeCase, scopeSuite } from '@open-oms/service-kit/testing/scope-suite'
import type { TestRequest } from '@open-oms/service-kit/testing/test-server'
import t from 'tap'
import { aPayment, aZReport } from './testing/accounting-fixture.ts'
import { type AccountingServer, accountingServer } from './testing/accounting-server.ts'
import { anAccount, sampleFiles, tillAccounts, transferAccounts } from './testing/sample-postings.ts'

type Key = 'storeId' | 'mark' | 'orderId' | 'zReportId' | 'postingId' | 'lineId'
type Ids = Record<Key, string>

const DAY = '2026-01-15'
const root = '/api/Accounting'
const get = (path: string, query?: Record<string, string>): TestRequest => ({
  url: `${root}/${path}`,
  ...(query === undefined ? {} : { query }),
})
const search = (what: string, bodies: object[]): TestRequest[] =>
  bodies.map((body) => ({ method: 'POST', url: `${root}/${what}/Search`, body }))
const lineFilters = (ids: Ids) => [{}, { storeId: ids.storeId }, { storeGroupId: 'norway' }, { postingId: ids.postingId }]
const alwaysRefused = { exempt: 'always refused: the id is missing' }

const cases: Record<string, ScopeCase<Key>> = {
  getPosting: (ids) => [get(`Postings/${ids.postingId}`)],
  getPostingWithoutId: alwaysRefused,
  getPostingByZReport: (ids) => [get(`Postings/ByZReport/${ids.zReportId}`)],
  getPostingByZReportWithoutId: alwaysRefused,
  searchPostings: (ids) =>
    search('Postings', [
      { includeSuperseded: true },
      { storeId: ids.storeId },
      { orderIds: [ids.orderId] },
      { storeGroupId: 'norway' },
    ]),
  explainDay: (ids) => [get('Postings/Why', { date: DAY, storeId: ids.storeId })],
  getPostingLines: (ids) => [get(`Postings/${ids.postingId}/Lines`)],
  getPostingLine: (ids, own) => [
    get(`Postings/${ids.postingId}/Lines/${ids.lineId}`),
    ...(ids === own ? [] : [get(`Postings/${own.postingId}/Lines/${ids.lineId}`)]),
  ],
  searchLedgerLines: (ids) => search('LedgerLines', [...lineFilters(ids), { includeSuperseded: true }]),
  exportLedgerLines: (ids) =>
    lineFilters(ids).flatMap((filter) => [
      get('LedgerLines/Export', filter),
      get('LedgerLines/Export', { ...filter, format: 'ndjson' }),
    ]),
  exportPostings: ({ storeId }) => {
    const query = { format: 'tripletex-csv', accountingCompanyCode: 'NO01', postingDateFrom: DAY, postingDateTo: DAY }
    return [get('Postings/Export', query), get('Postings/Export', { ...query, storeId })]
  },
  listAccountingDeadLetters: { exempt: 'refused for clients of stores (dead-letters.test.ts)' },
  getAccountingDeadLetter: { exempt: 'refused for clients of stores (dead-letters.test.ts)' },
  listAccountingReports: { exempt: 'reports are of no store' },
  runAccountingReport: {
    silent: (ids) => [get('Reports/ledger-totals'), get('Reports/ledger-totals', { storeId: ids.storeId })],
  },
  getLedgerFigures: {
    silent: (ids) => [get('Figures', { from: DAY, to: DAY }), get('Figures', { from: DAY, to: DAY, storeId: ids.storeId })],
  },
  getTrialBalance: { silent: (ids) => [get('TrialBalance'), get('TrialBalance', { storeId: ids.storeId })] },
}

/**
 * A posting of a day, built again after a late payment and with goods of another store, and one of
 * a Z-report.
 */
async function dataOfStore(
  server: AccountingServer,
  [storeId, mark]: [string, string],
  sentFrom: string,
): Promise<{ ids: Ids; responses: unknown[] }> {
  const orderId = `order-${mark}`
  const names = { orderId, orderNumber: `number-${mark}`, storeId, customerNumber: `customer-${mark}` }
  const transfers = [{ lineItemId: `line-${mark}`, shipmentId: `shipment-${mark}`, warehouseCode: sentFrom, cost: 40 }]
  const at = { paidDate: `${DAY}T11:00:00.000Z` }
  const taken = { ...at, id: `payment-${mark}`, invoiceId: `invoice-${mark}`, transactionType: 'Invoiced' as const }
  await server.record(aPayment({ ...names, transfers }, taken))
  const superseded = await server.build(storeId, DAY)
  await server.record(aPayment({ ...names, orderId: `late-${mark}` }, { ...at, id: `late-payment-${mark}` }))
  const postingId = await server.build(storeId, DAY)
  const zReportId = `report-${mark}`
  await server.close(aZReport({ zReportId, storeId, registerIds: [`till-${mark}`], orderIds: [`sale-${mark}`] }))
  const read = async (path: string) => (await server.client.send(get(path))).body
  const responses = [
    ...[await read(`Postings/${superseded}`), await read(`Postings/${postingId}`), await read(`Postings/ByZReport/${zReportId}`)],
    ...[await read(`Postings/${postingId}/Lines`), await read(`Postings/${superseded}/Lines`)],
  ]
  return { ids: { storeId, mark, orderId, zReportId, postingId, lineId: `${postingId}-1` }, responses }
}

t.test('given a client limited to a store, when it calls any route, then it receives no id of another store', async (t) => {
  const server = await accountingServer(t)
  const cash = [anAccount('PaymentMethod', '1900', 'Cash'), anAccount('RefundPaymentMethod', '1900', 'Cash')]
  const [chart] = server.config.charts
  chart?.accounts.push(...cash, ...tillAccounts, ...transferAccounts)
  if (chart) chart.files = sampleFiles
  // Goods that Bergen sends for Oslo are booked to Bergen, in a posting of Oslo.
  for (const store of server.config.stores) store.accountingDimensionCode = store.id
  const own = await dataOfStore(server, ['Bergen-01', 'of-bergen'], 'Bergen-01')
  const foreign = await dataOfStore(server, ['Oslo-01', 'of-oslo'], 'Bergen-01')
  t.match(JSON.stringify(foreign.responses), /InternalTransferOut/, 'goods were sent for the other store')
  const ownIds = idsIn(own.responses)
  const nobody = '00000000-0000-7000-8000-999999999999'
  await scopeSuite<Key>(t, {
    send: server.client.send,
    contracts: accountingRoutes,
    cases,
    storeId: 'Bergen-01',
    own: own.ids,
    foreign: foreign.ids,
    unknown: {
      ...{ storeId: 'nowhere', mark: 'of-nobody', orderId: 'order-of-nobody', zReportId: 'report-of-nobody' },
      ...{ postingId: nobody, lineId: `${nobody}-1` },
    },
    secrets: [...[...idsIn(foreign.responses)].filter((id) => !ownIds.has(id)), 'of-oslo', 'Oslo-01'],
  })
})
