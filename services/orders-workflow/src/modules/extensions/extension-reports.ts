import { type ReportDefinition, unknownValues } from '@oms/service-kit/reports/report'
import { type ExtensionReport, findReportFault, type ReportText } from '@open-oms/extend/report'
import { findTakenName } from '../reports/report-registry.ts'
import { reportValueNames } from '../reports/report-values.ts'

/** Why reports of an extension cannot be used, as the end of a sentence; null when they can. */
export function findReportProblem(reports: readonly ExtensionReport[]): string | null {
  for (const report of reports) {
    const fault = findReportFault(report)
    if (fault !== null) return `a report ${fault}`
    const [unknown] = unknownValues(report.sql, reportValueNames)
    if (unknown !== undefined) return `a report ("${report.name}") asks for :${unknown}, which reports do not have`
  }
  const taken = findTakenName(reports.map(({ name }) => name))
  return taken === undefined ? null : `there is a report "${taken}" already`
}

/** A report of an extension as the service runs it. */
export function runnableReport({ name, label, description, columns, sql }: ExtensionReport): ReportDefinition {
  return {
    name,
    label: inBoth(label),
    description: inBoth(description),
    columns: columns.map((column) => ({ ...column, label: inBoth(column.label) })),
    sql,
  }
}

function inBoth({ en, nb = en }: ReportText): { en: string; nb: string } {
  return { en, nb }
}
