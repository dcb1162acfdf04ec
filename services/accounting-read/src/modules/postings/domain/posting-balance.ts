import type { Account, Chart } from '@open-oms/contracts/config/chart-of-accounts'
import type { AccountingSettings } from '@open-oms/contracts/config/settings'
import { Decimal } from '@open-oms/money/decimal'
import { type AccountQuery, describeQuery, findAccount } from './account-lookup.ts'
import { lineImbalance, type PostingLine, toDebitCredit } from './posting-content.ts'

export type BalanceContext = {
  chart: Chart
  storeId: string
  registerId: string | null
  currencyCode: string
  settings: Pick<AccountingSettings, 'balanceTolerance' | 'suspenseAccountNumber' | 'roundToWholeUnits'>
}

export type BalanceResult =
  | { kind: 'balanced'; lines: PostingLine[]; autoBalanced: boolean; warnings: string[] }
  | { kind: 'unbalanced'; reason: string }

/**
 * Makes debit equal credit (postings.md#balancing): a residual within the tolerance becomes a
 * Rounding line, a larger one a line on the suspense account with a warning. With
 * `roundToWholeUnits` every line is rounded first, and what the rounding makes of the sum is
 * Rounding as well, whatever its size.
 */
export function balance(lines: readonly PostingLine[], context: BalanceContext): BalanceResult {
  const { settings, currencyCode } = context
  const residual = lineImbalance(lines)
  const isSmall = residual.abs().lessThanOrEqualTo(settings.balanceTolerance)
  const suspense = isSmall ? new Decimal(0) : inUnits(residual, settings)
  const rounded = settings.roundToWholeUnits ? lines.flatMap(roundLine) : [...lines]
  const rounding = lineImbalance(rounded).minus(suspense)
  const warnings: string[] = []

  if (!rounding.isZero()) {
    const query: AccountQuery = { category: 'Rounding', currencyCode, taxGroupCode: null, vatRate: null, method: null }
    const account = findAccount(context.chart, query)
    if (account === undefined) return { kind: 'unbalanced', reason: `no account for ${describeQuery(query)}` }
    rounded.push(balancingLine(rounding, account, context))
  }
  if (!suspense.isZero()) {
    const account = suspenseAccount(context)
    if (account === undefined)
      return { kind: 'unbalanced', reason: `no suspense account for a residual of ${suspense.toFixed()} ${currencyCode}` }
    rounded.push(balancingLine(suspense, account, context))
    warnings.push(`A residual of ${suspense.toFixed()} ${currencyCode} was booked on suspense account ${account.accountNumber}.`)
  }
  return { kind: 'balanced', lines: rounded, autoBalanced: !suspense.isZero(), warnings }
}

/** `residual` is debit less credit, so that the balancing line has it on the credit side. */
function balancingLine(residual: Decimal, account: Account, { storeId, registerId }: BalanceContext): PostingLine {
  return {
    accountNumber: account.accountNumber,
    accountName: account.name,
    category: account.category === 'Rounding' ? 'Rounding' : 'Other',
    ...toDebitCredit(residual),
    vatCode: null,
    vatRate: null,
    vatAmount: null,
    taxGroupCode: null,
    storeId,
    registerId,
    description: account.description ?? account.name,
    customerNumber: null,
    invoiceNumber: null,
    creditNoteNumber: null,
    invoiceDate: null,
    dueDate: null,
    kidNumber: null,
    dimensions: {},
  }
}

function suspenseAccount({ chart, settings }: BalanceContext): Account | undefined {
  const entries = chart.accounts.filter((account) => account.active && account.accountNumber === settings.suspenseAccountNumber)
  return entries.find((account) => account.category === 'Other') ?? entries[0]
}

function inUnits(amount: Decimal, { roundToWholeUnits }: BalanceContext['settings']): Decimal {
  return roundToWholeUnits ? amount.toDecimalPlaces(0, Decimal.ROUND_HALF_UP) : amount
}

/** A line in whole units; none when nothing is left of it. */
function roundLine(line: PostingLine): PostingLine[] {
  const whole = (amount: Decimal) => amount.toDecimalPlaces(0, Decimal.ROUND_HALF_UP)
  const rounded = {
    ...line,
    debit: whole(line.debit),
    credit: whole(line.credit),
    vatAmount: line.vatAmount && whole(line.vatAmount),
  }
  return rounded.debit.isZero() && rounded.credit.isZero() ? [] : [rounded]
}
