import type { ReportDefinition } from '@oms/service-kit/reports/report'
import { orderReports } from './order-reports.ts'

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
