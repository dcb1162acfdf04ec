import type { AccountingFiles } from '@open-oms/contracts/config/accounting-files'
import { shortened, singleLine } from '../domain/file-text.ts'
import { beginOfFiscalYear } from '../domain/fiscal-year.ts'
import type { FileFormat, FileHead, FileProblems, Voucher, VoucherLine } from '../domain/voucher.ts'
import { datevColumns } from './datev-columns.ts'

/** The columns that are filled, by their number from 1. */
const COLUMN = {
  amount: 1,
  side: 2,
  currency: 3,
  account: 7,
  counterAccount: 8,
  taxKey: 9,
  day: 10,
  document: 11,
  dueDay: 12,
  text: 14,
}
const COST_CENTRE = 37
const FINAL = 114
const TEXT_LENGTH = 60
const DOCUMENT_LENGTH = 36

/**
 * DATEV Buchungsstapel, header version 700, format version 13 (accounting-files.md#datev). A row
 * has an account and a counter account: each line is booked against the clearing account, whose
 * lines of a voucher add up to 0.
 */
export const datev: FileFormat = {
  contentType: 'text/csv; charset=windows-1252',
  charset: 'win1252',
  showsOpenings: false,
  fileName: ({ companyCode, from, to }) => `EXTF_Buchungsstapel_${companyCode}_${digits(from)}_${digits(to)}.csv`,
  begin: (head) => `${headerRow(head)}\r\n${datevColumns.join(';')}\r\n`,
  formatVoucher: (voucher, company) => voucher.lines.map((line) => lineRow(voucher, line, company)).join(''),
  end: '',
  findProblems,
}

function headerRow({ company, from, to, now }: FileHead): string {
  const { datev: settings, fiscalYearBegin, currencyCode } = company
  const created = now.toISOString().replaceAll(/\D/g, '').slice(0, 17)
  const fields = [
    ...['"EXTF"', '700', '21', '"Buchungsstapel"', '13', created, '', '"OM"', '""', '""'],
    ...[settings?.consultantNumber, settings?.clientNumber, digits(beginOfFiscalYear(from, fiscalYearBegin))],
    ...[settings?.accountLength, digits(from), digits(to), quoted(`Open OMS ${from}`), '""', '1', '0', '0'],
    ...[quoted(currencyCode), '', '""', '', '', quoted(settings?.standardChart ?? ''), '', '', '""', '""'],
  ]
  return fields.join(';')
}

function lineRow({ number, day }: Voucher, line: VoucherLine, { currencyCode, datev: settings }: AccountingFiles): string {
  const cells = Array.from({ length: datevColumns.length }, () => '')
  const set = (column: number, value: string) => {
    cells[column - 1] = value
  }
  set(COLUMN.amount, line.amount.abs().toFixed(2).replace('.', ','))
  set(COLUMN.side, line.amount.isNegative() ? '"H"' : '"S"')
  set(COLUMN.currency, quoted(currencyCode))
  set(COLUMN.account, line.account.number)
  set(COLUMN.counterAccount, settings?.clearingAccountNumber ?? '')
  set(COLUMN.taxKey, quoted(line.account.taxKey ?? ''))
  set(COLUMN.day, dayAndMonth(day))
  set(COLUMN.document, quoted(shortened(documentText(line.invoiceNumber ?? number), DOCUMENT_LENGTH)))
  set(COLUMN.dueDay, quoted(line.dueDate === null ? '' : `${dayAndMonth(line.dueDate)}${line.dueDate.slice(2, 4)}`))
  set(COLUMN.text, quoted(shortened(line.description, TEXT_LENGTH)))
  set(COST_CENTRE, quoted(shortened(line.costCentre ?? '', DOCUMENT_LENGTH)))
  set(FINAL, '0')
  return `${cells.join(';')}\r\n`
}

function findProblems({ company, from, to, accounts }: FileHead): FileProblems {
  const { datev: settings, fiscalYearBegin } = company
  if (settings === null) return { 'files.datev': ['is not in the chart of accounts of the company'] }
  const problems: FileProblems = {}
  if (beginOfFiscalYear(from, fiscalYearBegin) !== beginOfFiscalYear(to, fiscalYearBegin))
    problems.postingDateTo = ['is in another fiscal year than postingDateFrom: days have no year in this format']
  const pattern = new RegExp(`^\\d{${settings.accountLength},${settings.accountLength + 1}}$`)
  for (const { number, name } of accounts.values()) {
    if (!pattern.test(number)) problems[`accounts.${number}`] = [`(${name}) does not have ${settings.accountLength} digits`]
  }
  return problems
}

/** The letters that a document number may have. */
const documentText = (text: string) => singleLine(text, /[^\w$%\-/]/g)

const quoted = (text: string) => `"${singleLine(text).replaceAll('"', '""')}"`
const digits = (day: string) => day.replaceAll('-', '')
const dayAndMonth = (day: string) => `${day.slice(8, 10)}${day.slice(5, 7)}`
