import type { AccountingFiles, FileVatCode } from '@open-oms/contracts/config/accounting-files'
import type { Decimal } from '@open-oms/money/decimal'
import type { Day } from '../../calendar/domain/posting-date.ts'

/** An account as the ERP knows it. */
export type FileAccount = {
  number: string
  name: string
  /** Its balance begins at 0 with each fiscal year. */
  isResult: boolean
  groupingCode: string | null
  taxKey: string | null
}

/** A ledger line as a file has it. */
export type VoucherLine = {
  sequence: number
  account: FileAccount
  /** Debit above zero, credit below. */
  amount: Decimal
  /** The line is the VAT itself. */
  isVat: boolean
  /**
   * Of a line that VAT is computed of, and of the VAT itself: its code, and the VAT with the sign
   * of the line.
   */
  vat: { code: FileVatCode; amount: Decimal } | null
  costCentre: string | null
  description: string
  customerNumber: string | null
  /** Of a credit note its own number. */
  invoiceNumber: string | null
  dueDate: Day | null
  kidNumber: string | null
}

/** A current posting as a file has it. */
export type Voucher = {
  /** The number of the posting in the chain of its company: it never changes. */
  number: string
  day: Day
  createdDay: Day
  description: string
  lines: readonly VoucherLine[]
}

/** What a file begins with: the company, the period, and what its vouchers sum up to. */
export type FileHead = {
  companyCode: string
  company: AccountingFiles
  from: Day
  to: Day
  now: Date
  vouchers: number
  debit: Decimal
  credit: Decimal
  /** By their numbers in the ERP. */
  accounts: ReadonlyMap<string, FileAccount>
  /** Debit minus credit of the period, by account. */
  changes: ReadonlyMap<string, Decimal>
  /** Debit minus credit before the period, by account; empty where the format shows none. */
  openings: ReadonlyMap<string, Decimal>
  vatCodes: ReadonlySet<FileVatCode>
  customers: ReadonlySet<string>
  costCentres: ReadonlySet<string>
}

/** Why the ledger cannot be written as a file, by what it is about: `accounts.2700`. */
export type FileProblems = Record<string, string[]>

/** How a file shows vouchers. `\ufffd` stands for a character that the format does not have. */
export type FileFormat = {
  contentType: string
  charset: 'cp437' | 'win1252' | 'utf-8'
  showsOpenings: boolean
  fileName(head: FileHead): string
  begin(head: FileHead): string
  formatVoucher(voucher: Voucher, company: AccountingFiles): string
  end: string
  /** What of the settings and accounts the format cannot have. */
  findProblems(head: FileHead): FileProblems
}
