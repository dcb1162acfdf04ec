import { DomainError, orRefusal } from '@open-oms/contracts/errors'
import { fetchRows } from '@open-oms/service-kit/database/statement'
import type { InTransaction, Transaction } from '@open-oms/service-kit/database/transaction'
import { within } from '@open-oms/service-kit/database/within'
import type { ScopedFilter } from './domain/search-filter.ts'
import { pageIdsStatement, readInSortOrder, type Search, SORTED_AFTER_WALK_MAX, searchOpening } from './search-query.ts'
import { boundedTotalStatement } from './search-totals.ts'

type Deps = { inTransaction: InTransaction }

/** How many orders a search finds; not exact: there are more. */
export type CountedSearch = { count: number; isExact: boolean }

export type CountLimits = {
  /** Orders that are counted at most, where the counts do not cover the filter. */
  exactTotalMax: number
  /** Milliseconds for all searches together; those that are left then are not counted. */
  budgetMs: number
}

/**
 * How many orders each of some searches finds, of one snapshot, in their order; null: it took
 * too long. The budget bounds what a rare filter over many orders may cost.
 */
export function countSearches(
  { inTransaction }: Deps,
  searches: readonly ScopedFilter[],
  { exactTotalMax, budgetMs }: CountLimits,
): Promise<(CountedSearch | null)[]> {
  return inTransaction(async (tx) => {
    tx.later({ text: searchOpening })
    const end = performance.now() + budgetMs
    const counts: (CountedSearch | null)[] = []
    for (const searched of searches) {
      const left = end - performance.now()
      counts.push(left < 1 ? null : await countOne(tx, searched, { countMax: exactTotalMax, budgetMs: left }))
    }
    return counts
  })
}

/**
 * As `boundedTotal`; null also of a search that cannot be run any more, by a field that is no
 * longer declared.
 */
async function countOne(tx: Transaction, searched: ScopedFilter, { countMax, budgetMs }: { countMax: number; budgetMs: number }) {
  const statement = orRefusal(() => boundedTotalStatement(searched, countMax))
  return statement instanceof DomainError ? null : within(tx, budgetMs, () => totalBy(tx, statement))
}

async function boundedTotal(tx: Transaction, searched: ScopedFilter, countMax: number): Promise<CountedSearch> {
  return totalBy(tx, boundedTotalStatement(searched, countMax))
}

async function totalBy(tx: Transaction, statement: ReturnType<typeof boundedTotalStatement>): Promise<CountedSearch> {
  const [row] = await fetchRows(tx, statement)
  return { count: row?.total ?? 0, isExact: row?.is_more !== true }
}

/** The first orders that a search finds, and how many there are. */
export type FoundIds = CountedSearch & { orderIds: string[] }

/** The ids of a page of orders, in the sort order, of one snapshot. */
export function findOrderIds({ inTransaction }: Deps, search: Search): Promise<FoundIds> {
  return inTransaction(async (tx) => {
    tx.later({ text: searchOpening })
    const total = await boundedTotal(tx, search, SORTED_AFTER_WALK_MAX)
    // One more than are counted: the way to read them depends on whether there are.
    const totalHits = total.isExact ? total.count : total.count + 1
    const rows = await readInSortOrder(tx, { filter: search.filter, totalHits }, (isSorted) =>
      fetchRows(tx, pageIdsStatement(search, isSorted)),
    )
    return { ...total, orderIds: rows.map(({ order_id }) => order_id) }
  })
}
