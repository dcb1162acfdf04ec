import { invalid } from '@open-oms/contracts/errors'
import { PRINTED_SHIPMENTS_MAX, type ShipmentDocumentRequest } from '@open-oms/contracts/orders/routes/shipment-documents'
import type { OrderSearchRequest } from '@open-oms/contracts/orders/search/search'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { savedSearchNow } from '../saved-searches/read-saved-searches.ts'
import { findOrderIds } from '../search/search-counts.ts'
import { searchScope } from '../search/search-orders.ts'
import { requestedSort } from '../search/search-sorts.ts'

/** The printed fields of an order. */
export type WantedOrder = {
  orderId: string
  /** The shipments that were named, with the path of each in the request; null: all. */
  shipments: ReadonlyMap<string, string> | null
  /** The path of the order in the request; null: a search has found it. */
  path: string | null
}

export type PrintDeps = Pick<OrderDeps, 'config' | 'now' | 'reading'>

/**
 * The orders that a request names, in its order, each once, or that its search finds, in the order
 * of the search. Raises `ValidationFailed` unless the request says in one way which, and for a
 * search that finds too many; `NotFound` for an unknown saved search.
 */
export async function wantedOrders(deps: PrintDeps, caller: Caller, request: ShipmentDocumentRequest): Promise<WantedOrder[]> {
  const { shipments = [], savedSearchId, search, take } = request
  const ways = [shipments.length > 0, savedSearchId !== undefined, search !== undefined].filter((isUsed) => isUsed)
  if (ways.length !== 1) throw invalid('', 'Exactly one of shipments, savedSearchId and search is required.')
  if (shipments.length > 0) return namedOrders(shipments)
  const found = search ?? (await savedSearchNow(deps, { id: savedSearchId as string, caller }))
  const orderIds = await foundOrders(deps, caller, { search: found, take })
  return orderIds.map((orderId) => ({ orderId, shipments: null, path: null }))
}

function namedOrders(named: NonNullable<ShipmentDocumentRequest['shipments']>): WantedOrder[] {
  const orders = new Map<string, WantedOrder>()
  for (const [index, { orderId, shipmentId }] of named.entries()) {
    const path = `shipments[${index}]`
    const known = orders.get(orderId)
    const isWhole = shipmentId === undefined || known?.shipments === null
    const shipments = isWhole ? null : new Map([...(known?.shipments ?? []), [shipmentId, `${path}.shipmentId`]])
    orders.set(orderId, { orderId, shipments, path: known?.path ?? `${path}.orderId` })
  }
  return [...orders.values()]
}

async function foundOrders(
  deps: PrintDeps,
  caller: Caller,
  { search, take }: { search: OrderSearchRequest; take: number | undefined },
): Promise<string[]> {
  const { sortOrder, sortByProperty, take: _take, page: _page, disableFacets: _facets, ...filter } = search
  const scope = searchScope(deps, caller)
  const page = { skip: 0, take: take ?? PRINTED_SHIPMENTS_MAX }
  const { orderIds, count, isExact } = await findOrderIds(deps.reading, {
    filter,
    scope,
    sort: requestedSort({ sortOrder, sortByProperty }, scope),
    ...page,
  })
  if (take === undefined && count > PRINTED_SHIPMENTS_MAX)
    throw invalid(
      'search',
      `finds ${isExact ? '' : 'more than '}${count} orders: at most ${PRINTED_SHIPMENTS_MAX} are printed together. Narrow it, or send take`,
    )
  return orderIds
}
