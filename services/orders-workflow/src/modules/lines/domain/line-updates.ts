import type { OrderType } from '@open-oms/contracts/config/order-types'
import { invalid } from '@open-oms/contracts/errors'
import type { LineItemUpdate } from '@open-oms/contracts/orders/lines/line-updates'
import type { Order } from '@open-oms/contracts/orders/order'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { type InputOf, LIST_MAX } from '@open-oms/contracts/primitives'
import { withFittingReferences } from '../../../order/rules/packages/package-references.ts'
import { type ShipmentInfo, withShipmentInfo } from '../../../order/rules/shipments/shipment-info.ts'
import { openQuantity, withShipment, withShipments } from '../../../order/rules/shipments/shipment-lines.ts'
import { hasTracking, withCopies } from '../../../order/rules/shipments/shipment-parts.ts'
import { canceledWithLines } from '../../../order/rules/shipments/shipment-status.ts'
import type { EnteredStatus } from '../../../order/rules/status/enter-status.ts'
import { hasShippingCost, withMovedCost } from '../../shipments/domain/shipment-costs.ts'
import { type MovedGoods, moveGoods } from './line-updates-goods.ts'
import { assertLinesKnown, type LineUpdate, readLineUpdates } from './line-updates-input.ts'
import { planShipments, type ShipmentPlan } from './line-updates-plan.ts'
import { enterTargeted } from './line-updates-status.ts'
import { withPackageUpdates } from './package-updates.ts'

export type UpdateLines = {
  lineItemUpdates: readonly InputOf<LineItemUpdate>[]
  status: string
  type: OrderType
  shipmentInfo?: ShipmentInfo | undefined
  /** `isShippingCostKeptForExistingShipment`. */
  keepsShippingCost: boolean
  /** ISO 8601 UTC. */
  now: string
}

type LineUpdateContext = UpdateLines & { info: ShipmentInfo; updates: readonly LineUpdate[] }

/**
 * The order after units of its lines were delivered, cancelled, split off and reallocated in one
 * shipment, which then is in the status of the request (lines.md#order-lines-update,
 * quantities.md#quantities-of-a-line-update, workflow.md#status-of-a-line-update,
 * shipments.md#shipment-data-of-an-update, lines.md#new-shipments, packages.md#acting-on-packages).
 * Amounts are not calculated yet. Raises `ValidationFailed`, `NotFound` for a line,
 * `QuantityNotAvailable` and `TransitionNotAllowed`.
 */
export function updateLines(order: Order, command: UpdateLines): EnteredStatus {
  const info = command.shipmentInfo ?? {}
  const updates = readLineUpdates(command.lineItemUpdates, info)
  assertLinesKnown(order, updates)
  const whole = withCosts(withShipment(order), updates)
  const plan = planShipments(whole.orderForm.shipments, { updates, info, type: command.type })
  const isTargetNew = plan.targeted !== null
  const all = withPackageUpdates(whole, updates, { original: plan.original, isTargetNew })
  const goods = moveGoods(plan.original, { updates: all, isTargetNew, now: command.now })
  const shipments = rearranged(whole.orderForm.shipments, { plan, goods }, { ...command, info, updates })
  const target = plan.targeted ?? plan.original
  return enterTargeted(withShipments(whole, shipments), {
    ...command,
    info,
    shipmentId: target.shipmentId,
    before: target,
  })
}

function withCosts(order: Order, updates: readonly LineUpdate[]): Order {
  const costs = new Map(updates.flatMap(({ lineItemId, cost }) => (cost === null ? [] : [[lineItemId, cost] as const])))
  if (costs.size === 0) return order
  const lineItems = order.orderForm.lineItems.map((line) => {
    const cost = costs.get(line.lineItemId)
    return cost === undefined ? line : { ...line, cost }
  })
  return { ...order, orderForm: { ...order.orderForm, lineItems } }
}

type LineUpdatePlan = { plan: ShipmentPlan; goods: MovedGoods }

/**
 * The shipments with the goods where they belong; new ones come last, and one that is left without
 * lines goes (lines.md#new-shipments).
 */
function rearranged(shipments: readonly Shipment[], { plan, goods }: LineUpdatePlan, updating: LineUpdateContext): Shipment[] {
  const original = withFittingReferences({ ...plan.original, lineItems: goods.rest })
  const moved = [
    { shipment: plan.targeted, copies: goods.targeted },
    { shipment: plan.splitOff, copies: goods.splitOff },
    { shipment: plan.destination, copies: goods.reallocated },
  ].flatMap(({ shipment, copies }) => (shipment === null || copies.length === 0 ? [] : [withCopies(shipment, copies)]))
  const updated = [original, ...moved].map((shipment) => withInfo(shipment, plan, updating))
  const [rest, ...others] = withCosted(updated, shipments, updating) as [Shipment, ...Shipment[]]
  const kept =
    rest.lineItems.length === 0 && plan.original.lineItems.length > 0 && !hasTracking(rest) ? others : [rest, ...others]
  const before = new Map(shipments.map((shipment) => [shipment.shipmentId, shipment]))
  const changed = new Map(
    kept.map((shipment) => [shipment.shipmentId, canceledWithLines(shipment, before.get(shipment.shipmentId))]),
  )
  const known = shipments.flatMap((shipment) => {
    if (shipment === plan.original && !kept.includes(rest)) return []
    return [changed.get(shipment.shipmentId) ?? shipment]
  })
  const all = [...known, ...[...changed.values()].filter(({ shipmentId }) => !before.has(shipmentId))]
  if (all.length > LIST_MAX) throw invalid('lineItemUpdates', `would give the order more than ${LIST_MAX} shipments`)
  return all
}

/**
 * The shipment data of the request goes to the targeted shipment; where goods are reallocated the
 * warehouse is the destination's.
 */
function withInfo(shipment: Shipment, { carrierId, destination }: ShipmentPlan, { info }: LineUpdateContext): Shipment {
  const { warehouseCode, ...rest } = info
  const isDestination = shipment.shipmentId === destination?.shipmentId
  const updated = shipment.shipmentId === carrierId ? withShipmentInfo(shipment, destination === null ? info : rest) : shipment
  return isDestination && warehouseCode !== undefined ? { ...updated, warehouseCode } : updated
}

/**
 * The shipping cost stays with the original, which is the first; it goes to a new shipment that is
 * completed while the original is not, unless the request keeps it, and with the goods when the
 * original goes (lines.md#new-shipments).
 */
function withCosted(
  updated: readonly Shipment[],
  known: readonly Shipment[],
  { keepsShippingCost }: LineUpdateContext,
): Shipment[] {
  const [original, ...others] = updated as [Shipment, ...Shipment[]]
  if (!hasShippingCost(original) || others.length === 0) return [...updated]
  const isNew = ({ shipmentId }: Shipment) => known.every((shipment) => shipment.shipmentId !== shipmentId)
  const isGone = original.lineItems.length === 0 && !hasTracking(original)
  const completed = others.find((shipment) => isNew(shipment) && isCompleted(shipment))
  const taker = isGone ? (completed ?? others[0]) : keepsShippingCost || isCompleted(original) ? undefined : completed
  if (taker === undefined) return [...updated]
  const { from, to } = withMovedCost({ from: original, to: taker })
  return [from, ...others.map((shipment) => (shipment === taker ? to : shipment))]
}

/** Whether everything of the shipment that is not cancelled is delivered. */
function isCompleted({ lineItems }: Shipment): boolean {
  return lineItems.some((line) => line.deliveredQuantity > 0) && lineItems.every((line) => openQuantity(line) === 0)
}
