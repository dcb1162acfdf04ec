import { listBusinessCustomers } from '@open-oms/contracts/catalog/business-customer-routes'
import { searchProducts } from '@open-oms/contracts/catalog/routes'
import { listInventory } from '@open-oms/contracts/orders/inventory/routes'
import { deleteScroll, getScroll, openScroll } from '@open-oms/contracts/orders/search/routes/scroll-orders'
import type { OrderScrollRequest } from '@open-oms/contracts/orders/search/scroll'
import type { KindName } from '@open-oms/import/kinds'
import type { Item } from '@open-oms/import/reading/read-item'
import { ApiFailure } from '../api/api-failure.ts'
import { CommandFailure } from '../command-failure.ts'
import type { Api } from '../import/resources/api.ts'

/** Some items, and where the next ones are; null when there are none. */
export type Page = { items: readonly Item[]; next: string | null; total: number | null }

/**
 * Reads everything page by page; what a page gives as `next` continues behind it, also in another
 * process.
 */
export type ExportSource = {
  /** The page at a position; the first one for null. */
  read(api: Api, position: string | null): Promise<Page>
  /** Frees what the position holds in the system. */
  end?(api: Api, position: string | null): Promise<void>
}

/** Which orders are exported; what is absent filters nothing. */
export type OrderFilters = Pick<
  OrderScrollRequest,
  'selectedStores' | 'selectedStatuses' | 'orderType' | 'createdFrom' | 'createdTo' | 'modifiedFrom' | 'modifiedTo'
>

/** Where the items of an export come from. */
export function exportSource(name: KindName, filters: OrderFilters): ExportSource {
  return name === 'orders' ? orderSource(filters) : sources[name]
}

/** Orders as they were when the export began (search.md#scroll). */
function orderSource(filters: OrderFilters): ExportSource {
  return {
    async read(api, position) {
      const { result, scrollId, totalHits } =
        position === null
          ? await api.call(openScroll, { body: { ...filters, sortOrder: 'CreatedAscending', disableFacets: true } })
          : await nextOfScroll(api, position)
      return { items: result, next: result.length === 0 ? null : scrollId, total: totalHits }
    },
    async end(api, position) {
      if (position !== null) await api.call(deleteScroll, { params: { scrollId: position } }).catch(ignoreExpired)
    },
  }
}

async function nextOfScroll(api: Api, scrollId: string) {
  return await api.call(getScroll, { params: { scrollId } }).catch((failure: unknown) => {
    if (!isNotFound(failure)) throw failure
    throw new CommandFailure('What this export was reading has expired in the system.', {
      code: 'ExportExpired',
      remedy: 'Begin it again with --restart.',
    })
  })
}

const PAGE = 100

const sources: Readonly<Record<Exclude<KindName, 'orders'>, ExportSource>> = {
  products: {
    async read(api, position) {
      const after = position === null ? {} : { after: position }
      const { result, totalHits } = await api.call(searchProducts, { body: { ...after, take: PAGE, disableFacets: true } })
      const next = result.length < PAGE ? null : (result.at(-1)?.productId ?? null)
      return { items: result, next, total: position === null ? totalHits : null }
    },
  },
  stock: {
    async read(api, position) {
      const { result, next } = await api.call(listInventory, { query: position === null ? {} : { after: position } })
      return { items: result, next, total: null }
    },
  },
  customers: {
    async read(api, position) {
      const { result, next } = await api.call(listBusinessCustomers, { query: position === null ? {} : { after: position } })
      return { items: result, next, total: null }
    },
  },
}

function isNotFound(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.status === 404
}

function ignoreExpired(failure: unknown): void {
  if (!isNotFound(failure)) throw failure
}
