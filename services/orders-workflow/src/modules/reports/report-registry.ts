import type { ReportDefinition } from '@oms/service-kit/reports/report'
import { leadTimes, openOrders } from './definitions/open-orders.ts'
import { paymentsByMethod, refunds, returnsByReason } from './definitions/payments-by-method.ts'
import { discounts, salesByDay, salesByProduct, vatByRate } from './definitions/sales-by-day.ts'
import { stockLevels, stockTurnover } from './definitions/stock-levels.ts'

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
