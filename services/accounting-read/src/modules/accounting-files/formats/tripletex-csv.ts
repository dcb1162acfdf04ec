import { Decimal } from '@open-oms/money/decimal'
import { singleLine } from '../domain/file-text.ts'
import type { FileFormat, FileProblems, Voucher, VoucherLine } from '../domain/voucher.ts'

/** The external code of lines without VAT. */
const NO_VAT = '0'

/**
 * GBAT10, the voucher file that Tripletex imports (accounting-files.md#tripletex). It serves both
 * ways of importing: with the VAT that Tripletex computes, from the gross amounts and codes, when
 * rows of type `F` are left out; and with the VAT of the ledger, from the net amounts of all rows.
 * Either way the amounts of a voucher add up to 0.
 */
export const tripletexCsv: FileFormat = {
  contentType: 'text/csv; charset=utf-8',
  charset: 'utf-8',
  showsOpenings: false,
  fileName: ({ companyCode, from, to }) => `gbat10-${companyCode}-${from}-${to}.csv`,
  begin: () => '',
  formatVoucher(voucher, { voucherType }) {
    const left = vatLeft(voucher)
    return voucher.lines.map((line) => row(voucher, line, { voucherType, left })).join('')
  },
  end: '',
  findProblems({ accounts }) {
    const problems: FileProblems = {}
    for (const { number, name } of accounts.values()) {
      if (!/^\d{4,}$/.test(number)) problems[`accounts.${number}`] = [`(${name}) is not a number of four digits or more`]
    }
    return problems
  },
}

/**
 * What of the VAT of a voucher is not that of its other lines, by code: rounding of a residual,
 * mostly nothing. The first VAT line of the code has it as its gross amount.
 */
function vatLeft({ lines }: Voucher): Map<string, Decimal> {
  const left = new Map<string, Decimal>()
  for (const { vat, isVat, amount } of lines) {
    if (vat === null) continue
    const { vatCode } = vat.code
    left.set(vatCode, (left.get(vatCode) ?? new Decimal(0)).add(isVat ? amount : vat.amount.neg()))
  }
  return left
}

function grossAmount({ amount, isVat, vat }: VoucherLine, left: Map<string, Decimal>): Decimal {
  if (!isVat) return amount.add(vat?.amount ?? 0)
  if (vat === null) return amount
  const gross = left.get(vat.code.vatCode) ?? new Decimal(0)
  left.delete(vat.code.vatCode)
  return gross
}

type RowContext = { voucherType: number; left: Map<string, Decimal> }

function row({ number, day }: Voucher, line: VoucherLine, { voucherType, left }: RowContext): string {
  const { account, amount, vat, isVat, customerNumber, invoiceNumber, kidNumber, dueDate, description, costCentre } = line
  const gross = grossAmount(line, left)
  const isLeftOut = isVat && gross.isZero()
  const code = vat === null || isVat ? NO_VAT : (vat.code.externalCode ?? vat.code.vatCode)
  const cells = [
    ...['GBAT10', number, digits(day), String(voucherType), String(Number(day.slice(5, 7))), day.slice(0, 4)],
    ...[account.number, code, amount.toFixed(2), customerNumber ?? '0', '0', '', '', '', ''],
    ...[invoiceNumber ?? '', kidNumber ?? '', dueDate === null ? '0' : digits(dueDate), '', ''],
    ...[description, description, '0', '0', costCentre ?? '0', '0', isLeftOut ? 'F' : 'T', gross.toFixed(2), ''],
  ]
  return `${cells.map((cell) => singleLine(cell, /[;"]/g)).join(';')}\r\n`
}

const digits = (day: string) => day.replaceAll('-', '')
