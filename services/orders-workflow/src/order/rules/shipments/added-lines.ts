import { completer } from '@open-oms/contracts/complete'
import { DomainError, invalid } from '@open-oms/contracts/errors'
import type { OrderDraft } from '@open-oms/contracts/orders/order'
import { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { LINES_MAX, LIST_MAX } from '@open-oms/contracts/primitives'
import { collectProblems, type Problems } from '@open-oms/contracts/problems'
import { checkNewLines, type LineInput, nextNumber, withLineDefaults, withLineIds } from '../lines/new-lines.ts'
import { checkLineInputs } from '../totals/totals-inputs.ts'
import { newShipmentLike } from './shipment-info.ts'

export type AddLines = {
  lines: readonly LineInput[]
  /**
   * True when the body is the one line, and not a list: errors then name its fields without an
   * index.
   */
  isOne: boolean
  /** The shipment that takes the lines; undefined: the first that is not cancelled. */
  shipmentId: string | undefined
  /** The statuses of the order's type that are flagged as cancelled. */
  canceledStatuses: readonly string[]
}

const complete = completer(OrderLine)

/**
 * The order with further lines, each in the order form and as a copy in one shipment, which is made
 * when there is none that is not cancelled (lines.md#added-lines,
 * quantities.md#shipments-of-a-new-order). They are held to the rules for the lines of a new order.
 * Raises `ValidationFailed`, also for a shipment that is cancelled, and `NotFound` for an unknown
 * one.
 */
export function addLines<Draft extends OrderDraft>(order: Draft, { lines, isOne, ...target }: AddLines): Draft {
  const form = order.orderForm
  if (form.lineItems.length + lines.length > LINES_MAX) throw invalid('', `The order would have more than ${LINES_MAX} lines`)
  const numbered = withLineIds(lines, form.lineItems)
  // What is reserved is for the workflow to say.
  const added = numbered.map((line) => complete({ ...withLineDefaults(line), reservedInventoryQuantity: 0 }))
  const problems = collectProblems()
  const named = isOne ? ofTheOneLine(problems) : problems
  checkNewLines(numbered, '', named)
  for (const [index, line] of added.entries()) checkLineInputs(line, `[${index}]`, named)
  checkIds(order, numbered, named)
  problems.throwIfAny()
  if (added.length === 0) return order
  return { ...order, orderForm: { ...form, lineItems: [...form.lineItems, ...added], shipments: placed(order, added, target) } }
}

/** Problems of a list of one, named as those of a body that is the one line. */
function ofTheOneLine(problems: Problems): Problems {
  return { ...problems, add: (path, text) => problems.add(path.replace('[0].', ''), text) }
}

function checkIds(order: OrderDraft, lines: readonly LineInput[], problems: Problems): void {
  const taken = new Set(order.orderForm.lineItems.map((line) => line.lineItemId))
  for (const [index, { lineItemId = '' }] of lines.entries()) {
    if (taken.has(lineItemId)) problems.add(`[${index}].lineItemId`, `"${lineItemId}" is a line of the order already`)
  }
}

type Target = Pick<AddLines, 'shipmentId' | 'canceledStatuses'>

/** The shipments of the order with the lines in the one that takes them. */
export function placed(order: OrderDraft, added: OrderLine[], target: Target): Shipment[] {
  const form = order.orderForm
  const shipments =
    form.shipments.length > 0 ? form.shipments : [{ ...newShipmentLike(undefined, '1'), lineItems: form.lineItems }]
  const taker = findTargetShipment(order, shipments, target)
  const filled = { ...taker, lineItems: [...taker.lineItems, ...added] }
  if (shipments.includes(taker)) return shipments.map((shipment) => (shipment === taker ? filled : shipment))
  if (shipments.length >= LIST_MAX) throw invalid('', `The order would have more than ${LIST_MAX} shipments`)
  return [...shipments, filled]
}

function findTargetShipment(
  order: OrderDraft,
  shipments: readonly Shipment[],
  { shipmentId, canceledStatuses }: Target,
): Shipment {
  const isCanceled = ({ status, orderStatus }: Shipment) =>
    status === 'Cancelled' || (orderStatus !== null && canceledStatuses.includes(orderStatus))
  if (shipmentId === undefined) {
    const open = shipments.find((shipment) => !isCanceled(shipment))
    return open ?? newShipmentLike(shipments[0], String(nextNumber(shipments.map((shipment) => shipment.shipmentId))))
  }
  const named = shipments.find((shipment) => shipment.shipmentId === shipmentId)
  if (named === undefined) throw new DomainError('NotFound', `Order "${order.id}" has no shipment "${shipmentId}".`)
  if (isCanceled(named)) throw invalid('shipmentId', 'names a shipment that is cancelled')
  return named
}
