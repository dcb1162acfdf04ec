import type { FurtherValue, ReportDefinition } from '@open-oms/service-kit/reports/report'
import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import { warehousesInScope } from '../inventory/warehouse-scope.ts'
import { leadTimes, openOrders } from './definitions/fulfilment-reports.ts'
import { paymentsByMethod, refunds, returnsByReason } from './definitions/payment-reports.ts'
import { discounts, salesByDay, salesByProduct, vatByRate } from './definitions/sales-reports.ts'
import { stockLevels, stockTurnover } from './definitions/stock-reports.ts'

export const reportValueNames = ['warehouses', 'low_stock_at'] as const

/** The values of reports that this service adds. */
export function reportValues(config: () => OrdersConfig): Record<(typeof reportValueNames)[number], FurtherValue> {
  return {
    warehouses: { type: 'text[]', isOfStores: true, value: (stores) => warehousesInScope(config(), stores) },
    low_stock_at: { type: 'numeric', isOfStores: false, value: () => config().settings.inventory.lowStockAt },
  }
}

/** The reports of orders and stock that the system brings. */
export const orderReports = [
  discounts,
  leadTimes,
  openOrders,
  paymentsByMethod,
  refunds,
  returnsByReason,
  salesByDay,
  salesByProduct,
  stockLevels,
  stockTurnover,
  vatByRate,
] as const

/** Those of extensions, of which a process loads each once. */
const added: ReportDefinition[] = []

/** Every report of orders and stock, those of extensions too. */
export function allReports(): readonly ReportDefinition[] {
  return [...orderReports, ...added]
}

/** Of these names, the first that another report has, or that is there twice; undefined: none. */
export function findTakenName(names: readonly string[]): string | undefined {
  const taken = new Set(allReports().map(({ name }) => name))
  return names.find((name, index) => taken.has(name) || names.indexOf(name) !== index)
}

/** Adds reports whose names are free. */
export function addReports(reports: readonly ReportDefinition[]): void {
  added.push(...reports)
}
