/** A text for people by language; Norwegian pages show the English one where there is no other. */
export type ReportText = { en: string; nb?: string }

/** What a column has; an `Amount` is in the currency of its row. */
export const reportColumnTypes = ['Text', 'Date', 'Time', 'Integer', 'Number', 'Amount'] as const

export type ExtensionReportColumn = {
  /** As the SELECT calls it; names the column in files. */
  name: string
  type: (typeof reportColumnTypes)[number]
  label: ReportText
}

/** A report that an extension brings (extensions.md#reports-of-extensions). */
export type ExtensionReport = {
  /** Names it in addresses and commands: small letters, digits and dashes. */
  name: string
  label: ReportText
  description: ReportText
  columns: readonly ExtensionReportColumn[]
  /**
   * One SELECT on the reporting views of orders-workflow, with the values `:from`, `:to`,
   * `:first_day`, `:last_day`, `:zone`, `:stores`, `:warehouses` and `:low_stock_at` where it wants
   * them. Without `:stores` and `:warehouses` it is refused to who is limited to some.
   */
  sql: string
}

/** A report for `reports` of `defineExtension`. */
export function defineReport(report: ExtensionReport): ExtensionReport {
  return report
}

const NAME = /^[a-z][a-z0-9-]{0,99}$/
const COLUMN = /^[a-z][a-z0-9_]{0,62}$/

/**
 * What a report of an extension lacks of its declaration, as the end of a sentence; null when it is
 * whole. It finds mistakes early: what a report may read is decided by the rights of the database
 * user that it runs as.
 */
export function findReportFault(report: ExtensionReport): string | null {
  if (typeof report !== 'object' || report === null) return 'is none'
  const { name, label, description, columns, sql } = report
  if (typeof name !== 'string' || !NAME.test(name)) return 'has no name of small letters, digits and dashes'
  const of = `("${name}")`
  if (!isText(label) || !isText(description)) return `${of} has no label and description in English`
  if (!Array.isArray(columns) || columns.length === 0) return `${of} has no columns`
  const column = columns.findIndex((one) => !isColumn(one))
  if (column !== -1)
    return `${of}: columns[${column}] has no name of small letters, label in English, or type of ${reportColumnTypes.join(', ')}`
  return typeof sql === 'string' ? findSqlFault(sql, of) : `${of} has no SQL`
}

function isText(text: unknown): text is ReportText {
  const { en, nb } = (text ?? {}) as Partial<ReportText>
  return typeof en === 'string' && en !== '' && (nb === undefined || typeof nb === 'string')
}

function isColumn(column: ExtensionReportColumn | null): boolean {
  return (
    typeof column?.name === 'string' &&
    COLUMN.test(column.name) &&
    reportColumnTypes.includes(column.type) &&
    isText(column.label)
  )
}

function findSqlFault(sql: string, of: string): string | null {
  const text = sql.replaceAll(/'(?:[^']|'')*'/g, "''")
  if (!/^\s*(select|with)\b/i.test(text) || /;|--|\/\*|\$/.test(text))
    return `${of} is not one SELECT without comments, semicolons and dollar signs`
  const own = [...text.matchAll(/(?:\bwith|,)\s+(\w+)\s+as\s*\(/gi)].map(([, name = '']) => name.toLowerCase())
  // These have a from that names no view.
  const read = text.replaceAll(/(?<!:):from\b|\bextract\s*\(\s*\w+\s+from\b|\bdistinct\s+from\b/gi, ' ')
  for (const [, relation = ''] of read.matchAll(/\b(?:from|join)\s+(?:lateral\s+)?(?!lateral\b)([\w."]+)/gi)) {
    const name = relation.toLowerCase()
    if (!/^reporting\.\w+$/.test(name) && !own.includes(name)) return `${of} reads ${relation}, which is no reporting view`
  }
  return null
}
