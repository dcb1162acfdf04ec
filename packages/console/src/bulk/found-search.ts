import type { OrderSearch } from '@open-oms/client/types'
import { type OrderView, toOrderSearch } from '../orders/order-view.ts'
import { gateway } from '../session/gateway.ts'
import { datesAt } from './relative-dates.ts'

/** The search of what a list shows, also where it shows a saved search. */
export async function searchOfView(view: OrderView, signal: AbortSignal): Promise<OrderSearch> {
  if (view.saved === undefined) return toOrderSearch(view)
  const { search, relativeDates } = await gateway.get('/api/SavedSearches/{id}', { params: { id: view.saved }, signal })
  const { take, page, ...filters } = search
  return { ...filters, ...datesAt(relativeDates, Date.now()), ...inStores(search.selectedStores ?? [], view.store) }
}

/** Both the stores of a saved search and the one that the list is limited to. */
function inStores(selected: readonly string[], chosen: string[] | undefined): Pick<OrderSearch, 'selectedStores'> {
  if (chosen === undefined) return {}
  const both = selected.length === 0 ? chosen : chosen.filter((store) => selected.includes(store))
  // An empty list would mean all stores.
  if (both.length === 0) throw new Error('The saved view has no orders of the chosen store.')
  return { selectedStores: both }
}
