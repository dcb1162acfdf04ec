import type { LinkOperation } from '@open-oms/contracts/connectors/payment-protocol'
import type { Order } from '@open-oms/contracts/orders/order'
import type { Payment } from '@open-oms/contracts/orders/payment'
import { LIST_MAX } from '@open-oms/contracts/primitives'
import { stepProperty } from '@open-oms/extend/step'
import { withinTime } from '@open-oms/extend/within-time'
import { currencyExponent } from '@open-oms/money/currency'
import { callFailure, noConnectorReady } from '../../../../connectors/http/missing-response.ts'
import type { LinkRequest, LinkResult } from '../../../../connectors/payment/payment-connector.ts'
import { newPayment } from '../../../../order/rules/payments/new-payments.ts'
import {
  isPendingLink,
  LINK_WITHDRAWN,
  PAYMENT_LINK,
  PAYMENT_LINK_EXPIRES,
  paymentLink,
} from '../../../../order/rules/payments/payment-links.ts'
import { isEffective } from '../../../../order/rules/totals/payment-totals.ts'
import { toPaymentId } from '../../../payments/domain/money-move.ts'
import { linkDue } from '../../../payments/domain/payment-link-due.ts'
import { REQUEST_ID } from '../../../payments/domain/requested-moves.ts'
import { effectKey } from '../effect-key.ts'
import {
  type CallContext,
  type CallStep,
  defineRequestedStep,
  type RequestedStep,
  type StepConnectors,
  type StepContext,
} from '../step-definition.ts'
import { isUnsent } from './transfers.ts'
import { withPayments } from './with-payments.ts'

/** Where the parts of a request are kept in the properties of its step. */
export const linkProperties = { amount: 'Amount', method: 'PaymentMethodName', expires: 'Expires', payment: 'PaymentId' } as const

/**
 * Has the provider make a link by which the customer pays, and appends the pending Sale that it is
 * for (payments.md#payment-links).
 */
export const makePaymentLink = defineLinkStep({
  names: ['MakePaymentLink'],
  operation: 'link',
  ask(order, { step, now, currencyOf }) {
    if (order.orderForm.payments.length >= LIST_MAX)
      return { order, actionStatus: 'Error', errorReason: `The order would have more than ${LIST_MAX} payments.` }
    const text = (key: string) => stepProperty(step, key) ?? ''
    const paymentMethodName = text(linkProperties.method)
    const wanted = { amount: Number(text(linkProperties.amount)), paymentMethodName, expires: text(linkProperties.expires) }
    const currency = currencyOf(order)
    const due = linkDue(order, wanted, { exponent: currencyExponent(currency), now })
    if ('covered' in due) return { order, actionStatus: 'Error', errorReason: due.covered }
    const { effect, expires } = due
    const key = 'repeats' in effect ? effect.repeats : effectKey(effect.name)
    const link = { expires, transactionId: null }
    return { input: toRequest(order, { key, amount: wanted.amount, currency, paymentMethodName, link }) }
  },
  recorded: withLink,
})

/** Has the provider take a link back (payments.md#payment-links). */
export const withdrawPaymentLink = defineLinkStep({
  names: ['WithdrawPaymentLink'],
  operation: 'unlink',
  ask(order, { step, currencyOf }) {
    const payment = order.orderForm.payments.find(({ id }) => id === stepProperty(step, linkProperties.payment))
    if (payment === undefined || !isPendingLink(payment))
      return { order, actionStatus: 'Warning', message: 'The link is paid or withdrawn already.' }
    const { amount, paymentMethodName, transactionId } = payment
    const key = effectKey(`${order.id}/withdraw-link/${payment.id}/${step.id}`)
    const link = { expires: paymentLink(payment)?.expires ?? '', transactionId }
    return { input: toRequest(order, { key, amount, currency: currencyOf(order), paymentMethodName, link }) }
  },
  recorded: withoutLink,
})

type LinkOutcome = { input: LinkRequest; output: LinkResult }
type LinkStep = Pick<CallStep<LinkRequest, LinkResult>, 'names' | 'ask'> & {
  operation: LinkOperation
  /** The order with what became of the request. */
  recorded(order: Order, result: LinkOutcome, context: StepContext): Order
}

/** A step of one request about a link, which is repeated until it has a response. */
function defineLinkStep({ names, operation, ask, recorded }: LinkStep): RequestedStep {
  return defineRequestedStep<LinkRequest, LinkResult>({
    kind: 'call',
    names,
    isPerStep: true,
    // The hold may be for the money that the link asks for.
    runsOnHold: true,
    ask,
    call: (request, context) => send(operation, request, context),
    failure: (output) => callFailure([output]),
    // A try that was not sent leaves unknown what an earlier one did.
    afterRepetition: (earlier, output) =>
      output.outcome === 'unreachable' && !isUnsent(earlier) ? { ...output, isUnsent: false } : output,
    withoutResponse: () => ({ outcome: 'unreachable', reason: 'The request had no response when its run was given up.' }),
    dryRun: (request, connectors) => resultOfDryRun(operation, request, connectors),
    record(order, result, context) {
      const { output } = result
      const after = recorded(order, result, context)
      if (output.outcome === 'done') return { order: after, actionStatus: 'Success' }
      return { order: after, actionStatus: 'Error', errorReason: output.reason }
    },
  })
}

async function send(operation: LinkOperation, request: LinkRequest, context: CallContext): Promise<LinkResult> {
  const ask = requestOf(operation, request, context.connectors)
  if (typeof ask === 'string') return noConnectorReady(ask)
  const ending = await withinTime(context, 'the payment provider', (signal) => ask(request, signal))
  return 'result' in ending ? ending.result : { outcome: 'unreachable', ...ending }
}

function resultOfDryRun(operation: LinkOperation, request: LinkRequest, connectors: StepConnectors): LinkResult {
  const ask = requestOf(operation, request, connectors)
  if (typeof ask === 'string') return noConnectorReady(ask)
  return { outcome: 'done', transactionId: `dry-run-${request.idempotencyKey}`, url: 'https://example.com/', expires: null }
}

/** The request of the method's provider, or why there is none. */
function requestOf(operation: LinkOperation, { paymentMethodName }: LinkRequest, { payment }: StepConnectors) {
  const provider = payment({ connector: null, paymentMethodName })
  return provider.unready?.() ?? provider[operation] ?? `The connector of "${paymentMethodName}" makes no payment links.`
}

type LinkAmount = Pick<LinkRequest, 'amount' | 'currency' | 'link'> & { key: string; paymentMethodName: string | null }

function toRequest(order: Order, { key, amount, currency, paymentMethodName, link }: LinkAmount): LinkRequest {
  const whom = { idempotencyKey: key, orderId: order.id }
  return { ...whom, amount, currency, paymentMethodName: paymentMethodName ?? '', authorization: null, capture: null, link }
}

/** It may have been paid while the provider was asked. */
function withoutLink(order: Order, { input, output }: LinkOutcome): Order {
  if (output.outcome !== 'done') return order
  const isWithdrawn = (payment: Payment) => isPendingLink(payment) && payment.transactionId === input.link.transactionId
  const payments = order.orderForm.payments.map((payment) =>
    isWithdrawn(payment) ? { ...payment, status: 'Failed' as const, reason: LINK_WITHDRAWN } : payment,
  )
  return { ...order, orderForm: { ...order.orderForm, payments } }
}

/**
 * The order with the pending payment of a link, or with what became of its request. A provider may
 * report the payment before it has answered: then it is there already.
 */
function withLink(order: Order, { input, output }: LinkOutcome, { step, now }: StepContext): Order {
  if (output.outcome !== 'done' && isUnsent(output)) return order
  const { payments } = order.orderForm
  const isReported = ({ transactionId, ...payment }: Payment) =>
    output.outcome === 'done' && transactionId === output.transactionId && isEffective(payment)
  if (payments.some(isReported)) return order
  const expires = (output.outcome === 'done' ? output.expires : null) ?? input.link.expires
  const link = output.outcome === 'done' && output.url !== null ? [{ key: PAYMENT_LINK, value: output.url }] : []
  const payment = newPayment(
    {
      ...linkOutcome(output, input),
      id: toPaymentId('Sale', input.idempotencyKey),
      amount: input.amount,
      paymentMethodName: input.paymentMethodName,
      transactionType: 'Sale',
      isManuallyAdded: true,
      properties: [...link, { key: PAYMENT_LINK_EXPIRES, value: expires }, { key: REQUEST_ID, value: step.id }],
    },
    { now, newId: () => input.idempotencyKey },
  )
  return { ...order, orderForm: { ...order.orderForm, payments: withPayments(payments, [payment]) } }
}

function linkOutcome(output: LinkResult, { idempotencyKey }: LinkRequest) {
  if (output.outcome === 'done') return { transactionId: output.transactionId, status: 'Pending' } as const
  // The transaction id distinguishes a refusal from a request that may have been carried out.
  return { transactionId: output.outcome === 'refused' ? idempotencyKey : '', status: 'Failed', reason: output.reason } as const
}
