import type { PostingSource } from '@open-oms/contracts/accounting/posting'
import type { AccountCategory } from '@open-oms/contracts/config/chart-of-accounts'
import { Decimal } from '@open-oms/money/decimal'
import type { Day } from '../../calendar/domain/posting-date.ts'

/**
 * A ledger line without id: one of debit and credit is above zero (postings.md#posting-accounts).
 */
export type PostingLine = {
  accountNumber: string
  accountName: string
  category: AccountCategory
  debit: Decimal
  credit: Decimal
  vatCode: string | null
  vatRate: number | null
  vatAmount: Decimal | null
  taxGroupCode: string | null
  storeId: string
  registerId: string | null
  description: string | null
  customerNumber: string | null
  invoiceNumber: string | null
  creditNoteNumber: string | null
  invoiceDate: Day | null
  dueDate: Day | null
  kidNumber: string | null
  dimensions: Record<string, string>
}

/** What a posting books; ids, status and times are not part of it. */
export type PostingContent = {
  source: PostingSource
  zReportId: string | null
  zReportNumber: number | null
  storeId: string
  registerIds: readonly string[]
  accountingCompanyCode: string | null
  postingDate: Day
  currencyCode: string
  orderIds: readonly string[]
  /** In their sequence. */
  lines: readonly PostingLine[]
  totalDebit: Decimal
  totalCredit: Decimal
  autoBalanced: boolean
  warnings: readonly string[]
}

/** Debit less credit of some lines. */
export function lineImbalance(lines: readonly Pick<PostingLine, 'debit' | 'credit'>[]): Decimal {
  return lines.reduce((sum, line) => sum.plus(line.debit).minus(line.credit), new Decimal(0))
}

/** The sums of both sides. */
export function postingTotals(lines: readonly Pick<PostingLine, 'debit' | 'credit'>[]): {
  totalDebit: Decimal
  totalCredit: Decimal
} {
  let totalDebit = new Decimal(0)
  let totalCredit = new Decimal(0)
  for (const line of lines) {
    totalDebit = totalDebit.plus(line.debit)
    totalCredit = totalCredit.plus(line.credit)
  }
  return { totalDebit, totalCredit }
}

/** A signed amount as the two sides of a line: credit above zero, debit below. */
export function toDebitCredit(amount: Decimal): Pick<PostingLine, 'debit' | 'credit'> {
  const zero = new Decimal(0)
  return amount.isNegative() ? { debit: amount.negated(), credit: zero } : { debit: zero, credit: amount }
}

/** The lines in their canonical sequence, whatever the sequence in which they were collected. */
export function inSequence(lines: readonly PostingLine[]): PostingLine[] {
  const keyed = lines.map((line) => ({ line, key: sortKey(line) }))
  keyed.sort((a, b) => compare(a.key, b.key))
  return keyed.map(({ line }) => line)
}

const categoryOrder: readonly AccountCategory[] = [
  'PaymentMethod',
  'Receivable',
  'RefundPaymentMethod',
  'CashInTransit',
  'CashFloat',
  'OverShort',
  'PaymentProviderFee',
  'GiftCardLiability',
  'DepositLiability',
  'Tip',
  'Sales',
  'RentalSales',
  'Discount',
  'Shipping',
  'OutputVat',
  'InternalTransferOut',
  'InternalTransferIn',
  'Rounding',
  'Other',
]

function sortKey(line: PostingLine): (string | number)[] {
  return [
    categoryOrder.indexOf(line.category),
    line.accountNumber,
    line.vatRate ?? -1,
    line.vatCode ?? '',
    line.taxGroupCode ?? '',
    line.storeId,
    line.registerId ?? '',
    line.debit.isZero() ? 1 : 0,
    line.invoiceNumber ?? '',
    line.creditNoteNumber ?? '',
    line.customerNumber ?? '',
    line.dueDate ?? '',
    line.kidNumber ?? '',
    line.description ?? '',
    line.debit.toFixed(4),
    line.credit.toFixed(4),
    line.vatAmount?.toFixed(4) ?? '',
  ]
}

function compare(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index] as string | number
    if (left !== right) return left < right ? -1 : 1
  }
  return 0
}
