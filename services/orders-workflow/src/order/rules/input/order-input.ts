import type { OrderType } from '@open-oms/contracts/config/order-types'
import type { TenantConfig } from '@open-oms/contracts/config/tenant-config'
import type { Order } from '@open-oms/contracts/orders/order'
import type { InputOf } from '@open-oms/contracts/primitives'
import type { Problems } from '@open-oms/contracts/problems'
import { currencyExponent, isCurrency } from '@open-oms/money/currency'
import { checkPayments, checkRounded } from '../payments/new-payments.ts'
import { entityError, withEntityError } from './entity-errors.ts'

export type OrderInput = InputOf<Order>

export type OrderInputContext = {
  config: Pick<TenantConfig, 'markets' | 'stores' | 'orderTypes'>
  /** ISO 8601 UTC. */
  now: string
  newId: () => string
}

/**
 * The input with its market and its currency as they are stored. `stored` is the order that it
 * replaces, if any.
 */
export function normalised(sent: OrderInput, context: OrderInputContext, stored: Order | null): OrderInput {
  return withCurrency(withMarket(sent, context, stored))
}

/**
 * An order without a market gets the default one (orders.md#default-market). An order that replaces
 * another keeps its market: a field that was left out must not change its taxes and currency.
 */
function withMarket(input: OrderInput, { config, now }: OrderInputContext, stored: Order | null): OrderInput {
  if (input.marketId !== undefined) return input
  if (stored !== null && stored.marketId !== null) return { ...input, marketId: stored.marketId }
  const market = config.markets.find((candidate) => candidate.isDefault)
  const message = `No market was named; the default market ${market?.id} was taken.`
  const error = entityError({ key: 'MarketIdMissing', message, severity: 'Warning', occurred: now }) as NonNullable<
    OrderInput['errors']
  >[number]
  return { ...input, ...(market && { marketId: market.id }), errors: withEntityError(input.errors ?? [], error) }
}

/**
 * A currency is accepted in any letter case and stored in upper case, because reports group by it.
 */
function withCurrency(input: OrderInput): OrderInput {
  const { billingCurrency } = input
  if (billingCurrency === undefined || billingCurrency === billingCurrency.toUpperCase()) return input
  return { ...input, billingCurrency: billingCurrency.toUpperCase() }
}

type Config = OrderInputContext['config']
export type HeadCheck = {
  config: Config
  stored: Order | null
  /** True: the order gets its number, and with it an id, afterwards. */
  isNumberedLater: boolean
}

/**
 * Checks id, store, market, currency, type and status (workflow.md#status-fields,
 * orders.md#order-creation). Values of the stored order may be missing from the configuration.
 */
export function checkHead(input: OrderInput, { config, stored, isNumberedLater }: HeadCheck, problems: Problems): void {
  checkId(input, isNumberedLater, problems)
  const { storeId } = input
  const isStoreKnown = storeId === stored?.storeId || config.stores.some((store) => store.id === storeId)
  if (!storeId || !isStoreKnown) problems.add('storeId', unknown(storeId, 'a store'))
  checkMarket(input, { config, stored }, problems)
  checkStatus(input, config.orderTypes, problems)
}

function checkMarket(
  { marketId, billingCurrency }: OrderInput,
  { config, stored }: Pick<HeadCheck, 'config' | 'stored'>,
  problems: Problems,
): void {
  const isMarketKnown = marketId === stored?.marketId || config.markets.some((market) => market.id === marketId)
  if (!isMarketKnown) problems.add('marketId', unknown(marketId, 'a market'))
  if (billingCurrency !== undefined && !isCurrency(billingCurrency)) {
    problems.add('billingCurrency', `"${billingCurrency}" is not a currency of ISO 4217`)
  }
}

/**
 * Checks of a cart what there is: a store, a type and a status are needed only by the order that is
 * made of it (carts.md#cart-creation).
 */
export function checkCartHead(input: OrderInput, config: Config, problems: Problems): void {
  const { id, storeId, orderType } = input
  const problem = id === undefined ? null : problemOfId(id)
  if (problem !== null) problems.add('id', problem)
  if (storeId !== undefined && !config.stores.some((store) => store.id === storeId))
    problems.add('storeId', unknown(storeId, 'a store'))
  if (orderType !== undefined && !config.orderTypes.some((type) => type.name === orderType))
    problems.add('orderType', unknown(orderType, 'a configured order type'))
  checkMarket(input, { config, stored: null }, problems)
}

function checkId({ id, orderNumber }: OrderInput, isNumberedLater: boolean, problems: Problems): void {
  const given = id ?? orderNumber
  if (given === undefined) {
    if (!isNumberedLater) problems.add('id', 'or orderNumber is required')
    return
  }
  const problem = problemOfOrderId(given)
  if (problem !== null) problems.add(id === undefined ? 'orderNumber' : 'id', problem)
}

function checkStatus({ orderType, status }: OrderInput, types: readonly OrderType[], problems: Problems): void {
  const type = types.find((candidate) => candidate.name === orderType)
  if (type === undefined) problems.add('orderType', unknown(orderType, 'a configured order type'))
  else if (!type.orderStatuses.some((candidate) => candidate.name === status)) {
    problems.add('status', unknown(status, `a status of order type "${type.name}"`))
  }
}

function unknown(value: string | undefined, what: string): string {
  return value ? `"${value}" is not ${what}` : 'is required'
}

/**
 * Checks the payments, also as rounded to the currency of the order (money.md#rounding,
 * payments.md#sent-payments).
 */
export function checkOrderPayments(input: OrderInput, config: Config, problems: Problems): void {
  const payments = input.orderForm?.payments ?? []
  checkPayments(payments, 'orderForm.payments', problems)
  checkRounded(payments, { path: 'orderForm.payments', exponent: inputExponent(input, config) }, problems)
}

function inputExponent({ billingCurrency, marketId }: OrderInput, { markets }: Config): number {
  return currencyExponent(billingCurrency ?? markets.find((market) => market.id === marketId)?.currency ?? '')
}

const ID_LENGTH_MAX = 100

/**
 * Words that a path may have in the position of an order id (orders.md#order-identity,
 * returns.md#return-creation, search.md#search-filters): an order with such an id could not be
 * addressed.
 */
const reservedWords = new Set(
  [
    'AddComment',
    'AddMany',
    'Carts',
    'Changes',
    'Customers',
    'ExistMany',
    'ExportOrders',
    'GetAsPdf',
    'GetOrderAsPdf',
    'GetOrderForCustomer',
    'GetOrders',
    'GetOrdersForCustomer',
    'GetOrdersForPickUpPoint',
    'ImportMany',
    'OrderLines',
    'PatchLineItemIds',
    'PosOrders',
    'Scroll',
    'Search',
    'SearchByCustomProperties',
    'Secret',
    'Update',
    'UpdateMany',
  ].map((word) => word.toLowerCase()),
)

const CONTROL_CHARACTER = /\p{Cc}/u

/**
 * The problem of an id that is used in paths, or null (orders.md#order-creation). Spaces, slashes
 * and any script are fine.
 */
function problemOfId(id: string): string | null {
  if (id === '') return 'must not be empty'
  if ([...id].length > ID_LENGTH_MAX) return `must have at most ${ID_LENGTH_MAX} characters`
  if (CONTROL_CHARACTER.test(id)) return 'must not contain control characters'
  if (!id.isWellFormed()) return 'must be well-formed Unicode'
  // Clients take these for steps in the path and never send them.
  if (id === '.' || id === '..') return 'is a reserved word'
  return null
}

/** What is wrong with an order id, or null (orders.md#order-creation). */
function problemOfOrderId(id: string): string | null {
  return problemOfId(id) ?? (reservedWords.has(id.toLowerCase()) ? 'is a reserved word' : null)
}
