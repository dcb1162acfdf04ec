import type { ReportDatabase } from '@oms/service-kit/reports/report-database'
import type { ReportDeps } from '@oms/service-kit/reports/run-report'
import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import { allReports } from './report-registry.ts'
import { reportValues } from './report-values.ts'

/** The reports of this service, run in a database; null: none is configured for them. */
export function orderReportDeps(config: () => OrdersConfig, database: ReportDatabase | null): ReportDeps['reports'] {
  const timeZone = () => config().settings.accounting.timeZone
  const hasStore = (storeId: string) => config().stores.some(({ id }) => id === storeId)
  return { all: allReports, database, timeZone, hasStore, further: reportValues(config) }
}
