import { invalid } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import { EXCHANGE_METHOD, type Payment } from '@open-oms/contracts/orders/payment'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import { LIST_MAX } from '@open-oms/contracts/primitives'
import { currencyExponent } from '@open-oms/money/currency'
import { larger, type Minor, minus, smaller, sum, toAmount, toMinor, ZERO } from '@open-oms/money/minor'
import { type OrderConfig, orderCurrency, orderTotalsContext } from '../../../order/rules/context/order-context.ts'
import { capturedRests, countingPayments, refundedAmounts, sumPayments } from '../../../order/rules/payments/authorised-rest.ts'
import { newPayment } from '../../../order/rules/payments/new-payments.ts'
import {
  isOpenInvoice,
  type PublishedAllocation,
  REFUND_TRANSACTION_TYPE,
  withMissingAllocations,
} from '../../../order/rules/payments/published-allocations.ts'
import { calculateTotals } from '../../../order/rules/totals/order-totals.ts'
import { openRequests, REFUND_METHOD, refundMethodName, withoutRequests } from './money-move.ts'
import { creditedParts, takeFromPayers } from './refund-payers.ts'

export type SettlementOptions = {
  returnId: string
  /** The published allocations of the returned order. */
  allocations: readonly PublishedAllocation[]
  config: OrderConfig
  /** ISO 8601 UTC. */
  now: string
  newId: () => string
}

/** The returned order and its exchange order. */
export type ExchangePair = { order: Order; exchange: Order }

/**
 * Both orders with the payments of method Exchange that settle them
 * (returns.md#exchange-settlement): a Credit of the returned order and a Sale of the exchange order
 * for each payment that the credit draws on. The amount is the part of the form's credit that is
 * not paid out, at most what the exchange order still wants, and what was captured of the returned
 * order. Null when there is nothing to settle. Raises `ValidationFailed` when an order cannot hold
 * another payment.
 */
export function settledExchange(
  { order: stored, exchange: linked }: ExchangePair,
  settling: SettlementOptions,
): ExchangePair | null {
  const { config } = settling
  const totals = orderTotalsContext(stored, config, null)
  const order = calculateTotals(stored, totals)
  const exchange = calculateTotals(linked, orderTotalsContext(linked, config, null))
  const form = order.returnOrderForms.find(({ returnId }) => returnId === settling.returnId)
  const exponent = currencyExponent(orderCurrency(order, config))
  if (form === undefined || !haveSameBooks(order, exchange, config)) return null
  const amount = smaller(
    smaller(unpaidCredit(order, form, exponent), toMinor(exchange.remainingPayment, exponent)),
    unclaimedRest(order, form, exponent),
  )
  if (amount <= 0) return null
  const payers = { allocations: withMissingAllocations(order, settling.allocations, totals), exponent }
  const rests = withoutRequests(capturedRests(order, exponent), openRequests(order, 'Credit', exponent))
  const taken = takeFromPayers(order, rests, { amount, parts: creditedParts(form, payers), payers })
  const pairs = taken.map((one) => settlementPayments(one.payment, toAmount(one.amount, exponent), { form, settling }))
  const credits = pairs.map(({ credit }) => credit)
  return {
    order: withFormPayments(withPayments(stored, credits), { returnId: settling.returnId, credits, now: settling.now }),
    exchange: withPayments(
      linked,
      pairs.map(({ sale }) => sale),
    ),
  }
}

/** Whether both orders are in the books of one company, in one currency. */
export function haveSameBooks(one: Order, other: Order, config: OrderConfig): boolean {
  const accountingCompany = ({ storeId }: Order) => config.stores.find(({ id }) => id === storeId)?.accountingCompanyCode ?? null
  return accountingCompany(one) === accountingCompany(other) && orderCurrency(one, config) === orderCurrency(other, config)
}

/** The credit of a form that is neither to be paid out nor settled by an exchange yet. */
function unpaidCredit(order: Order, form: ReturnOrderForm, exponent: number): Minor {
  const { exchanged } = refundedAmounts(order, form, exponent)
  return sum([toMinor(form.total, exponent), negative(paidOut(form, exponent)), negative(exchanged)])
}

/** The captured amount, less refunds and the payout of the form. */
function unclaimedRest(order: Order, form: ReturnOrderForm, exponent: number): Minor {
  const captured = sumPayments(countingPayments(order, 'Capture', 'Sale', 'Invoiced'), exponent)
  const credited = sumPayments(countingPayments(order, 'Credit'), exponent)
  const owed = larger(ZERO, minus(paidOut(form, exponent), refundedAmounts(order, form, exponent).paidOut))
  return sum([captured, negative(credited), negative(owed)])
}

function paidOut({ creditPayment, creditAmount }: ReturnOrderForm, exponent: number): Minor {
  return creditPayment ? toMinor(creditAmount, exponent) : ZERO
}

const negative = (amount: Minor): Minor => minus(ZERO, amount)

type Context = { form: ReturnOrderForm; settling: SettlementOptions }

/**
 * The Credit that draws on a captured payment, and the Sale that it pays with. The Sale carries the
 * transaction and the method of that payment: a refund of the exchanged goods is paid out by them.
 * Of an invoice that is not paid it carries the number too: such a refund reduces the receivable.
 */
function settlementPayments(source: Payment, amount: number, { form, settling }: Context): { credit: Payment; sale: Payment } {
  const { now, newId } = settling
  const lineIds = form.lineItems.flatMap(({ lineItemId }) => (lineItemId === null ? [] : [{ lineItemId }]))
  const common = { amount, paymentMethodName: EXCHANGE_METHOD, status: 'Processed' as const, paidDate: now }
  const [creditId, saleId] = [newId(), newId()]
  const credit = newPayment(
    {
      ...{ ...common, id: creditId, transactionId: creditId, transactionType: 'Credit', internalReference: source.id },
      orderLineReferences: lineIds.length > LIST_MAX ? [] : lineIds,
      ...(source.invoiceId ? { invoiceId: source.invoiceId } : {}),
    },
    { now, newId },
  )
  const sale = newPayment(
    {
      ...{ ...common, id: saleId, transactionId: source.transactionId ?? '', transactionType: 'Sale' },
      ...(source.authorizationCode ? { authorizationCode: source.authorizationCode } : {}),
      ...(isOpenInvoice(source) && source.invoiceId ? { invoiceId: source.invoiceId } : {}),
      properties: refundProperties(source),
    },
    { now, newId },
  )
  return { credit, sale }
}

function refundProperties(source: Payment): { key: string; value: string }[] {
  const method = refundMethodName(source)
  return [
    ...(method === null ? [] : [{ key: REFUND_METHOD, value: method }]),
    ...(isOpenInvoice(source) ? [{ key: REFUND_TRANSACTION_TYPE, value: 'Invoiced' }] : []),
  ]
}

function withPayments(order: Order, added: readonly Payment[]): Order {
  const payments = [...order.orderForm.payments, ...added]
  if (payments.length > LIST_MAX)
    throw invalid('returns', `cannot be settled: order "${order.id}" would have over ${LIST_MAX} payments`)
  return { ...order, orderForm: { ...order.orderForm, payments } }
}

type FormPayments = { returnId: string; credits: readonly Payment[]; now: string }

function withFormPayments(order: Order, { returnId, credits, now }: FormPayments): Order {
  const returnOrderForms = order.returnOrderForms.map((form) =>
    form.returnId === returnId ? { ...form, payments: [...form.payments, ...credits], modified: now } : form,
  )
  return { ...order, returnOrderForms }
}
