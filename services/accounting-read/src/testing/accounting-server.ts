import type { ReportDeps } from '@open-oms/service-kit/reports/run-report'
import { failTest } from '@open-oms/service-kit/testing/fail-test'
import { testIssuer } from '@open-oms/service-kit/testing/test-issuer'
import { testReports } from '@open-oms/service-kit/testing/test-reports'
import { type TestClient, testClient, testServerOptions } from '@open-oms/service-kit/testing/test-server'
import { buildApp } from '../app.ts'
import { buildDay } from '../modules/payments/build-day.ts'
import { ledgerReportDeps } from '../modules/reports/routes.ts'
import { type AccountingFixture, accountingFixture } from './accounting-fixture.ts'

export type AccountingServer = AccountingFixture & {
  reports: ReportDeps['reports']
  client: TestClient
  /** Builds the posting of a store's day and returns its id. */
  build(storeId: string, postingDate: string, currencyCode?: string): Promise<string>
  /** Posts a search and returns its response. */
  search(what: 'Postings' | 'LedgerLines', body: object, as?: { storeIds: string[] }): ReturnType<TestClient['send']>
}

/** The service on a database of its own, called by `inject`. */
export async function accountingServer(t: Parameters<typeof accountingFixture>[0]): Promise<AccountingServer> {
  const fixture = await accountingFixture(t)
  const issuer = await testIssuer()
  const reports = ledgerReportDeps(fixture.deps.config, testReports(t, fixture.database))
  // The same object: tests change its clock.
  const app = await buildApp(testServerOptions(issuer), Object.assign(fixture.deps, { reports }))
  t.teardown(() => app.close().catch(failTest))
  const client = testClient(app, issuer)
  return {
    ...fixture,
    reports,
    client,
    build: async (storeId, postingDate, currencyCode = 'NOK') => {
      const result = await buildDay(fixture.deps, { storeId, currencyCode, postingDate })
      if (!('postingId' in result)) throw new Error(`no posting was built: ${result.outcome}`)
      return result.postingId
    },
    search: (what, body, as) =>
      client.send({ method: 'POST', url: `/api/Accounting/${what}/Search`, body, ...(as === undefined ? {} : { as }) }),
  }
}
