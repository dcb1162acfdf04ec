import type { PaymentOperation } from '@open-oms/contracts/connectors/payment-protocol'
import type { Order } from '@open-oms/contracts/orders/order'
import { LIST_MAX } from '@open-oms/contracts/primitives'
import type { PaymentRequest } from '../../../../connectors/payment/payment-connector.ts'
import type { MoneyMove, MovesDue } from '../../../payments/domain/money-move.ts'
import { effectKey } from '../effect-key.ts'
import type { AskResult, StepContext } from '../step-definition.ts'

/** A request to a provider with the other data of the payment that records its outcome. */
export type Transfer = PaymentRequest & { sourceId: string | null; paymentType: string | null; lineItemIds: readonly string[] }

/**
 * The requests of one step, decided before the first is sent and sent unchanged until each has a
 * response.
 */
export type Transfers = {
  connector: string | null
  shipmentId: string | null
  /** What the step reports although every request succeeded. */
  shortfall: string | null
  requests: Transfer[]
}

type Due = MovesDue & { nothing: string; operation: PaymentOperation }

/** The requests for the money that is due; else why nothing is requested. */
export function asked(order: Order, due: Due, { step, run, currencyOf }: StepContext): AskResult<Transfers> {
  const { moves, shortfall, nothing, operation } = due
  if (moves.length === 0) {
    if (shortfall !== null) return { order, actionStatus: 'Error', errorReason: shortfall }
    return { order, actionStatus: 'Warning', message: nothing }
  }
  if (moves.some(({ paymentMethodName }) => !paymentMethodName))
    return { order, actionStatus: 'Error', errorReason: 'It is not known by which payment method.' }
  // Money must not move when there is no place to write it down.
  if (order.orderForm.payments.length + moves.length > LIST_MAX)
    return { order, actionStatus: 'Error', errorReason: `The order would have more than ${LIST_MAX} payments.` }
  const requests = moves.map((move) => toTransfer(order, move, { operation, currency: currencyOf(order) }))
  return { input: { connector: step.connector, shipmentId: run.shipmentId, shortfall, requests } }
}

function toTransfer(
  order: Order,
  { source, paymentMethodName, amount, effect, lineItemIds }: MoneyMove,
  { operation, currency }: { operation: PaymentOperation; currency: string },
): Transfer {
  const reference = source === null ? null : { transactionId: source.transactionId, authorizationCode: source.authorizationCode }
  return {
    idempotencyKey: 'repeats' in effect ? effect.repeats : effectKey(effect.name),
    orderId: order.id,
    amount,
    currency,
    paymentMethodName: paymentMethodName as string,
    authorization: operation === 'capture' || operation === 'cancel' ? reference : null,
    capture: operation === 'refund' ? reference : null,
    sourceId: source?.id ?? null,
    paymentType: source?.paymentType ?? null,
    lineItemIds,
  }
}

/** The part of a transfer that is the provider's business. */
export function toPaymentRequest({ sourceId: _, paymentType: __, lineItemIds: ___, ...request }: Transfer): PaymentRequest {
  return request
}
