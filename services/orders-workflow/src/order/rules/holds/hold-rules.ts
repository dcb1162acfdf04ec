import type { HoldRule } from '@open-oms/contracts/config/hold-rules'
import type { Order, OrderDraft } from '@open-oms/contracts/orders/order'
import { sumOfAmounts } from '@open-oms/money/minor'
import { type OrderConfig, orderCurrency, orderTotalsContext } from '../context/order-context.ts'
import { canceledStatusNames } from '../context/return-type.ts'
import { isPaid } from '../payments/payment-status.ts'
import { typeNamed } from '../status/order-type.ts'
import { calculateTotals } from '../totals/order-totals.ts'
import { isEffective } from '../totals/payment-totals.ts'
import { type NewHold, withHold } from './holds.ts'
import { isLeavingStatus } from './leaving-goods.ts'

/** What the other orders of a customer say of the customer. */
export type CustomerFacts = {
  hasOrders: boolean
  /** What is open of the orders, by currency; in main units. */
  openAmounts: ReadonlyMap<string, number>
}

/** The facts of an order that names no customer, and of a customer without orders. */
export const nothingKnown: CustomerFacts = { hasOrders: false, openAmounts: new Map() }

export type RulesContext = {
  config: OrderConfig & { settings: { holds: { rules: readonly HoldRule[] } } }
  /** ISO 8601 UTC. */
  now: string
  newId: () => string
}

type NamedOrder = Partial<Pick<OrderDraft, 'customerId' | 'orderType' | 'storeId' | 'status'>>

/**
 * Whether a rule asks for the customer's other orders before this order can be created. What the
 * order does not name yet may become what a rule is for.
 */
export function asksForCustomer(order: NamedOrder, config: RulesContext['config']): boolean {
  if (!order.customerId || isOver(order, config)) return false
  return config.settings.holds.rules.some(
    (rule) => rule.active && (rule.newCustomer || rule.openAmountAbove !== null) && mayBeFor(rule, order),
  )
}

function mayBeFor(rule: HoldRule, { customerId, orderType, storeId }: NamedOrder): boolean {
  const mayBe = (names: readonly string[], name: string | null | undefined) => !name || matchesAny(names, name)
  return mayBe(rule.customerIds, customerId) && mayBe(rule.orderTypes, orderType) && mayBe(rule.stores, storeId)
}

/**
 * A new order with the holds of all rules that match it (holds.md#hold-rules), the same order when
 * none does. `facts` are of its customer's other orders. An order that is created in a status with
 * which goods leave, or that is cancelled, is not held.
 */
export function withRuleHolds(order: Order, facts: CustomerFacts, context: RulesContext): Order {
  const { config, now, newId } = context
  const rules = config.settings.holds.rules.filter((rule) => rule.active && isFor(rule, order))
  if (rules.length === 0 || isOver(order, config)) return order
  const calculated = calculateTotals(order, orderTotalsContext(order, config, null))
  const judged = { order: calculated, currency: orderCurrency(order, config), facts }
  const matching = rules.filter((rule) => isTrue(rule, judged) && !(rule.releaseRule === 'PaidInFull' && isPaid(calculated)))
  return matching.reduce((held, rule) => withHold(held, buildHold(rule, { id: newId(), now })), order)
}

function isOver({ orderType, status }: Pick<NamedOrder, 'orderType' | 'status'>, { orderTypes }: OrderConfig): boolean {
  const type = typeNamed(orderType ?? null, orderTypes)
  if (status != null && canceledStatusNames(type).includes(status)) return true
  return type?.orderStatuses.some((candidate) => candidate.name === status && isLeavingStatus(candidate)) ?? false
}

function matchesAny(names: readonly string[], name: string | null | undefined): boolean {
  return names.length === 0 || names.includes(name ?? '')
}

function isFor(rule: HoldRule, order: Order): boolean {
  return (
    matchesAny(rule.orderTypes, order.orderType) &&
    matchesAny(rule.markets, order.marketId) &&
    matchesAny(rule.stores, order.storeId) &&
    matchesAny(rule.salesChannels, order.salesChannel) &&
    matchesAny(rule.customerTypes, order.customerType) &&
    matchesAny(rule.customerIds, order.customerId)
  )
}

type HoldRuleInput = { order: Order; currency: string; facts: CustomerFacts }

function isTrue(rule: HoldRule, { order, currency, facts }: HoldRuleInput): boolean {
  const isAbove = (limit: HoldRule['totalAbove'], amount: () => number) =>
    limit === null || (limit.currency === currency && amount() > limit.amount)
  return (
    isAbove(rule.totalAbove, () => order.total) &&
    (!rule.countryMismatch || hasCountryMismatch(order)) &&
    (!rule.newCustomer || !facts.hasOrders) &&
    (rule.paymentMethods.length === 0 || isPaidBy(order, rule.paymentMethods)) &&
    isAbove(rule.openAmountAbove, () => sumOfAmounts([facts.openAmounts.get(currency) ?? 0, openCustomerAmount(order)]))
  )
}

function hasCountryMismatch({ billingAddress, orderForm }: Order): boolean {
  const billed = billingAddress?.countryCode?.toUpperCase()
  if (!billed) return false
  return orderForm.shipments.some(({ address }) => address?.countryCode && address.countryCode.toUpperCase() !== billed)
}

function isPaidBy({ orderForm }: Order, methods: readonly string[]): boolean {
  return orderForm.payments.some(({ paymentMethodName }) => methods.includes(paymentMethodName ?? ''))
}

/**
 * What a customer owes for an order, in main units: what is neither authorised nor captured, and
 * what is invoiced and not paid (holds.md#open-amount). Expects calculated totals.
 */
export function openCustomerAmount({ remainingPayment, orderForm }: Order): number {
  const invoiced = orderForm.payments.filter(
    (payment) => payment.transactionType === 'Invoiced' && payment.status !== 'Paid' && isEffective(payment),
  )
  return sumOfAmounts([remainingPayment, ...invoiced.map(({ amount }) => amount)])
}

const MINUTE_MS = 60_000

function buildHold(rule: HoldRule, { id, now }: { id: string; now: string }): NewHold {
  const { name, reasonCode, note, releaseAfterMinutes: minutes, releaseRule } = rule
  const until = minutes === null ? null : new Date(Date.parse(now) + minutes * MINUTE_MS).toISOString()
  return { id, reasonCode, note, rule: name, created: now, createdBy: null, until, releaseRule }
}
