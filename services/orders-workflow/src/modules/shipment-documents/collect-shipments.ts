import { DomainError, type ErrorTexts, invalid } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import {
  PRINTED_LINES_MAX,
  PRINTED_SHIPMENTS_MAX,
  type ShipmentDocumentRequest,
} from '@open-oms/contracts/orders/routes/shipment-documents'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import { orderNotFound } from '../../order/rules/context/order-guards.ts'
import { withShipment } from '../../order/rules/shipments/shipment-lines.ts'
import { orderShownTo } from '../../order/rules/shown-order.ts'
import { findDocuments } from '../../order/store/order-look-ups.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { type LeftOut, type OpenShipment, shipmentName } from '../documents/domain/open-shipment.ts'
import { nothingToPrint, type UnprintedShipment } from '../documents/nothing-to-print.ts'
import { shipmentWarehouse } from './domain/pick-groups.ts'
import { type WantedOrder, wantedOrders } from './wanted-orders.ts'

/** Orders in memory at a time: each may have a thousand lines, of which little is printed. */
const ORDERS_AT_ONCE = 10

export type CollectRequest = { caller: Caller; request: ShipmentDocumentRequest }
type ShipmentSelector<T> = {
  /** The printed fields of a shipment. */
  open: (order: Order, shipment: Shipment) => OpenShipment
  kept: (open: OpenShipment) => T
}
export type CollectedShipments<T> = { printed: T[]; leftOut: LeftOut[] }
type FoundShipments<T> = CollectedShipments<T> & { elsewhere: UnprintedShipment[] }

/**
 * The same as `collectShipments`. Raises `NothingToPrint` when all is left out, and what collecting
 * raises.
 */
export async function collectToPrint<T>(
  deps: Pick<OrderDeps, 'query' | 'config' | 'now' | 'reading'>,
  input: CollectRequest,
  selector: ShipmentSelector<T>,
): Promise<CollectedShipments<T>> {
  const { printed, leftOut, elsewhere } = await collectShipments(deps, input, selector)
  if (printed.length === 0) throw nothingToPrint([...leftOut, ...elsewhere])
  return { printed, leftOut }
}

/**
 * Maps each shipment to print to what is kept of it, a few orders at a time, in the
 * order of the request (documents-and-notifications.md#documents-of-shipments). Raises `NotFound`
 * with the paths of unknown orders and shipments, `ValidationFailed` for too many shipments or
 * lines, and what finding the orders raises.
 */
export async function collectShipments<T>(
  deps: Pick<OrderDeps, 'query' | 'config' | 'now' | 'reading'>,
  { caller, request }: CollectRequest,
  { open, kept }: ShipmentSelector<T>,
): Promise<FoundShipments<T>> {
  const wanted = await wantedOrders(deps, caller, request)
  const { stores } = deps.config()
  const codes = new Set(request.warehouseCodes)
  const show = orderShownTo(caller)
  const shownOrder = (document: string | undefined) => (document === undefined ? null : show(JSON.parse(document) as Order))
  const elsewhere: UnprintedShipment[] = []
  const leaves = ({ order, shipment }: OpenShipment) => {
    const warehouse = shipmentWarehouse(shipment, order.storeId, stores)
    if (codes.size === 0 || codes.has(warehouse ?? '')) return true
    const name = shipmentName(order, shipment)
    elsewhere.push({ shipment: name, reason: 'otherWarehouse', codes: warehouse === null ? [] : [warehouse] })
    return false
  }
  const unknown: ErrorTexts = {}
  const collected: CollectedShipments<T> = { printed: [], leftOut: [] }
  let lines = 0
  for (let first = 0; first < wanted.length; first += ORDERS_AT_ONCE) {
    const some = wanted.slice(first, first + ORDERS_AT_ONCE)
    const ids = some.map(({ orderId }) => orderId)
    const documents = await findDocuments(deps, ids, caller)
    const found = some.flatMap((one) => findWantedShipments(one, shownOrder(documents.get(one.orderId)), unknown))
    for (const opened of found.map(({ order, shipment }) => open(order, shipment)).filter(leaves)) {
      collected.leftOut.push(...opened.leftOut)
      if (opened.lines.length > 0) collected.printed.push(kept(opened))
      lines += opened.lines.length + opened.leftOut.length
      assertNotTooMany(collected.printed.length, lines)
    }
  }
  assertAllKnown(unknown)
  return { ...collected, elsewhere }
}

/** The shipments of an order that are wanted; adds the paths of those that there are not. */
function findWantedShipments(
  { orderId, shipments, path }: WantedOrder,
  stored: Order | null,
  unknown: ErrorTexts,
): Pick<OpenShipment, 'order' | 'shipment'>[] {
  if (stored === null) {
    // An order that the search found may have been deleted since.
    if (path !== null) unknown[path] = [orderNotFound(orderId).message]
    return []
  }
  const order = withShipment(stored)
  const all = order.orderForm.shipments
  const known = new Set(all.map(({ shipmentId }) => shipmentId))
  for (const [shipmentId, at] of shipments ?? [])
    if (!known.has(shipmentId)) unknown[at] = [`Order "${orderId}" has no shipment "${shipmentId}".`]
  return all.filter(({ shipmentId }) => shipments?.has(shipmentId) ?? true).map((shipment) => ({ order, shipment }))
}

function assertAllKnown(unknown: ErrorTexts): void {
  const [first] = Object.values(unknown).flat()
  if (first !== undefined) throw new DomainError('NotFound', first, { errors: unknown })
}

function assertNotTooMany(shipments: number, lines: number): void {
  if (shipments > PRINTED_SHIPMENTS_MAX)
    throw invalid('', `At most ${PRINTED_SHIPMENTS_MAX} shipments are printed together: ask for fewer orders.`)
  if (lines > PRINTED_LINES_MAX)
    throw invalid('', `At most ${PRINTED_LINES_MAX.toLocaleString('en')} lines are printed together: ask for fewer orders.`)
}
