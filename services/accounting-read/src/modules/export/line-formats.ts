import { currencyExponent } from '@open-oms/money/currency'
import { Decimal } from '@open-oms/money/decimal'
import { csvRow, NumberText } from '@open-oms/service-kit/http/csv-row'
import { publicCategory, toLine } from '../ledger/ledger-line-store.ts'
import type { ExportedLine } from './line-export-store.ts'

/** How a file shows ledger lines (ledger.md#ledger-export). */
export type LineFormat = {
  extension: string
  contentType: string
  /** What the file begins with. */
  begin: string
  /** A line with its line end. */
  formatLine(line: ExportedLine): string
}

/** Spreadsheets read a file as UTF-8 only when it begins with this mark. */
const BYTE_ORDER_MARK = '\ufeff'
const CSV_COLUMNS =
  'PostingDate;PostingId;LineSequence;StoreId;RegisterId;AccountNumber;AccountName;Category;Debit;Credit;CurrencyCode;VatCode;VatRate;' +
  'VatAmount;Description;ZReportNumber;Source'

/**
 * CSV with semicolons. Amounts have the decimals of their currency, or more if they need them.
 * Dates have no time, since spreadsheets know no time zones.
 */
export function csvFormat(decimal: ',' | '.'): LineFormat {
  const style = { separator: ';', decimal } as const
  return {
    extension: 'csv',
    contentType: 'text/csv; charset=utf-8; header=present',
    begin: `${BYTE_ORDER_MARK}${CSV_COLUMNS}\r\n`,
    formatLine(line) {
      const digits = currencyExponent(line.currencyCode)
      const cells = [
        line.postingDate,
        line.postingId,
        line.lineSequence,
        line.storeId,
        line.registerId,
        line.accountNumber,
        line.accountName,
        publicCategory(line),
        numberText(line.debit, digits),
        numberText(line.credit, digits),
        line.currencyCode,
        line.vatCode,
        numberText(line.vatRate, 0),
        numberText(line.vatAmount, digits),
        line.description,
        line.zReportNumber,
        line.source,
      ]
      return csvRow(cells, style)
    },
  }
}

/** A stored number with at least so many decimals, and with more where it needs them. */
function numberText(stored: string | null, digits: number): NumberText | null {
  if (stored === null) return null
  const value = new Decimal(stored)
  return new NumberText(value.toFixed(Math.max(digits, value.decimalPlaces())))
}

/** A ledger line as JSON, with the fields of the interface, on a line of its own. */
export const ndjsonFormat: LineFormat = {
  extension: 'ndjson',
  contentType: 'application/x-ndjson; charset=utf-8',
  begin: '',
  formatLine: ({ source: _, zReportNumber: __, ...line }) => `${JSON.stringify(toLine(line))}\n`,
}
