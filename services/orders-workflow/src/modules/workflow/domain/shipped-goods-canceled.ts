import type { OrderStatus, OrderType } from '@open-oms/contracts/config/order-types'
import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { EntityError } from '@open-oms/contracts/orders/primitive-models'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { sumOfAmounts } from '@open-oms/money/minor'
import { restOfQuantity, sumOfQuantities } from '@open-oms/money/quantities'
import { entityError, withEntityError } from '../../../order/rules/input/entity-errors.ts'
import type { EnteredStatus } from '../../../order/rules/status/enter-status.ts'

/** Key of the order's error and type of the result that warn of it. */
export const SHIPPED_GOODS_CANCELLED = 'ShippedGoodsCancelled'

type Change = { before: Order; after: Order }
/**
 * The status that was entered, by which shipment, null for all; absent where lines were cancelled
 * without a status.
 */
type StatusEntry = { entered: OrderStatus; shipmentId: string | null; type: OrderType }

/** Shipments that a message names. */
const NAMED_MAX = 5

/**
 * The warning that a cancellation leaves money and stock as they are, with the way to put them
 * right; null when it concerns no goods that have left. What is cancelled or delivered keeps its
 * capture and stays out of stock unless steps of the entered status see to it.
 */
export function shippedGoodsWarning(change: Change, entering?: StatusEntry): string | null {
  const canceled = canceledAfterLeaving(change, entering)
  // What is captured is a sum of the whole order: named twice it would be refunded twice.
  const isMoneyNamed = canceled !== null && !hasStep(entering, creditingSteps)
  const delivered = deliveredAndCanceled(change, entering, isMoneyNamed)
  const parts = [canceled, delivered].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(' ')
}

/**
 * The order with the warning among its errors. It replaces the open one: what is captured is a sum
 * of the whole order, and named twice it would be refunded twice.
 */
export function withShippedGoodsWarning(order: Order, message: string, now: string): Order {
  const open = order.errors.filter(isOpenWarning)
  if (open.length === 1 && open[0]?.message === message) return order
  const error = entityError({ key: SHIPPED_GOODS_CANCELLED, message, severity: 'Warning', occurred: now })
  const others = order.errors.filter((known) => !isOpenWarning(known))
  return { ...order, errors: withEntityError(others, error) }
}

function isOpenWarning({ key, referenceId, status }: EntityError): boolean {
  return key === SHIPPED_GOODS_CANCELLED && referenceId === null && status !== 'Solved' && status !== 'Deleted'
}

/**
 * A status that an order has entered, and the warning of goods that had left by then; null: none.
 */
export type StatusWithWarning = EnteredStatus & { warning: string | null }

/**
 * The entered status with the warning among the order's errors. `before` is the order as it is
 * stored.
 */
export function warnOfShippedGoods(
  before: Order,
  entering: EnteredStatus,
  { type, now }: { type: OrderType; now: string },
): StatusWithWarning {
  const { order: after, entered, shipmentId, returnId } = entering
  const warning = returnId === undefined ? shippedGoodsWarning({ before, after }, { entered, shipmentId, type }) : null
  return { ...entering, warning, order: warning === null ? after : withShippedGoodsWarning(after, warning, now) }
}

function canceledAfterLeaving({ before, after }: Change, entering: StatusEntry | undefined): string | null {
  const gone = goneByLine(before)
  const left = goneByLine(after)
  const known = new Map(before.orderForm.lineItems.map((line) => [line.lineItemId, line]))
  const units = sumOfQuantities(
    after.orderForm.lineItems.map(({ lineItemId, canceledQuantity }) => {
      const canceledNow = restOfQuantity(canceledQuantity, known.get(lineItemId)?.canceledQuantity ?? canceledQuantity)
      const returned = restOfQuantity(gone.get(lineItemId) ?? 0, left.get(lineItemId) ?? 0)
      return Math.max(0, Math.min(canceledNow, returned))
    }),
  )
  if (units === 0) return null
  const captured = formatCaptured(before)
  const money =
    captured === null || hasStep(entering, creditingSteps)
      ? ''
      : ` ${captured} stays captured: refund at the payment provider what is too much and record it as a Credit payment (AddPayments).`
  const stock = hasStep(entering, restockingSteps)
    ? ''
    : ' What was taken out of stock stays out: book goods that come back by POST /api/Inventory/Adjust.'
  return money === '' && stock === '' ? null : `${unitsText(units)} had left before the cancellation.${money}${stock}`
}

function deliveredAndCanceled(
  { before, after }: Change,
  entering: StatusEntry | undefined,
  isMoneyNamed: boolean,
): string | null {
  if (entering === undefined || !entering.entered.isCanceledStatus) return null
  const { entered, shipmentId } = entering
  const inScope = after.orderForm.shipments.filter(
    (shipment) => shipment.orderStatus === entered.name && (shipmentId === null || shipment.shipmentId === shipmentId),
  )
  const kept = keptByLine(after)
  const units = keptIn(inScope, kept)
  if (units === 0) return null
  const holders = inScope.filter((shipment) => keptIn([shipment], kept) > 0)
  const captured = formatCaptured(before)
  const money = captured === null || isMoneyNamed ? '' : `, and ${captured} captured`
  return `The cancellation leaves ${unitsText(units)} delivered and out of stock${money}: ${wayOfReturn(after, holders)}.`
}

/**
 * Goods of a shipment that is cancelled do not come back, unless its status is that of a cancelled
 * part (returns.md#returnable-units).
 */
function wayOfReturn({ id, orderForm }: Order, holders: readonly Shipment[]): string {
  const form = `take back what comes back by a return form (POST /api/Returns/${id}/Return)`
  if (orderForm.lineItems.some((line) => line.canceledQuantity > 0)) return form
  const names = holders.slice(0, NAMED_MAX).map(({ shipmentId }) => `"${shipmentId}"`)
  return `put shipment ${names.join(', ')} into a delivered status again (UpdateStatus with shipmentInfo.shipmentId), and ${form}`
}

function unitsText(units: number): string {
  return units === 1 ? '1 unit' : `${units} units`
}

/**
 * Units of each line that are delivered and have not come back. Returns are counted by line and not
 * by shipment.
 */
function keptByLine({ orderForm }: Order): Map<string | null, number> {
  return new Map(
    orderForm.lineItems.map((line) => [line.lineItemId, restOfQuantity(line.deliveredQuantity, line.returnQuantity)]),
  )
}

/**
 * Units that were delivered with these shipments and have not come back, as far as is known from
 * line.
 */
function keptIn(shipments: readonly Shipment[], kept: ReadonlyMap<string | null, number>): number {
  const delivered = new Map<string | null, number>()
  for (const line of shipments.flatMap(({ lineItems }) => lineItems.filter(isGoods)))
    delivered.set(line.lineItemId, sumOfQuantities([delivered.get(line.lineItemId) ?? 0, line.deliveredQuantity]))
  return sumOfQuantities([...delivered].map(([id, units]) => Math.min(units, kept.get(id) ?? units)))
}

/** The quantity of each line that is delivered or in transit. */
function goneByLine({ orderForm }: Order): Map<string | null, number> {
  const gone = new Map<string | null, number>()
  for (const { status, lineItems } of orderForm.shipments) {
    const isSent = status === 'Released' || status === 'Shipped'
    for (const line of lineItems.filter(isGoods)) {
      const kept = restOfQuantity(line.quantity, line.canceledQuantity)
      const units = isSent ? Math.max(line.deliveredQuantity, kept) : line.deliveredQuantity
      gone.set(line.lineItemId, sumOfQuantities([gone.get(line.lineItemId) ?? 0, units]))
    }
  }
  return gone
}

/** The line of a broken-down package represents its components. */
function isGoods({ isPackageBrokeDown }: OrderLine): boolean {
  return !isPackageBrokeDown
}

function formatCaptured({ orderForm, billingCurrency }: Order): string | null {
  const amount = sumOfAmounts([orderForm.capturedPaymentTotal, -orderForm.creditPaymentTotal])
  return amount > 0 ? `${amount} ${billingCurrency ?? ''}`.trim() : null
}

/** Steps after which a cancellation leaves no captured money to warn of. */
export const creditingSteps: ReadonlySet<string> = new Set(['CreditCancelledOrderLines'])
/** Steps after which a cancellation leaves no goods out of stock to warn of. */
export const restockingSteps: ReadonlySet<string> = new Set(['ReduceInventory', 'ReduceInventoryAndReservedInventory'])

function hasStep(entering: StatusEntry | undefined, names: ReadonlySet<string>): boolean {
  if (entering === undefined || entering.type.disableWorkflow) return false
  return entering.entered.workflowSteps.some((step) => step.active && names.has(step.name))
}
