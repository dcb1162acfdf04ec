import type { Account, AccountCategory, Chart } from '@open-oms/contracts/config/chart-of-accounts'

/** What the account of an entry is looked up by. */
export type AccountQuery = {
  category: AccountCategory
  currencyCode: string
  taxGroupCode: string | null
  /** In percent; counts for Sales, RentalSales and OutputVat. */
  vatRate: number | null
  /** Name of the payment method; counts for PaymentMethod and RefundPaymentMethod. */
  method: string | null
  /** A fee that the customer pays: only an account with discriminator `Fee` matches. */
  isFee?: boolean
}

/**
 * The account of an entry (postings.md#account-lookup): active, of the category, of the currency or
 * of none. The best match wins: first one that names the tax group, then one that names the
 * discriminator, then one that names neither. An entry that names another tax group or another
 * discriminator is no match at all. A fee has an entry with discriminator `Fee`, in any letter
 * case, of a category for income or fees. Of equal matches one that names the currency wins, then
 * the first.
 */
export function findAccount(chart: Chart, query: AccountQuery): Account | undefined {
  const candidates = chart.accounts.filter((account) => isCandidate(account, query))
  return candidates.reduce<Account | undefined>(
    (best, account) => (best && rank(best) >= rank(account) ? best : account),
    undefined,
  )
}

/** The description of an entry without an account, for the reasons of a draft. */
export function describeQuery({ category, currencyCode, taxGroupCode, vatRate, method }: AccountQuery): string {
  const details = [`currency ${currencyCode}`]
  if (taxGroupCode !== null) details.push(`tax group ${taxGroupCode}`)
  if (usesVatRate(category) && vatRate !== null) details.push(`VAT rate ${vatRate}`)
  if (usesMethod(category) && method !== null) details.push(`method ${method}`)
  return `${category} (${details.join(', ')})`
}

/** Whether an entry of a chart may be used for postings in a currency. */
export function isForCurrency({ currencyCode }: Account, currency: string): boolean {
  return isEmpty(currencyCode) || currencyCode === currency
}

const FEE = 'fee'
const feeCategories: ReadonlySet<AccountCategory> = new Set(['Sales', 'PaymentProviderFee'])

/** Whether a chart has an account for fees that customers pay (postings.md#account-lookup). */
export function hasFeeAccount({ accounts }: Pick<Chart, 'accounts'>, currency: string): boolean {
  return accounts.some((account) => account.active && isFeeAccount(account) && isForCurrency(account, currency))
}

function isFeeAccount({ category, discriminator }: Account): boolean {
  return feeCategories.has(category) && discriminator?.toLowerCase() === FEE
}

function isCandidate(account: Account, query: AccountQuery): boolean {
  return (
    account.active &&
    (query.isFee ? isFeeAccount(account) : account.category === query.category) &&
    isForCurrency(account, query.currencyCode) &&
    (isEmpty(account.taxGroupCode) || account.taxGroupCode === query.taxGroupCode) &&
    (query.isFee || isEmpty(account.discriminator) || isNamed(account.discriminator, query))
  )
}

function isNamed(discriminator: string, { category, vatRate, method }: AccountQuery): boolean {
  if (usesVatRate(category)) return vatRate !== null && Number(discriminator) === vatRate
  return usesMethod(category) && discriminator === method
}

function rank(account: Account): number {
  const names = (text: string | null): number => (isEmpty(text) ? 0 : 1)
  return 4 * names(account.taxGroupCode) + 2 * names(account.discriminator) + names(account.currencyCode)
}

const usesVatRate = (category: AccountCategory): boolean =>
  category === 'Sales' || category === 'RentalSales' || category === 'OutputVat'
const usesMethod = (category: AccountCategory): boolean => category === 'PaymentMethod' || category === 'RefundPaymentMethod'
const isEmpty = (text: string | null): text is null | '' => text === null || text === ''
