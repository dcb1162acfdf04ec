import type { ReportColumn, ReportColumnType } from '@open-oms/contracts/reports/report'
import { csvRow, NumberText } from '../http/csv-row.ts'
import type { ReportRow } from './report-database.ts'

/** Spreadsheets read a file as UTF-8 only when it begins with this mark. */
const BYTE_ORDER_MARK = '\ufeff'

const isNumber = (type: ReportColumnType) => type === 'Integer' || type === 'Number' || type === 'Amount'

/** The text of a value; null where there is none. Decimals have no zeros at their end. */
export function cellText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  const text = String(value)
  return /^-?\d+\.\d*0$/.test(text) ? text.replace(/\.?0+$/, '') : text
}

/** The row as texts by column. */
export function rowTexts(row: ReportRow, columns: readonly ReportColumn[]): Record<string, string | null> {
  return Object.fromEntries(columns.map(({ name, type }) => [name, typedText(row[name], type)]))
}

function typedText(value: unknown, type: ReportColumnType): string | null {
  if (isNumber(type)) return cellText(value)
  return value === null || value === undefined || value instanceof Date ? cellText(value) : String(value)
}

/** A report as a file: what it begins with, and each row with its line end. */
export type ReportFile = { contentType: string; extension: string; begin: string; formatRow(row: ReportRow): string }

/** One row a line, numbers as JSON numbers. */
export function ndjsonFile(columns: readonly ReportColumn[]): ReportFile {
  const cell = (value: string | null, type: ReportColumnType) => (value !== null && isNumber(type) ? Number(value) : value)
  return {
    contentType: 'application/x-ndjson; charset=utf-8',
    extension: 'ndjson',
    begin: '',
    formatRow: (row) => {
      const texts = rowTexts(row, columns)
      return `${JSON.stringify(Object.fromEntries(columns.map(({ name, type }) => [name, cell(texts[name] ?? null, type)])))}\n`
    },
  }
}

/** CSV with the names of the columns, whose texts run no formula. */
export function csvFile(columns: readonly ReportColumn[], decimal: 'point' | 'comma'): ReportFile {
  const style = decimal === 'comma' ? ({ separator: ';', decimal: ',' } as const) : ({ separator: ',', decimal: '.' } as const)
  const cell = (value: string | null, type: ReportColumnType) =>
    value !== null && isNumber(type) ? new NumberText(value) : value
  return {
    contentType: 'text/csv; charset=utf-8; header=present',
    extension: 'csv',
    begin:
      BYTE_ORDER_MARK +
      csvRow(
        columns.map(({ name }) => name),
        style,
      ),
    formatRow: (row) => {
      const texts = rowTexts(row, columns)
      return csvRow(
        columns.map(({ name, type }) => cell(texts[name] ?? null, type)),
        style,
      )
    },
  }
}
