import type { ReportDatabase } from '@oms/service-kit/reports/report-database'
import type { ReportDeps } from '@oms/service-kit/reports/run-report'
import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import { warehousesInScope } from '../inventory/warehouse-scope.ts'
import { orderReports } from './order-reports.ts'

/** The reports of this service, run in a database; null: none is configured for them. */
export function orderReportDeps(config: () => OrdersConfig, database: ReportDatabase | null): ReportDeps['reports'] {
  return {
    all: () => orderReports,
    database,
    timeZone: () => config().settings.accounting.timeZone,
    further: {
      warehouses: { type: 'text[]', isOfStores: true, value: (stores) => warehousesInScope(config(), stores) },
      low_stock_at: { type: 'numeric', isOfStores: false, value: () => config().settings.inventory.lowStockAt },
    },
  }
}
