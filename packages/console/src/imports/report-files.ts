import { guardFormulas } from '@open-oms/contracts/text/spreadsheet-guard'
import type { KeptImport } from './kept/kept-import.ts'
import type { RowResult } from './sending/row-results.ts'

type Words = {
  columns: readonly string[]
  outcome: (result: RowResult) => string
  reason: (result: RowResult) => string
}

/** It has spreadsheets read a CSV file as UTF-8. */
const UTF_8_MARK = '\ufeff'

/** The report of an import as CSV, a record for each row of the file. */
export function reportFile(results: readonly RowResult[], { columns, outcome, reason }: Words): Blob {
  const records = results.map((result) => [String(result.line), result.key ?? '', outcome(result), reason(result)])
  const lines = [columns, ...records].map((record) => record.map(csvCell).join(','))
  return new Blob([UTF_8_MARK, lines.join('\r\n'), '\r\n'], { type: 'text/csv' })
}

/**
 * The rows that were not accepted, in the form and the order of their file: corrected, they can be
 * imported again.
 */
export function refusedFile(results: readonly RowResult[], { format, header }: Pick<KeptImport, 'format' | 'header'>): Blob {
  const texts = results.toSorted((one, other) => one.line - other.line).flatMap(({ text }) => text ?? [])
  if (format === 'json') return new Blob(['[\n', texts.join(',\n'), '\n]\n'], { type: 'application/json' })
  if (format !== 'ndjson') return new Blob([UTF_8_MARK, [header ?? '', ...texts].join('\n'), '\n'], { type: 'text/csv' })
  return new Blob([texts.join('\n'), '\n'], { type: 'application/x-ndjson' })
}

/**
 * The name of a file that is made of another one: `orders.ndjson` becomes `orders-refused.ndjson`.
 */
export function nameBeside(fileName: string, word: string, ending?: string): string {
  const dot = fileName.lastIndexOf('.')
  const name = dot > 0 ? fileName.slice(0, dot) : fileName
  return `${name}-${word}${ending ?? (dot > 0 ? fileName.slice(dot) : '')}`
}

/** A cell that spreadsheets read as the text that it is, and run as no formula. */
function csvCell(text: string): string {
  const harmless = guardFormulas(text)
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
