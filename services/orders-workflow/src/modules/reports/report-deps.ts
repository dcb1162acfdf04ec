import { ledgerTotals } from '@open-oms/contracts/reports/ledger-totals'
import type { ReportDatabase } from '@open-oms/service-kit/reports/report-database'
import type { ReportDeps } from '@open-oms/service-kit/reports/run-report'
import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import { allReports, reportValues } from './report-registry.ts'
import type { ReportBucket } from './saved/report-bucket.ts'

/** What saved reports are run and delivered with. */
export type SavedReportDeps = ReportDeps & {
  /** Those of the ledger, read as a BI tool reads them (ADR 154). */
  ledgerReports: ReportDeps['reports']
  /** Null where no bucket is configured. */
  reportBucket: ReportBucket | null
}

/** Where the report of that name is run: with the ledger's, or with those of this service. */
export function reportsWith<Deps extends SavedReportDeps>(deps: Deps, name: string): Deps {
  return isOfLedger(deps, name) ? { ...deps, reports: deps.ledgerReports } : deps
}

/** Whether the report of that name is one of the ledger. */
export function isOfLedger({ reports, ledgerReports }: SavedReportDeps, name: string): boolean {
  const has = (all: ReportDeps['reports']) => all.all().some((report) => report.name === name)
  return !has(reports) && has(ledgerReports)
}

/** The reports of the ledger, run in its database; null: it is not configured here. */
export function ledgerReportDeps(config: () => OrdersConfig, database: ReportDatabase | null): ReportDeps['reports'] {
  return { ...orderReportDeps(config, database), all: () => [ledgerTotals], further: {} }
}

/** The reports of this service, run in a database; null: none is configured for them. */
export function orderReportDeps(config: () => OrdersConfig, database: ReportDatabase | null): ReportDeps['reports'] {
  const timeZone = () => config().settings.accounting.timeZone
  const hasStore = (storeId: string) => config().stores.some(({ id }) => id === storeId)
  return { all: allReports, database, timeZone, hasStore, further: reportValues(config) }
}
