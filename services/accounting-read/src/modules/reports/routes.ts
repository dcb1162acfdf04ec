import { ledgerTotals } from '@open-oms/contracts/reports/ledger-totals'
import { accountingReportRoutes } from '@open-oms/contracts/reports/routes'
import { registerReports } from '@open-oms/service-kit/reports/register-reports'
import type { ReportDatabase } from '@open-oms/service-kit/reports/report-database'
import type { ReportDeps } from '@open-oms/service-kit/reports/run-report'
import type { Server } from '@open-oms/service-kit/server/register-route'
import type { Deps } from '../../deps.ts'

/** The reports of the ledger, run in a database; null: none is configured for them. */
export function ledgerReportDeps(config: Deps['config'], database: ReportDatabase | null): ReportDeps['reports'] {
  const timeZone = () => config().settings.accounting.timeZone
  const hasStore = (storeId: string) => config().stores.some(({ id }) => id === storeId)
  return { all: () => [ledgerTotals], database, timeZone, hasStore, further: {} }
}

export function registerLedgerReports(app: Server, deps: Deps & ReportDeps): void {
  registerReports(app, deps, accountingReportRoutes)
}
