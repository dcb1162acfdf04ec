import type { ReportDatabase } from '@oms/service-kit/reports/report-database'
import type { ReportDeps } from '@oms/service-kit/reports/run-report'
import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import { allReports, reportValues } from './report-registry.ts'

/** The reports of this service, run in a database; null: none is configured for them. */
export function orderReportDeps(config: () => OrdersConfig, database: ReportDatabase | null): ReportDeps['reports'] {
  const timeZone = () => config().settings.accounting.timeZone
  return { all: allReports, database, timeZone, further: reportValues(config) }
}
