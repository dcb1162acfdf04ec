import { EXPONENT_USUAL, otherExponents } from '@oms/money/currency'

/** SQL that writes a row of `ledger_line` as a line of a file, with its line end. */
export type LineText = string

/** Rental sales have a category of their own internally only (postings.md#rental-sales). */
const category = `case category when 'RentalSales' then 'Other' else category end`

const cell = (column: string): string => {
  // Spreadsheets take a text that begins with one of these for a formula; `csvRow` does the same.
  const safe = `case when ${column} ~ '^''*[=+@\\t\\r\\n-]' then '''' || ${column} else ${column} end`
  return `coalesce(case when ${column} ~ '[";\\r\\n]' then '"' || replace(${safe}, '"', '""') || '"' else ${safe} end, '')`
}

/** How many decimals amounts in the currency of the line have. */
const currencyDecimals = `case ${[...new Set(otherExponents.values())].map(decimalsCase).join(' ')} else ${EXPONENT_USUAL} end`

function decimalsCase(exponent: number): string {
  const codes = [...otherExponents].filter(([, decimals]) => decimals === exponent).map(([code]) => `'${code}'`)
  return `when upper(currency_code) in (${codes.join(', ')}) then ${exponent}`
}

/**
 * A record of a CSV file with semicolons (ledger.md#ledger-export). Amounts have the decimals of
 * their currency, or more if they need them. Dates have no time, since spreadsheets know no time
 * zones.
 */
export function csvText(decimal: ',' | '.'): LineText {
  const number = (value: string) => `coalesce(replace((${value})::text, '.', '${decimal}'), '')`
  // Rounding to at least the decimals that the amount has only adds zeros.
  const money = (column: string) => number(`round(${column}, greatest(${currencyDecimals}, min_scale(${column})))`)
  const cells = [
    'posting_date',
    'posting_id',
    'line_sequence',
    cell('store_id'),
    cell('register_id'),
    cell('account_number'),
    cell('account_name'),
    category,
    money('debit'),
    money('credit'),
    cell('currency_code'),
    cell('vat_code'),
    number('trim_scale(vat_rate)'),
    money('vat_amount'),
    cell('description'),
    `coalesce((select z_report_number::text from posting where posting.id = ledger_line.posting_id), '')`,
    'source',
  ]
  return `${cells.join(` || ';' || `)} || E'\\r\\n'`
}

const text = (column: string) => `coalesce(to_json(${column})::text, 'null')`
const amount = (column: string) => `coalesce(trim_scale(${column})::text, 'null')`
const day = (column: string) => `coalesce('"' || ${column} || 'T00:00:00.000Z"', 'null')`

const fields: [name: string, value: string][] = [
  ['id', `'"' || posting_id || '-' || line_sequence || '"'`],
  ['postingId', `'"' || posting_id || '"'`],
  ['lineSequence', 'line_sequence'],
  ['postingDate', day('posting_date')],
  ['registerId', text('register_id')],
  ['storeId', text('store_id')],
  ['accountingCompanyCode', text('accounting_company_code')],
  ['accountNumber', text('account_number')],
  ['accountName', text('account_name')],
  ['category', `'"' || ${category} || '"'`],
  ['debit', amount('debit')],
  ['credit', amount('credit')],
  ['currencyCode', text('currency_code')],
  ['vatCode', text('vat_code')],
  ['vatRate', amount('vat_rate')],
  ['vatAmount', amount('vat_amount')],
  ['taxGroupCode', text('tax_group_code')],
  ['description', text('description')],
  ['customerNumber', text('customer_number')],
  ['invoiceNumber', text('invoice_number')],
  ['creditNoteNumber', text('credit_note_number')],
  ['invoiceDate', day('invoice_date')],
  ['dueDate', day('due_date')],
  ['kidNumber', text('kid_number')],
  ['dimensions', 'dimensions'],
]

/** A ledger line as JSON, with the fields of the interface, on a line of its own. */
export const ndjsonText: LineText = `'{' || ${fields.map(([name, value]) => `'"${name}":' || ${value}`).join(` || ',' || `)} || E'}\\n'`
