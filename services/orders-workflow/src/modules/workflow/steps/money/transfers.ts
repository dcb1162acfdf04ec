import type { PaymentOperation } from '@open-oms/contracts/connectors/payment-protocol'
import type { Order } from '@open-oms/contracts/orders/order'
import type { Payment, TransactionType } from '@open-oms/contracts/orders/payment'
import { LIST_MAX } from '@open-oms/contracts/primitives'
import type { StepProperties } from '@open-oms/extend/step'
import { withinTime } from '@open-oms/extend/within-time'
import { callFailure, noConnectorReady } from '../../../../connectors/http/missing-response.ts'
import { isManual } from '../../../../connectors/payment/manual.ts'
import type { PaymentResult } from '../../../../connectors/payment/payment-connector.ts'
import { newPayment } from '../../../../order/rules/payments/new-payments.ts'
import { type MovesDue, toPaymentId } from '../../../payments/domain/money-move.ts'
import {
  type CallContext,
  type CallStep,
  defineRequestedStep,
  type NamedStep,
  type RequestedStep,
  type StepConnectors,
  type StepContext,
  type StepOutcome,
} from '../step-definition.ts'
import { asked, type Transfer, type Transfers, toPaymentRequest } from './transfer-requests.ts'
import { withPayments } from './with-payments.ts'

const transactionTypes = {
  authorize: 'Authorization',
  capture: 'Capture',
  cancel: 'Void',
  refund: 'Credit',
} as const satisfies Record<PaymentOperation, TransactionType>

/** The errors that every step of a provider may end with, for their references. */
export const transferErrors: readonly string[] = [
  'the provider refuses',
  'the provider does not respond',
  'no payment connector is ready',
  'the payment method is not known',
  `the order would have more than ${LIST_MAX} payments`,
]

type TransferParts = Pick<NamedStep, 'names'> & {
  operation: PaymentOperation
  /** The message of the step when there is nothing to move. */
  nothing: string
  due(order: Order, context: StepContext): MovesDue
  /** Writes the payments into further places of the order. */
  recorded?(order: Order, payments: readonly Payment[], context: StepContext): Order
}

export type TransferStep = TransferParts & Pick<NamedStep, 'reference'> & { properties?: StepProperties }

/**
 * A step that has a provider move money, and appends one payment for each request, processed or
 * failed (workflow-steps.md#payment-steps). A request without a response leaves a failed payment
 * without the provider's transaction: the same request is made again, and its outcome takes that
 * payment's place. One that was never sent leaves none.
 */
export function defineTransferStep({ properties = {}, reference, ...step }: TransferStep): CallStep {
  // Money that is due stays due: a night without a provider must not need a person.
  return { ...transferStep(step), properties, reference, retryFor: '24h' } as CallStep
}

/**
 * Likewise, for an amount that a person has asked for and waits for: it is tried again when they
 * say so, and its failure is made up for by nothing else.
 */
export function defineRequestedTransfer(step: TransferParts): RequestedStep {
  return { ...transferStep(step), isPerStep: true }
}

function transferStep({ names, operation, nothing, due, recorded }: TransferParts): RequestedStep {
  return defineRequestedStep<Transfers, PaymentResult[]>({
    kind: 'call',
    names,
    ask: (order, context) => asked(order, { ...due(order, context), nothing, operation }, context),
    call: (input, context) => sendAll(input, operation, context),
    isInTransaction: ({ connector, requests }, { payment }) =>
      requests.every(({ paymentMethodName }) => isManual(payment({ connector, paymentMethodName }), operation)),
    failure: callFailure,
    afterRepetition,
    withoutResponse: ({ requests }) => requests.map(() => NO_RESPONSE),
    dryRun: resultsOfDryRun,
    record(order, { input, output }, context) {
      const responded = { output, transactionType: transactionTypes[operation], now: context.now }
      const payments = output.flatMap((result, index) =>
        isUnsent(result) ? [] : [toPayment(order, input, { ...responded, index })],
      )
      const outcome = recordPayments(order, payments, { input, output })
      return recorded === undefined ? outcome : { ...outcome, order: recorded(outcome.order, payments, context) }
    },
  })
}

/** As if all were well with every provider that can be asked. */
function resultsOfDryRun({ connector, requests }: Transfers, { payment }: Pick<StepConnectors, 'payment'>): PaymentResult[] {
  const results: PaymentResult[] = []
  for (const { idempotencyKey, paymentMethodName } of requests) {
    const reason = payment({ connector, paymentMethodName }).unready?.() ?? null
    if (reason !== null) return [...results, noConnectorReady(reason)]
    results.push({ outcome: 'done', transactionId: `dry-run-${idempotencyKey}` })
  }
  return results
}

const NO_RESPONSE: PaymentResult = { outcome: 'unreachable', reason: 'The request had no response when its run was given up.' }

/** One after the other: a provider that refuses the first is not asked for the next. */
async function sendAll(input: Transfers, operation: PaymentOperation, context: CallContext): Promise<PaymentResult[]> {
  const results: PaymentResult[] = []
  for (const transfer of input.requests) {
    const { paymentMethodName } = transfer
    const payments = context.connectors.payment({ connector: input.connector, paymentMethodName })
    const ending = await withinTime(context, 'the payment provider', (signal) =>
      payments[operation](toPaymentRequest(transfer), signal),
    )
    // Whether a request without a response was executed is unknown.
    const result: PaymentResult = 'result' in ending ? ending.result : { outcome: 'unreachable', ...ending }
    results.push(result)
    if (result.outcome !== 'done') break
  }
  return results
}

/** Whether a request had no effect because it was never sent. */
export function isUnsent(result: { outcome: string; isUnsent?: boolean }): boolean {
  return result.outcome === 'unreachable' && result.isUnsent === true
}

/**
 * What is known of the requests after a further try. One that was sent once without a response
 * stays unknown, although the further try did not send it or did not reach it; one that was carried
 * out stays so. Why the step failed is what the last try says.
 */
export function afterRepetition(earlier: PaymentResult[], output: PaymentResult[]): PaymentResult[] {
  const last = output.at(-1)
  // No try has reached what follows a refusal: the refused request was never carried out.
  if (last?.outcome !== 'unreachable') return output
  return Array.from({ length: Math.max(earlier.length, output.length) }, (_, index) => {
    const [before, now] = [earlier[index], output[index]]
    if (now?.outcome === 'done') return now
    if (before?.outcome !== 'unreachable') return (before ?? now) as PaymentResult
    return { ...last, isUnsent: isUnsent(before) && (now === undefined || isUnsent(now)) }
  })
}

function recordPayments(
  order: Order,
  payments: readonly Payment[],
  { input, output }: { input: Transfers; output: PaymentResult[] },
): StepOutcome {
  const merged = { ...order, orderForm: { ...order.orderForm, payments: withPayments(order.orderForm.payments, payments) } }
  const failure = output.find((result) => result.outcome !== 'done')
  const errorReason = failure !== undefined && 'reason' in failure ? failure.reason : input.shortfall
  return errorReason === null ? { order: merged, actionStatus: 'Success' } : { order: merged, actionStatus: 'Error', errorReason }
}

type TransferOutput = { index: number; output: readonly PaymentResult[]; transactionType: TransactionType; now: string }

function toPayment(order: Order, input: Transfers, { index, output, transactionType, now }: TransferOutput): Payment {
  const request = input.requests[index] as Transfer
  const result = output[index] as PaymentResult
  const source = request.authorization ?? request.capture
  const drawnOn = order.orderForm.payments.find(({ id }) => id !== null && id === request.sourceId)
  const invoiceId = transactionType === 'Credit' ? drawnOn?.invoiceId : null
  const authorizationCode = (result.outcome === 'done' ? result.authorizationCode : undefined) ?? source?.authorizationCode
  return newPayment(
    {
      ...transferOutcome(result, request, { transactionType, now }),
      id: toPaymentId(transactionType, request.idempotencyKey),
      amount: request.amount,
      paymentMethodName: request.paymentMethodName,
      transactionType,
      orderLineReferences: request.lineItemIds.map((lineItemId) => ({ lineItemId })),
      ...(request.sourceId === null ? {} : { internalReference: request.sourceId }),
      ...(request.paymentType === null ? {} : { paymentType: request.paymentType }),
      ...(authorizationCode ? { authorizationCode } : {}),
      ...(invoiceId ? { invoiceId } : {}),
      ...(input.shipmentId === null ? {} : { shipmentId: input.shipmentId }),
    },
    { now, newId: () => request.idempotencyKey },
  )
}

function transferOutcome(
  result: PaymentResult,
  request: Transfer,
  { transactionType, now }: Pick<TransferOutput, 'transactionType' | 'now'>,
) {
  if (result.outcome === 'done') {
    const { transactionId, authorizationExpires } = result
    const paid = transactionType === 'Authorization' ? {} : { paidDate: now }
    return { transactionId, status: 'Processed', ...paid, ...(authorizationExpires ? { authorizationExpires } : {}) } as const
  }
  // The transaction id distinguishes a refusal from a request that may have been executed.
  const transactionId = result.outcome === 'refused' ? request.idempotencyKey : ''
  return { transactionId, status: 'Failed', reason: result.reason } as const
}
