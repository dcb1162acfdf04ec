import type { ReturnOrderSearchRequest } from '@oms/contracts/orders/returns/return-search'
import type { Caller } from '@oms/service-kit/authentication/caller'
import { JsonText } from '@oms/service-kit/http/route-response'
import { phoneCountries } from '../search/domain/search-filter.ts'
import { searchPage } from '../search/domain/search-page.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'
import { type FoundReturn, findReturns } from './return-search-query.ts'

/**
 * Searches return forms of orders that are not deleted, newest first (returns.md#return-search,
 * http.md#paging, search.md#search-filters). `totalHits` is exact. Raises `WindowExceeded`, and
 * `ValidationFailed` for a free text of too many words.
 */
export async function searchReturns(
  deps: Pick<RunnerDeps, 'config' | 'query'>,
  { storeIds }: Pick<Caller, 'storeIds'>,
  { take, page, ...filter }: ReturnOrderSearchRequest,
): Promise<JsonText> {
  const { totalHits, found } = await findReturns(deps, {
    filter,
    storeIds,
    countries: phoneCountries({}, deps.config()),
    ...searchPage({ take, page }),
  })
  const names = new Map(deps.config().stores.map(({ id, name }) => [id, name]))
  const views = found.map((one) => serializeFoundReturn(one, names))
  return new JsonText(`{"totalHits":${totalHits},"result":[${views.join(',')}],"facets":[],"scrollId":null,"isValid":true}`)
}

/** The stored form is sent as it is. */
function serializeFoundReturn(
  { form, storeId, orderStoreId, ...found }: FoundReturn,
  names: ReadonlyMap<string, string>,
): string {
  const { customerEmail, customerId, customerName, customerPhone, orderId, orderNumber } = found
  const storeName = (id: string) => names.get(id) ?? null
  const customer = { customerEmail, customerId, customerName, customerPhone }
  const head = { ...customer, orderId, orderNumber, orderStoreName: storeName(orderStoreId) }
  const tail = { returnStoreId: storeId, returnStoreName: storeName(storeId) }
  return `${JSON.stringify(head).slice(0, -1)},"returnOrderForm":${form},${JSON.stringify(tail).slice(1)}`
}
