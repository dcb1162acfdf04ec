// Own process: it starts two servers.
import { accountingRoutes } from '@open-oms/contracts/accounting/routes'
import { standbySuite } from '@open-oms/service-kit/testing/standby-suite'
import { testStandby } from '@open-oms/service-kit/testing/test-standby'
import t from 'tap'
import { buildApp } from './app.ts'
import { aPayment } from './testing/accounting-fixture.ts'
import { accountingServer } from './testing/accounting-server.ts'
import { sampleFiles } from './testing/sample-postings.ts'

const servers = await testStandby(t)
const server = await accountingServer(t)
const chart = server.config.charts.find(({ companyCode }) => companyCode === 'NO01')
if (chart) chart.files = sampleFiles

const { send } = await standbySuite(t, {
  servers,
  database: server.database,
  contracts: accountingRoutes,
  build: (options) => buildApp(options, { ...server.deps, reports: server.reports }),
  requests: {
    searchPostings: { method: 'POST', url: '/api/Accounting/Postings/Search', body: {} },
    searchLedgerLines: { method: 'POST', url: '/api/Accounting/LedgerLines/Search', body: {} },
    exportLedgerLines: { url: '/api/Accounting/LedgerLines/Export' },
    exportPostings: {
      url: '/api/Accounting/Postings/Export',
      query: {
        format: 'tripletex-csv',
        accountingCompanyCode: 'NO01',
        postingDateFrom: '2026-01-01',
        postingDateTo: '2026-01-31',
      },
    },
    listAccountingDeadLetters: { url: '/api/DeadLetters/Accounting' },
    getTrialBalance: { url: '/api/Accounting/TrialBalance' },
    getLedgerFigures: { url: '/api/Accounting/Figures?from=2026-01-01&to=2026-12-31' },
  },
})

t.test('given a posting that was just built, when the standby is read, then its lines are exported', async (t) => {
  await server.record(aPayment({ orderId: 'a', storeId: 'Oslo-01' }, { paidDate: '2026-01-12T10:00:00.000Z' }))
  const postingId = await server.build('Oslo-01', '2026-01-12')
  const { text } = await send({ url: '/api/Accounting/LedgerLines/Export', query: { format: 'ndjson' } })
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  t.match(lines, [{ postingId }, { postingId }, { postingId }])
})
