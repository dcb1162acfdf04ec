import type { OrderType } from '@open-oms/contracts/config/order-types'
import { DomainError } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import { DELETED } from '../../../order/rules/context/order-guards.ts'
import { findReturnType } from '../../../order/rules/context/return-type.ts'
import { withInternalNote } from '../../../order/rules/input/internal-note.ts'
import { withLoggedStatus } from '../../../order/rules/shipments/shipment-status.ts'
import { typeNamed } from '../../../order/rules/status/order-type.ts'
import type { Move } from './status-moves.ts'

/** What a mapping makes of an order. */
export type MigratedOrder = {
  order: Order
  /** The move of the order's own status; null: only a shipment or a return form has changed. */
  move: Move | null
  shipments: number
  returnForms: number
  /** The new name of a status of the order and its shipments, or of its return forms. */
  renamed: { ofOrder: Rename; ofReturnForm: Rename }
}
export type Rename = (status: string) => string

type MigrationContext = { moves: readonly Move[]; types: readonly OrderType[]; now: string }

/**
 * The order with the statuses and the type that the mapping gives it, or null when the mapping is
 * not for it (workflow.md#order-migration). Quantities, money, and since when it has its status do
 * not change. Pure. Raises `ValidationFailed` for a shipment whose status the mapping leaves
 * without a place in the new type.
 */
export function migratedOrder(order: Order, { moves, types, now }: MigrationContext): MigratedOrder | null {
  if (order.status === DELETED) return null
  const own = ownMoves(order, moves, types)
  const returnType = findReturnType(types)
  const ofReturnForm = rename(
    moves.filter(({ orderType }) => orderType === returnType?.name),
    null,
  )
  const returnOrderForms = order.returnOrderForms.map((form) => {
    const status = form.status === null ? null : ofReturnForm(form.status)
    return status === form.status ? form : { ...form, status, modified: now }
  })
  const shipments = own === null ? order.orderForm.shipments : movedShipments(order, own, now)
  const counts = {
    shipments: shipments.filter((shipment, index) => shipment !== order.orderForm.shipments[index]).length,
    returnForms: returnOrderForms.filter((form, index) => form !== order.returnOrderForms[index]).length,
  }
  const move = own?.move ?? null
  if (move === null && counts.shipments + counts.returnForms === 0) return null
  return {
    order: {
      ...order,
      ...(move === null ? {} : { orderType: move.toOrderType, status: own?.ofOrder(order.status) ?? order.status }),
      orderForm: { ...order.orderForm, shipments },
      returnOrderForms,
    },
    move,
    ...counts,
    renamed: { ofOrder: own?.ofOrder ?? ((status) => status), ofReturnForm },
  }
}

type OwnMoves = {
  /** The move of the order's own status; null: it stays. */
  move: Move | null
  ofOrder: Rename
  target: OrderType
}

/** The moves for the type of an order; null when there are none for what it has. */
function ownMoves({ orderType, status }: Order, moves: readonly Move[], types: readonly OrderType[]): OwnMoves | null {
  const ofType = moves.filter((move) => move.orderType === orderType)
  if (ofType.length === 0) return null
  const configured = typeNamed(orderType, types)
  const move = findMove(status, ofType)
  if (configured !== undefined) return { move: move ?? null, ofOrder: rename(ofType, null), target: configured }
  if (move === undefined) return null
  const target = typeNamed(move.toOrderType, types)
  if (target === undefined) return null
  const sameTarget = ofType.filter(({ toOrderType }) => toOrderType === target.name)
  return { move, ofOrder: rename(sameTarget, move), target }
}

function findMove(status: string | null, moves: readonly Move[]): Move | undefined {
  return moves.find((move) => move.status === status) ?? moves.find((move) => move.status === null)
}

/** A general move is for names that no other one is for. */
function rename(moves: readonly Move[], first: Move | null): Rename {
  const all = first === null ? moves : [first, ...moves]
  return (status) => findMove(status, all)?.toStatus ?? status
}

/** Raises `ValidationFailed`. */
function movedShipments(order: Order, { move, ofOrder, target }: OwnMoves, now: string): Order['orderForm']['shipments'] {
  if (move !== null) assertKnown(ofOrder(order.status), target, 'the order')
  return order.orderForm.shipments.map((shipment) => {
    if (shipment.orderStatus === null) return shipment
    const status = ofOrder(shipment.orderStatus)
    if (move !== null && move.toOrderType !== order.orderType) assertKnown(status, target, `shipment "${shipment.shipmentId}"`)
    return withLoggedStatus(shipment, status, now)
  })
}

function assertKnown(status: string, target: OrderType, what: string): void {
  if (target.orderStatuses.some(({ name }) => name === status)) return
  throw new DomainError(
    'ValidationFailed',
    `Order type "${target.name}" has no status "${status}" for ${what}; add a move with that status.`,
  )
}

/**
 * An internal note that says why an order was moved; an order without room for one keeps its notes
 * as they are.
 */
export function withMigrationNote(
  order: Order,
  before: Order,
  note: { id: string; now: string; by: string; reason: string },
): Order {
  const from = before.orderType === order.orderType ? `"${before.status}"` : `"${before.orderType}: ${before.status}"`
  const to = before.orderType === order.orderType ? `"${order.status}"` : `"${order.orderType}: ${order.status}"`
  const what = from === to ? 'Statuses of its parts were' : `Status ${from} was`
  const text = `${what} replaced${from === to ? '' : ` by ${to}`} with a new configuration: ${note.reason}`
  return withInternalNote(order, { ...note, text })
}
