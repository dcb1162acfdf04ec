import type { ReportColumn } from '@open-oms/contracts/reports/report'

/** Columns of a report from `[name, type, in English, in Norwegian]`. */
export function columns(...given: readonly [string, ReportColumn['type'], string, string][]): ReportColumn[] {
  return given.map(([name, type, en, nb]) => ({ name, type, label: { en, nb } }))
}
