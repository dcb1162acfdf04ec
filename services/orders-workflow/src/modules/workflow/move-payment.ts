import { invalid } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import { currencyExponent } from '@open-oms/money/currency'
import { type Minor, toAmount, toMinor } from '@open-oms/money/minor'
import { orderCurrency } from '../../order/rules/context/order-context.ts'
import { assertWritable } from '../../order/rules/context/order-guards.ts'
import { effectiveOrderType } from '../../order/rules/status/order-type.ts'
import { authorisedLeft, capturable, refundableRests, restsTotal } from '../payments/domain/requested-moves.ts'
import { keepingStatus, moneyStep } from './runner/money-step.ts'
import type { RunnerDeps } from './runner/runner-deps.ts'
import type { StatusWithLinkedOrder } from './settle-exchange.ts'
import { cancelPayments, capturePayments } from './steps/money/payments.ts'
import { creditCancelledOrderLines } from './steps/money/refunds.ts'
import { captureAmount, refundAmount, voidAmount } from './steps/money/requested-moves.ts'
import { type Transition, transitionOrder, type WorkflowResult } from './transition-order.ts'

export type PaymentMove = {
  kind: 'refund' | 'capture' | 'void'
  /** In the main unit of the currency; absent: all that can be moved. */
  amount?: number | undefined
  /** The one payment that it is taken from. */
  paymentId?: string | undefined
  /** What else the step reads, and the payments say. */
  details: Readonly<Record<string, string | undefined>>
  lineItemIds?: readonly string[] | undefined
}

export type MovePayment = Pick<Transition, 'orderId' | 'isDryRun' | 'write' | 'record' | 'recordInterim'> & { move: PaymentMove }

type Movable = { exponent: number; now: string; paymentId: string | null }

const kinds = {
  refund: {
    step: refundAmount,
    like: [creditCancelledOrderLines, cancelPayments, capturePayments],
    most: (order: Order, movable: Movable) => restsTotal(refundableRests(order, movable)),
  },
  capture: { step: captureAmount, like: [capturePayments], most: capturable },
  void: {
    step: voidAmount,
    like: [cancelPayments, capturePayments],
    most: (order: Order, movable: Movable) => restsTotal(authorisedLeft(order, movable)),
  },
} as const

/**
 * Has a provider refund, capture or void an amount that a person has asked for, by a run of one
 * step (payments.md#refund-without-a-return, payments.md#capture-and-void-by-hand). The order keeps
 * its status. Waits for other runs of the order. Raises `ValidationFailed` for more than can be
 * moved, `NotFound`, `Forbidden`, `VersionConflict`, `OrderIsReadOnly`, `OrderIsDeleted`,
 * `ResourceLocked`.
 */
export async function movePayment(deps: RunnerDeps, { move, ...command }: MovePayment): Promise<WorkflowResult> {
  // The same in every attempt of the write: it names the request at the provider.
  const id = `${move.kind}-${deps.newId()}`
  return transitionOrder(deps, {
    ...command,
    isStatusOnly: false,
    enter(order, { now }) {
      assertWritable(order)
      return withStep(deps, order, { move, id, now })
    },
  })
}

type MoveRequest = { move: PaymentMove; id: string; now: string }

function withStep(deps: RunnerDeps, order: Order, { move, id, now }: MoveRequest): StatusWithLinkedOrder {
  const config = deps.config()
  const exponent = currencyExponent(orderCurrency(order, config))
  const { step, like, most } = kinds[move.kind]
  refuseUnknown(order, move)
  const amount = movedAmount(move, { most: most(order, { exponent, now, paymentId: move.paymentId ?? null }), exponent })
  const type = effectiveOrderType(order, config.orderTypes)
  const lines = (move.lineItemIds ?? []).map((value) => ({ key: 'LineItemId', value }))
  const values = { Amount: String(amount), PaymentId: move.paymentId, ...move.details }
  const given = Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value }]))
  const properties = [...given, ...lines]
  const planned = { ...moneyStep(order, type, { id, step, like }), properties, retryFor: '0' }
  return { ...keepingStatus(order, type, [planned]), ...(move.kind === 'refund' ? { refunds: amount } : {}) }
}

function refuseUnknown({ orderForm: { payments, lineItems } }: Order, { paymentId, lineItemIds = [] }: PaymentMove): void {
  if (paymentId !== undefined && !payments.some(({ id }) => id === paymentId))
    throw invalid('paymentId', 'is not a payment of the order')
  for (const [index, id] of lineItemIds.entries())
    if (!lineItems.some(({ lineItemId }) => lineItemId === id))
      throw invalid(`lineItemIds[${index}]`, 'is not a line of the order')
}

/** The amount, which has the decimals of the currency and is at most what can be moved. */
function movedAmount({ amount }: PaymentMove, { most, exponent }: { most: Minor; exponent: number }): number {
  if (amount === undefined && most <= 0) throw invalid('amount', 'is 0 at most: the order has no payment left for this')
  const asked = amount === undefined ? most : toMinor(amount, exponent)
  if (amount !== undefined && toAmount(asked, exponent) !== amount)
    throw invalid('amount', `has more decimals than the ${exponent} of the currency`)
  if (asked <= 0) throw invalid('amount', 'must be above 0')
  if (asked > most) throw invalid('amount', `is more than the ${toAmount(most, exponent)} that can be moved`)
  return toAmount(asked, exponent)
}
