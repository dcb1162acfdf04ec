import type { OrderSearch } from '@open-oms/client/types'
import { type OrderView, toOrderSearch } from '../orders/order-view.ts'
import { gateway } from '../session/gateway.ts'
import { datesAt } from './relative-dates.ts'

/** The search of what a list shows, also where it shows a saved search. */
export async function searchOfView(view: OrderView, signal: AbortSignal): Promise<OrderSearch> {
  if (view.saved === undefined) return toOrderSearch(view)
  const { search, relativeDates } = await gateway.get('/api/SavedSearches/{id}', { params: { id: view.saved }, signal })
  const { take, page, ...filters } = search
  return { ...filters, ...datesAt(relativeDates, Date.now()) }
}
