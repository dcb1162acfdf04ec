import type { AccountCategory, Chart } from '@open-oms/contracts/config/chart-of-accounts'
import type { PaymentMethod } from '@open-oms/contracts/config/payment-methods'
import type { Store } from '@open-oms/contracts/config/stores'
import { manualMethods, type Tenant } from './tenant.ts'

/** A store that the demo sells in, and by what. */
export type StorePlan = {
  storeId: string
  marketId: string
  currency: string
  timeZone: string
  country: string
  warehouses: readonly string[]
  paymentMethod: string
  /** All that can be booked and that customers of a web shop choose. */
  paymentMethods: readonly string[]
  /** How tills are paid in notes and coins; null: not at all. */
  cashMethod: string | null
  /**
   * VAT in percent that the chart has accounts for: the usual rate, and another one where there is
   * one.
   */
  rates: readonly [number, number]
}

/** What the demo needs of the store, or the reason why it cannot sell there. */
export function planStore(tenant: Tenant, store: Store): StorePlan | { reason: string } {
  const market = tenant.markets.find(({ id }) => id === store.marketId)
  const chart = findChart(tenant, store)
  if (market === undefined || chart === undefined) return { reason: 'its company has no chart of accounts' }
  const hasAccount = accountMatcher(chart, market.currency)
  const rates = bookableRates(chart, market.taxRate).filter(
    (rate) => hasAccount('Sales', { rate }) && hasAccount('OutputVat', { rate }),
  )
  const [usual] = rates
  if (usual === undefined) return { reason: 'its chart has no accounts for Sales and OutputVat of any rate' }
  const methods = manualMethods(tenant, market.id)
  if (methods.length === 0) return { reason: `market ${market.id} has no payment method of a manual connector` }
  const booked = methods.filter(
    ({ name }) => hasAccount('PaymentMethod', { method: name }) && hasAccount('RefundPaymentMethod', { method: name }),
  )
  const [method] = booked
  if (method === undefined) return { reason: 'its chart has no accounts for PaymentMethod and RefundPaymentMethod' }
  for (const category of ['Shipping', 'Rounding'] as const)
    if (!hasAccount(category)) return { reason: `its chart has no account for ${category}` }
  return {
    storeId: store.id,
    marketId: market.id,
    currency: market.currency,
    timeZone: store.timeZone ?? tenant.settings.accounting.timeZone,
    country: market.country,
    warehouses: store.warehouses,
    paymentMethod: nameOnPayments(method),
    ...chosenMethods(booked),
    rates: [usual, rates[1] ?? usual],
  }
}

function chosenMethods(booked: readonly PaymentMethod[]): Pick<StorePlan, 'paymentMethods' | 'cashMethod'> {
  const web = booked.filter(({ displayInCart, isInvoice }) => displayInCart && !isInvoice)
  const cash = booked.find(({ displayInCart }) => !displayInCart)
  return {
    paymentMethods: (web.length > 0 ? web : booked).map(nameOnPayments),
    cashMethod: cash === undefined ? null : nameOnPayments(cash),
  }
}

function nameOnPayments({ paymentMethodName, name }: PaymentMethod): string {
  return paymentMethodName ?? name
}

/**
 * The chart of a store: its own, else that of its company (configuration.md#charts-of-accounts).
 */
function findChart({ charts }: Tenant, { id, accountingCompanyCode }: Store): Chart | undefined {
  const ofCompany = charts.filter(({ companyCode }) => companyCode === accountingCompanyCode)
  return ofCompany.find(({ storeId }) => storeId === id) ?? ofCompany.find(({ storeId }) => !storeId)
}

/**
 * Whether a chart has an active account of a category, for a rate or a method where that decides.
 * Accounts of one tax group alone do not count: the demo's goods have none.
 */
function accountMatcher({ accounts }: Chart, currency: string) {
  return (category: AccountCategory, { rate, method }: { rate?: number; method?: string } = {}) =>
    accounts.some(({ active, taxGroupCode, currencyCode, discriminator, ...account }) => {
      const isNamed = rate === undefined ? discriminator === method : Number(discriminator) === rate
      const isFor = !taxGroupCode && (!currencyCode || currencyCode === currency) && (!discriminator || isNamed)
      return active && account.category === category && isFor
    })
}

/** Rates above zero that may have accounts: the market's first. */
function bookableRates(chart: Chart, usual: number): number[] {
  const named = chart.accounts.filter(({ category }) => category === 'Sales').map(({ discriminator }) => Number(discriminator))
  return [...new Set([usual, ...named])].filter((rate) => rate > 0)
}

/** The plans in the order in which the demo tries them: one of each currency first. */
export function byCurrency(plans: readonly StorePlan[]): StorePlan[] {
  const isFirst = (plan: StorePlan) => plans.find(({ currency }) => currency === plan.currency) === plan
  return [...plans.filter(isFirst), ...plans.filter((plan) => !isFirst(plan))]
}
