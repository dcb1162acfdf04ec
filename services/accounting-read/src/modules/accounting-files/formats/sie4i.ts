import { productVersion } from '@open-oms/contracts/version'
import { singleLine } from '../domain/file-text.ts'
import type { FileFormat, FileProblems, VoucherLine } from '../domain/voucher.ts'

/** The dimension that SIE reserves for cost centres. */
const COST_CENTRE = 1

/**
 * SIE 4I: vouchers for the import into Swedish accounting programs (accounting-files.md#sie-4i).
 * The code page is 437, which has `å`, `ä` and `ö` but no `ø` and no `€`.
 */
export const sie4i: FileFormat = {
  contentType: 'text/plain; charset=ibm437',
  charset: 'cp437',
  showsOpenings: false,
  fileName: ({ companyCode, from, to }) => `sie4i-${companyCode}-${from}-${to}.si`,
  begin({ company, now, accounts, costCentres }) {
    const day = digits(now.toISOString().slice(0, 10))
    const rows = [
      '#FLAGGA 0',
      `#PROGRAM ${quoted('open-oms')} ${quoted(productVersion)}`,
      '#FORMAT PC8',
      `#GEN ${day}`,
      '#SIETYP 4',
      `#ORGNR ${quoted(company.organizationNumber)}`,
      `#FNAMN ${quoted(company.companyName)}`,
      `#VALUTA ${company.currencyCode}`,
      ...[...accounts.values()].map(({ number, name }) => `#KONTO ${number} ${quoted(name)}`),
      ...[...costCentres].map((centre) => `#OBJEKT ${COST_CENTRE} ${quoted(centre)} ${quoted(centre)}`),
    ]
    return rows.map((row) => `${row}\r\n`).join('')
  },
  formatVoucher({ number, day, description, lines }, { voucherSeries }) {
    const head = `#VER ${voucherSeries} ${number} ${digits(day)} ${quoted(description)}`
    return [head, '{', ...lines.map(transaction), '}'].map((row) => `${row}\r\n`).join('')
  },
  end: '',
  findProblems({ accounts }) {
    const problems: FileProblems = {}
    for (const { number, name } of accounts.values()) {
      if (!/^\d+$/.test(number)) problems[`accounts.${number}`] = [`(${name}) is not made of digits`]
    }
    return problems
  },
}

function transaction({ account, amount, costCentre, description }: VoucherLine): string {
  const objects = costCentre === null ? '{}' : `{${COST_CENTRE} ${quoted(costCentre)}}`
  return `  #TRANS ${account.number} ${objects} ${amount.toFixed(2)} ${quoted('')} ${quoted(description)}`
}

/**
 * A field. Only quotation marks have an escape: a backslash at the end of a text would be read as
 * one.
 */
function quoted(text: string): string {
  return `"${singleLine(text, /\\/g).replaceAll('"', String.raw`\"`)}"`
}

const digits = (day: string) => day.replaceAll('-', '')
