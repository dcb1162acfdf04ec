import { PAGE_SIZE_MAX } from '@oms/contracts/orders/search/search'
import type { Caller } from '@oms/service-kit/authentication/caller'
import type { JsonText } from '@oms/service-kit/http/route-response'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { searchPage } from './domain/search-page.ts'
import { findOrders } from './search-query.ts'
import { searchResponse, searchScope } from './search-response.ts'

export type WantedProperty = { key: string; value: string; take?: number; page?: number; omitsEmpty?: boolean }

/**
 * Finds the orders that have a property with a value, in any group, newest first and without facets
 * (search.md#search-endpoints). Raises `WindowExceeded`.
 */
export async function searchByCustomProperties(
  deps: Pick<OrderDeps, 'config' | 'now' | 'reading'>,
  caller: Caller,
  { key, value, take = PAGE_SIZE_MAX, page, omitsEmpty = false }: WantedProperty,
): Promise<JsonText> {
  const filter = { property: { key, value } }
  const range = searchPage({ take, page })
  return searchResponse(await findOrders(deps.reading, { filter, scope: searchScope(deps, caller), omitsEmpty, ...range }))
}
