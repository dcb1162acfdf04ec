import type { ReturnOrderSearchRequest } from '@open-oms/contracts/orders/returns/return-search'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import { JsonText } from '@open-oms/service-kit/http/route-response'
import { type OrderConfig, orderMarket } from '../../order/rules/context/order-context.ts'
import { receivedReturnStatuses } from '../../order/rules/context/return-type.ts'
import { phoneCountries } from '../search/domain/search-filter.ts'
import { searchPage } from '../search/domain/search-page.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'
import { type FoundReturn, findReturns, returnCursor } from './return-search-query.ts'

/**
 * Searches return forms of orders that are not deleted (returns.md#return-search, http.md#paging,
 * search.md#search-filters). `totalHits` is exact. Raises `WindowExceeded`, and `ValidationFailed`
 * for a free text of too many words and for a cursor that was never issued.
 */
export async function searchReturns(
  deps: Pick<RunnerDeps, 'config' | 'query'>,
  { storeIds }: Pick<Caller, 'storeIds'>,
  { take, page, after, sortOrder, ...filter }: ReturnOrderSearchRequest,
): Promise<JsonText> {
  const config = deps.config()
  const window = searchPage(after ? { take } : { take, page })
  const { totalHits, found } = await findReturns(deps, {
    filter,
    storeIds,
    countries: phoneCountries({}, config),
    receivedStatuses: receivedReturnStatuses(config.orderTypes),
    isOldestFirst: sortOrder === 'CreatedAscending',
    after: after ? returnCursor.parse(after) : null,
    ...window,
    // One more says whether there is another page.
    take: window.take + 1,
  })
  const views = found.slice(0, window.take)
  const last = found.length > window.take ? views.at(-1) : undefined
  const next = last === undefined ? null : returnCursor.format({ ...last, created: last.created.toISOString() })
  const result = `[${views.map((one) => serializeFoundReturn(one, config)).join(',')}]`
  const tail = `"facets":[],"scrollId":null,"isValid":true,"next":${JSON.stringify(next)}`
  return new JsonText(`{"totalHits":${totalHits},"result":${result},${tail}}`)
}

/** The stored form is sent as it is. */
function serializeFoundReturn({ form, storeId, orderStoreId, ...found }: FoundReturn, config: OrderConfig): string {
  const { customerEmail, customerId, customerName, customerPhone, orderId, orderNumber, billingCurrency } = found
  const storeName = (id: string) => config.stores.find((store) => store.id === id)?.name ?? null
  const currency = billingCurrency || orderMarket(found, config).currency
  const customer = { currency, customerEmail, customerId, customerName, customerPhone }
  const head = { ...customer, orderId, orderNumber, orderStoreName: storeName(orderStoreId) }
  const tail = { returnStoreId: storeId, returnStoreName: storeName(storeId) }
  return `${JSON.stringify(head).slice(0, -1)},"returnOrderForm":${form},${JSON.stringify(tail).slice(1)}`
}
