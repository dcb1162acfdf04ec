import type { AccountingFiles, FileVatCode } from '@open-oms/contracts/config/accounting-files'
import type { Account, AccountCategory, Chart } from '@open-oms/contracts/config/chart-of-accounts'
import type { Store } from '@open-oms/contracts/config/stores'
import { Decimal } from '@open-oms/money/decimal'
import type { Day } from '../../calendar/domain/posting-date.ts'
import type { FileAccount, FileProblems, Voucher, VoucherLine } from './voucher.ts'

/** What files need of a ledger line, as the database has it: amounts and rates are texts. */
type LineRow = {
  postingId: string
  lineSequence: number
  postingDate: Day
  storeId: string
  accountNumber: string
  accountName: string
  category: AccountCategory
  debit: string
  credit: string
  currencyCode: string
  vatCode: string | null
  vatRate: string | null
  vatAmount: string | null
  description: string | null
  customerNumber: string | null
  invoiceNumber: string | null
  creditNoteNumber: string | null
  dueDate: Day | null
  kidNumber: string | null
}

/** A posting with its lines, as the database has them. */
export type PostingRows = { chainNumber: number; createdAt: Date; lines: readonly LineRow[] }

/** Categories of what is owned and owed; all others are income and expense. */
const balanceCategories: ReadonlySet<AccountCategory> = new Set<AccountCategory>([
  'OutputVat',
  'PaymentMethod',
  'RefundPaymentMethod',
  'Receivable',
  'GiftCardLiability',
  'DepositLiability',
  'Tip',
  'CashFloat',
  'CashInTransit',
  'Other',
])

/** More decimals than two are in none of the formats. */
const DECIMALS_MAX = 2

export type VoucherMapping = {
  /** The posting as a voucher; what of it has no place is added to `problems`, and left out. */
  toVoucher(posting: PostingRows): Voucher
  /** The account of the ERP; undefined for one that no chart of the company has. */
  findAccount(accountNumber: string): FileAccount | undefined
  problems: FileProblems
}

/** How the postings of a company become vouchers (accounting-files.md#mapping). */
export function voucherMapping(company: AccountingFiles, charts: readonly Chart[], stores: readonly Store[]): VoucherMapping {
  const problems: FileProblems = {}
  const report = (path: string, text: string) => {
    problems[path] ??= [text]
  }
  const accounts = accountsByNumber(charts)
  const codes = new Map<string, FileVatCode>(company.vatCodes.map((code) => [code.vatCode, code]))
  const centres = new Map(stores.map(({ id, accountingDimensionCode }) => [id, accountingDimensionCode ?? id]))

  function vatOf(row: LineRow, amount: Decimal): VoucherLine['vat'] {
    const { vatCode, vatRate, vatAmount } = row
    if (vatRate === null && vatCode === null) return null
    const code =
      vatCode === null ? company.vatCodes.find((other) => new Decimal(other.vatRate).eq(vatRate ?? 0)) : codes.get(vatCode)
    if (code === undefined) {
      const path = vatCode === null ? `vatRates.${vatRate}` : `vatCodes.${vatCode}`
      report(path, 'is not among files.vatCodes of the chart of accounts')
      return null
    }
    return { code, amount: new Decimal(vatAmount ?? 0).mul(amount.isNegative() ? -1 : 1) }
  }

  function toLine(row: LineRow): VoucherLine {
    const amount = new Decimal(row.debit).sub(row.credit)
    if (amount.decimalPlaces() > DECIMALS_MAX) report(`amounts.${row.postingId}`, 'has more than 2 decimals')
    if (row.currencyCode !== company.currencyCode) {
      const text = `is not the currency of the company; with currencyCode=${company.currencyCode} such postings are left out`
      report(`currencies.${row.currencyCode}`, text)
    }
    const account = accounts.get(row.accountNumber)
    if (account === undefined) report(`accounts.${row.accountNumber}`, `(${row.accountName}) is in no chart of the company`)
    return {
      sequence: row.lineSequence,
      account: account ?? { number: row.accountNumber, name: row.accountName, isResult: false, groupingCode: null, taxKey: null },
      amount,
      isVat: row.category === 'OutputVat',
      vat: vatOf(row, amount),
      costCentre: company.costCentres ? (centres.get(row.storeId) ?? row.storeId) : null,
      description: row.description ?? row.accountName,
      customerNumber: row.customerNumber,
      invoiceNumber: row.creditNoteNumber ?? row.invoiceNumber,
      dueDate: row.dueDate,
      kidNumber: row.kidNumber,
    }
  }

  function toVoucher({ chainNumber, createdAt, lines }: PostingRows): Voucher {
    const [first] = lines
    return {
      number: String(chainNumber),
      day: first?.postingDate ?? '',
      createdDay: createdAt.toISOString().slice(0, 10),
      description: `Sales ${first?.storeId ?? ''} ${first?.postingDate ?? ''}`,
      lines: lines.map(toLine),
    }
  }

  return { toVoucher, findAccount: (accountNumber) => accounts.get(accountNumber), problems }
}

function accountsByNumber(charts: readonly Chart[]): Map<string, FileAccount> {
  const accounts = new Map<string, FileAccount>()
  for (const entry of charts.flatMap((chart) => chart.accounts)) {
    if (!accounts.has(entry.accountNumber)) accounts.set(entry.accountNumber, toFileAccount(entry))
  }
  return accounts
}

function toFileAccount({ accountNumber, externalNumber, name, category, groupingCode, taxKey }: Account): FileAccount {
  return { number: externalNumber ?? accountNumber, name, isResult: !balanceCategories.has(category), groupingCode, taxKey }
}
