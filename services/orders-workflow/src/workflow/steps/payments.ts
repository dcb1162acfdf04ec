import { createHash } from 'node:crypto'
import type { Order } from '@oms/contracts/orders/order'
import type { Payment, TransactionType } from '@oms/contracts/orders/payment'
import { LIST_MAX } from '@oms/contracts/primitives'
import { currencyExponent } from '@oms/money/currency'
import type { PaymentAnswer, PaymentConnector, PaymentRequest } from '../../connectors/payment/payment-connector.ts'
import { capturesDue, type MoneyMove, voidsDue } from '../../domain/money-to-move.ts'
import { newPayment } from '../../domain/new-payments.ts'
import { mergePayments } from '../../domain/order-payments.ts'
import { type Asked, type CallContext, defineCallStep, type StepContext, type StepOutcome } from '../step-definition.ts'

/** The requests of one step, decided before the first is sent and sent in this form until each is answered. */
type Transfers = {
  connector: string | null
  shipmentId: string | null
  /** What the step reports although every request succeeded. */
  shortfall: string | null
  requests: (PaymentRequest & { authorizationId: string; paymentType: string | null })[]
}

type Recording = { input: Transfers; output: PaymentAnswer[]; transactionType: TransactionType }

/** Captures what is due, up to the authorised rest; appends Capture payments, processed or failed (4-decisions F.12). */
export const capturePayments = defineCallStep<Transfers, PaymentAnswer[]>({
  kind: 'call',
  names: ['CapturePayments', 'CapturePayment'],
  properties: {},
  ask(order, context) {
    const { moves, isExpired } = capturesDue(order, scopeOf(order, context))
    const shortfall = isExpired ? 'The authorisation has expired.' : null
    if (moves.length === 0 && shortfall !== null) return { order, actionStatus: 'Error', errorReason: shortfall }
    return asked(order, { moves, shortfall, nothing: 'There is nothing to capture.' }, context)
  },
  call: (input, context) => sendAll(input, context, (payments, request) => payments.capture(request)),
  record: (order, answer, context) => record(order, { ...answer, transactionType: 'Capture' }, context),
})

/** Voids what of the authorised rest is not needed any more; appends Void payments (4-decisions F.12). */
export const cancelPayments = defineCallStep<Transfers, PaymentAnswer[]>({
  kind: 'call',
  names: ['CancelPayments'],
  properties: {},
  ask: (order, context) =>
    asked(
      order,
      { moves: voidsDue(order, scopeOf(order, context)), shortfall: null, nothing: 'There is nothing to void.' },
      context,
    ),
  call: (input, context) => sendAll(input, context, (payments, request) => payments.cancel(request)),
  record: (order, answer, context) => record(order, { ...answer, transactionType: 'Void' }, context),
})

function scopeOf(order: Order, { run, now, currencyOf }: StepContext) {
  return { shipmentId: run.shipmentId, exponent: currencyExponent(currencyOf(order)), now }
}

type Due = { moves: readonly MoneyMove[]; shortfall: string | null; nothing: string }

function asked(order: Order, { moves, shortfall, nothing }: Due, { step, run, currencyOf }: StepContext): Asked<Transfers> {
  if (moves.length === 0) return { order, actionStatus: 'Warning', message: nothing }
  // Money must not move when there is no place to write it down.
  if (order.orderForm.payments.length + moves.length > LIST_MAX)
    return { order, actionStatus: 'Error', errorReason: `The order would have more than ${LIST_MAX} payments.` }
  const requests = moves.map(({ authorization, amount, name }) => ({
    idempotencyKey: createHash('sha256').update(name).digest('hex').slice(0, 40),
    orderId: order.id as string,
    amount,
    currency: currencyOf(order),
    paymentMethodName: authorization.paymentMethodName as string,
    authorization: { transactionId: authorization.transactionId, authorizationCode: authorization.authorizationCode },
    authorizationId: authorization.id as string,
    paymentType: authorization.paymentType,
  }))
  return { input: { connector: step.connector, shipmentId: run.shipmentId, shortfall, requests } }
}

type Send = (connector: PaymentConnector, request: PaymentRequest) => Promise<PaymentAnswer>

/** One after the other: a provider that refuses the first is not asked for the next. */
async function sendAll({ connector, requests }: Transfers, context: CallContext, send: Send): Promise<PaymentAnswer[]> {
  const answers: PaymentAnswer[] = []
  for (const request of requests) {
    const payments = context.connectors.payment({ connector, paymentMethodName: request.paymentMethodName })
    const answer = await answerWithin(context.timeoutMs, send(payments, request))
    answers.push(answer)
    if (answer.outcome !== 'done') break
  }
  return answers
}

/** The provider's answer; after that time nobody knows whether the request was carried out, and only the same one may be repeated. */
async function answerWithin(timeoutMs: number, answer: Promise<PaymentAnswer>): Promise<PaymentAnswer> {
  const { promise: silence, resolve } = Promise.withResolvers<PaymentAnswer>()
  const reason = `The payment provider gave no answer within ${timeoutMs} ms.`
  const timer = setTimeout(() => resolve({ outcome: 'unreachable', reason }), timeoutMs)
  try {
    return await Promise.race([answer, silence])
  } finally {
    clearTimeout(timer)
  }
}

function record(order: Order, { input, output, transactionType }: Recording, { now }: StepContext): StepOutcome {
  const payments = output.map((answer, index) => paymentOf(input, index, { answer, transactionType, now }))
  const repeated = new Set(payments.map(({ id }) => id))
  // A request that is answered at last takes the place of its failure.
  const others = order.orderForm.payments.filter(({ id, status }) => status !== 'Failed' || !repeated.has(id))
  const merged = { ...order, orderForm: { ...order.orderForm, payments: mergePayments(others, payments) } }
  const failure = output.find((answer) => answer.outcome !== 'done')
  const errorReason = failure !== undefined && 'reason' in failure ? failure.reason : input.shortfall
  return errorReason === null ? { order: merged, actionStatus: 'Success' } : { order: merged, actionStatus: 'Error', errorReason }
}

type Answered = { answer: PaymentAnswer; transactionType: TransactionType; now: string }

function paymentOf(input: Transfers, index: number, { answer, transactionType, now }: Answered): Payment {
  const request = input.requests[index] as Transfers['requests'][number]
  const outcome =
    answer.outcome === 'done'
      ? ({ transactionId: answer.transactionId, status: 'Processed', paidDate: now } as const)
      : ({
          // By this `capturesDue` and `voidsDue` tell a refusal from a request that may have been carried out.
          transactionId: answer.outcome === 'refused' ? request.idempotencyKey : '',
          status: 'Failed',
          reason: answer.reason,
        } as const)
  return newPayment(
    {
      ...outcome,
      id: `${transactionType.toLowerCase()}-${request.idempotencyKey}`,
      amount: request.amount,
      paymentMethodName: request.paymentMethodName,
      transactionType,
      internalReference: request.authorizationId,
      ...(request.paymentType === null ? {} : { paymentType: request.paymentType }),
      ...(request.authorization.authorizationCode === null ? {} : { authorizationCode: request.authorization.authorizationCode }),
      ...(input.shipmentId === null ? {} : { shipmentId: input.shipmentId }),
    },
    { now, newId: () => request.idempotencyKey },
  )
}
