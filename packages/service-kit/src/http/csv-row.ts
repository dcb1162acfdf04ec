import { guardFormulas } from '@open-oms/contracts/text/spreadsheet-guard'

export type CsvStyle = {
  /**
   * Between two fields: a comma (RFC 4180), or a semicolon as spreadsheets of most of Europe expect
   * it.
   */
  separator: ',' | ';'
  /** Between the whole part and the decimals of a number. */
  decimal: '.' | ','
}

const NEEDS_QUOTES = { ',': /[",\r\n]/, ';': /[";\r\n]/ }
const RFC_4180: CsvStyle = { separator: ',', decimal: '.' }

/** A number with the decimals that it is to be shown with, such as `12.50`. */
export class NumberText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/**
 * One record of RFC 4180, with its line end. Numbers stay numbers; texts that a spreadsheet would
 * run as a formula are guarded (orders.md#export-file); null and undefined are empty; lists and
 * objects are JSON.
 */
export function csvRow(values: readonly unknown[], style: CsvStyle = RFC_4180): string {
  // A record that is one empty field would be an empty line, which readers skip.
  if (values.length === 1 && formatText(values[0], style) === '') return '""\r\n'
  return `${values.map((value) => formatCell(value, style)).join(style.separator)}\r\n`
}

function formatCell(value: unknown, style: CsvStyle): string {
  const text = formatText(value, style)
  return NEEDS_QUOTES[style.separator].test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function formatText(value: unknown, { decimal }: CsvStyle): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return guardFormulas(value)
  if (typeof value === 'number') return decimal === '.' ? String(value) : String(value).replace('.', decimal)
  if (value instanceof NumberText) return value.text.replace('.', decimal)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
