import { DomainError, invalid } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { collectProblems } from '@open-oms/contracts/problems'
import { assertWritable } from '../../../order/rules/context/order-guards.ts'
import { isCanceledWhole } from '../../../order/rules/lines/canceled-lines.ts'
import { packageTree } from '../../../order/rules/packages/package-lines.ts'
import { withFittingReferences } from '../../../order/rules/packages/package-references.ts'
import { shipMates } from '../../../order/rules/shipments/ship-together.ts'
import { openQuantity, withShipment } from '../../../order/rules/shipments/shipment-lines.ts'
import { hasTracking, parted, withCopies } from '../../../order/rules/shipments/shipment-parts.ts'
import { withMovedCost } from './shipment-costs.ts'

/** Whether a shipment is cancelled, by the type of its order. */
type ShipmentPredicate = (shipment: Shipment) => boolean

/**
 * The order without those shipments; their lines and shipping costs go to the first remaining one
 * that is not cancelled, else to the first remaining one (shipments.md#deleted-shipments). Shipped
 * goods cannot be moved. Raises `NotFound` for an unknown shipment, `ValidationFailed`, also when
 * none would remain, `OrderIsDeleted`, `OrderIsReadOnly`.
 */
export function withoutShipments(order: Order, shipmentIds: readonly string[], isCanceled: ShipmentPredicate): Order {
  assertWritable(order)
  const { shipments } = order.orderForm
  const ids = new Set<string | null>(shipmentIds)
  for (const id of ids) findShipment(order, id)
  const gone = shipments.filter(({ shipmentId }) => ids.has(shipmentId))
  const remaining = shipments.filter(({ shipmentId }) => !ids.has(shipmentId))
  const taker = remaining.find((shipment) => !isCanceled(shipment)) ?? remaining[0]
  if (taker === undefined) throw invalid('', 'The order must keep a shipment')
  const problems = collectProblems()
  for (const shipment of gone)
    if (hasLeft(shipment))
      problems.add(
        `[${shipmentIds.indexOf(shipment.shipmentId)}]`,
        `"${shipment.shipmentId}" has been delivered or is on its way`,
      )
  if (isCanceled(taker) && gone.some((shipment) => shipment.lineItems.some((line) => openQuantity(line) > 0)))
    problems.add('', `Shipment "${taker.shipmentId}" is cancelled and takes no lines`)
  problems.throwIfAny()
  const filled = gone.reduce((to, from) => {
    const taken = withCopies(to, from.lineItems)
    return isCanceledWhole(from.lineItems) ? taken : withMovedCost({ from, to: taken }).to
  }, taker)
  const kept = remaining.map((shipment) => (shipment === taker ? filled : shipment))
  return { ...order, orderForm: { ...order.orderForm, shipments: kept } }
}

function findShipment(order: Order, shipmentId: string | null): Shipment {
  const found = order.orderForm.shipments.find((shipment) => shipment.shipmentId === shipmentId)
  if (found === undefined) throw new DomainError('NotFound', `Order "${order.id}" has no shipment "${shipmentId}".`)
  return found
}

/** Delivered or shipped goods cannot move to another shipment. */
function hasLeft(shipment: Shipment): boolean {
  const { status, lineItems } = shipment
  return (
    status === 'Released' || status === 'Shipped' || hasTracking(shipment) || lineItems.some((line) => line.deliveredQuantity > 0)
  )
}

export type LinesToShipment = { shipmentId: string; lineItemIds: readonly string[] }

/**
 * The order with the open quantities of lines moved to the requested shipments
 * (shipments.md#deleted-shipments). Delivered and cancelled quantities stay; a shipment without
 * lines is removed, unless it has tracking. Its shipping cost goes with its last line, or the last
 * that is not cancelled, as a shipment that is cancelled whole costs nothing. Raises
 * `NotFound` for an unknown shipment or line, `ValidationFailed`, `QuantityNotAvailable` for a line
 * of which nothing can move, `OrderIsDeleted`, `OrderIsReadOnly`.
 */
export function addLinesToShipments(order: Order, moves: readonly LinesToShipment[], isCanceled: ShipmentPredicate): Order {
  assertWritable(order)
  const whole = withShipment(order)
  checkMoves(whole, moves, isCanceled)
  const pairs = moves.flatMap(({ shipmentId, lineItemIds }, index) =>
    lineItemIds.map((lineItemId, position) => ({ shipmentId, lineItemId, path: `[${index}].lineItemIds[${position}]` })),
  )
  const shipments = [...pairs, ...linkedMoves(whole, pairs)].reduce(movedLine, whole.orderForm.shipments)
  return shipments === order.orderForm.shipments ? order : { ...whole, orderForm: { ...whole.orderForm, shipments } }
}

/**
 * The lines that move together: the components of a package, and lines that must ship together
 * (packages.md#shipping-together). Lines without open quantities stay. Raises `ValidationFailed`
 * when lines that must ship together are requested for different shipments.
 */
function linkedMoves(order: Order, pairs: readonly Move[]): Move[] {
  const { lineItems, shipments } = order.orderForm
  const tree = packageTree(lineItems)
  if (!tree.hasPackages) return []
  const mates = shipMates(lineItems)
  const named = new Map<string | null, Move>(pairs.map((move) => [move.lineItemId, move]))
  const followers: Move[] = []
  const follow = (leader: Move, { lineItemId }: OrderLine, isBound: boolean) => {
    const known = named.get(lineItemId)
    if (known !== undefined && isBound && known.shipmentId !== leader.shipmentId)
      throw invalid(known.path, `"${lineItemId}" ships together with "${leader.lineItemId}"`)
    const isThere = shipments.some((one) =>
      one.lineItems.some((copy) => copy.lineItemId === lineItemId && openQuantity(copy) > 0),
    )
    if (known !== undefined || !isThere) return
    const move = { ...leader, lineItemId: lineItemId }
    named.set(lineItemId, move)
    followers.push(move)
  }
  for (const pair of pairs) for (const part of tree.allComponents(pair.lineItemId)) follow(pair, part, false)
  for (const move of [...pairs, ...followers]) for (const mate of mates.get(move.lineItemId) ?? []) follow(move, mate, true)
  return followers
}

function checkMoves(order: Order, moves: readonly LinesToShipment[], isCanceled: ShipmentPredicate): void {
  const problems = collectProblems()
  const lines = new Set(order.orderForm.lineItems.map((line) => line.lineItemId))
  const seen = new Set<string>()
  for (const [index, { shipmentId, lineItemIds }] of moves.entries()) {
    if (isCanceled(findShipment(order, shipmentId))) problems.add(`[${index}].shipmentId`, `"${shipmentId}" is cancelled`)
    if (lineItemIds.length === 0) problems.add(`[${index}].lineItemIds`, 'must name at least one line')
    for (const [position, id] of lineItemIds.entries()) {
      if (!lines.has(id)) throw new DomainError('NotFound', `Order "${order.id}" has no line "${id}".`)
      if (seen.has(id)) problems.add(`[${index}].lineItemIds[${position}]`, `"${id}" occurs twice`)
      seen.add(id)
    }
  }
  problems.throwIfAny()
}

type Move = { shipmentId: string; lineItemId: string; path: string }

function movedLine(shipments: Shipment[], { shipmentId, lineItemId, path }: Move): Shipment[] {
  const isTarget = (shipment: Shipment) => shipment.shipmentId === shipmentId
  const openIn = ({ lineItems }: Shipment) => lineItems.find((line) => line.lineItemId === lineItemId && openQuantity(line) > 0)
  const sources = shipments.filter((shipment) => !isTarget(shipment) && openIn(shipment) !== undefined)
  const target = shipments.find(isTarget) as Shipment
  if (sources.length === 0) {
    if (target.lineItems.some((line) => line.lineItemId === lineItemId)) return shipments
    const text = `"${lineItemId}" has nothing left to move: it is delivered or cancelled`
    throw new DomainError('QuantityNotAvailable', `${path} ${text}`, { errors: { [path]: [text] } })
  }
  let filled = target
  const kept = new Map<Shipment, Shipment | null>()
  for (const source of sources) {
    const copy = openIn(source) as OrderLine
    const { rest, part } = parted(copy, openQuantity(copy))
    const lineItems = source.lineItems.flatMap((line) => (line !== copy ? [line] : rest === null ? [] : [rest]))
    const left = withFittingReferences({ ...source, lineItems })
    filled = withCopies(filled, [part])
    const isGone = lineItems.length === 0 && !hasTracking(left)
    const moved = isGone || isCanceledWhole(lineItems) ? withMovedCost({ from: left, to: filled }) : { from: left, to: filled }
    filled = moved.to
    kept.set(source, isGone ? null : moved.from)
  }
  return shipments.flatMap((shipment) => {
    if (shipment === target) return [filled]
    const left = kept.get(shipment)
    return left === null ? [] : [left ?? shipment]
  })
}
