import type { OrderType } from '@open-oms/contracts/config/order-types'
import { invalid } from '@open-oms/contracts/errors'
import type { MigrateOrdersRequest } from '@open-oms/contracts/orders/configuration/migration'
import type { InputOf } from '@open-oms/contracts/primitives'
import { DELETED, QUEUED } from '../../../order/rules/context/order-guards.ts'
import { findReturnType } from '../../../order/rules/context/return-type.ts'
import { typeNamed } from '../../../order/rules/status/order-type.ts'

/**
 * Where orders of a type go that have a status; `status` null: those of a removed type with any
 * other status.
 */
export type Move = {
  orderType: string
  status: string | null
  toOrderType: string
  /** Null: the status of the same name. */
  toStatus: string | null
}

type RequestedMove = InputOf<MigrateOrdersRequest>['moves'] extends (infer M)[] | undefined ? M : never

/**
 * The moves of a mapping. Raises `ValidationFailed`, naming the move, for one whose status or type
 * is configured, whose target is not, or that comes twice (workflow.md#order-migration).
 */
export function readMoves(requested: readonly RequestedMove[], types: readonly OrderType[]): Move[] {
  if (requested.length === 0) throw invalid('moves', 'are missing')
  const moves = requested.map((move, index) => readMove(move, { at: `moves[${index}]`, types }))
  const seen = new Set<string>()
  for (const [index, { orderType, status }] of moves.entries()) {
    const key = JSON.stringify([orderType, status])
    if (seen.has(key)) throw invalid(`moves[${index}].status`, 'is mapped by an earlier move')
    seen.add(key)
  }
  return moves
}

type MoveReadOptions = { at: string; types: readonly OrderType[] }

function readMove({ orderType, status, toOrderType, toStatus }: RequestedMove, { at, types }: MoveReadOptions): Move {
  if (!orderType) throw invalid(`${at}.orderType`, 'is missing')
  if (status === DELETED) throw invalid(`${at}.status`, 'deleted orders keep their status')
  const own = typeNamed(orderType, types)
  const target = own === undefined ? typeReplacing(orderType, toOrderType, { at, types }) : own
  if (own !== undefined) {
    if (toOrderType !== undefined && toOrderType !== orderType)
      throw invalid(`${at}.toOrderType`, `order type "${orderType}" is configured; its orders keep it`)
    if (status === undefined)
      throw invalid(`${at}.status`, 'is missing: the order type is configured, so that only a status can be moved')
    if (own.orderStatuses.some(({ name }) => name === status))
      throw invalid(`${at}.status`, `"${status}" is a configured status of order type "${orderType}"; remove it first`)
  }
  assertTarget(target, { status, toStatus, at })
  return { orderType, status: status ?? null, toOrderType: target.name, toStatus: toStatus ?? null }
}

function typeReplacing(orderType: string, toOrderType: string | undefined, { at, types }: MoveReadOptions): OrderType {
  if (toOrderType === undefined) throw invalid(`${at}.toOrderType`, `is missing: order type "${orderType}" is not configured`)
  const target = typeNamed(toOrderType, types)
  if (target === undefined) throw invalid(`${at}.toOrderType`, `"${toOrderType}" is not a configured order type`)
  if (target === findReturnType(types)) throw invalid(`${at}.toOrderType`, 'is the type of return forms')
  return target
}

type Target = { status: string | undefined; toStatus: string | undefined; at: string }

function assertTarget(target: OrderType, { status, toStatus, at }: Target): void {
  if (toStatus === undefined && status === undefined) return
  const name = toStatus ?? status
  if (name === QUEUED || name === DELETED) throw invalid(`${at}.toStatus`, `orders cannot be moved to "${name}"`)
  if (toStatus === undefined) throw invalid(`${at}.toStatus`, 'is missing: where do orders of this status go?')
  if (!target.orderStatuses.some((known) => known.name === toStatus))
    throw invalid(`${at}.toStatus`, `"${toStatus}" is not a status of order type "${target.name}"`)
}

/** The new name that moves give to a status of an order type. */
export function statusRenamer(orderType: string | null, moves: readonly Move[]): (status: string) => string {
  const ofType = moves.filter((move) => move.orderType === orderType)
  return (status) =>
    (ofType.find((move) => move.status === status) ?? ofType.find((move) => move.status === null))?.toStatus ?? status
}
