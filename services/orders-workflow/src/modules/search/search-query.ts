import type { OrderSort } from '@oms/contracts/orders/search/search'
import { type BuiltStatement, json, rowsOf } from '@oms/service-kit/database/statement'
import type { InTransaction, Transaction } from '@oms/service-kit/database/transaction'
import { within } from '@oms/service-kit/database/within'
import type { FacetCount } from './domain/facet-groups.ts'
import { type Searched, searchWords } from './domain/search-filter.ts'
import { searchCondition, searchedTables } from './search-condition.ts'
import { countFacets } from './search-facets.ts'
import { searchOrder, sortColumns } from './search-sorts.ts'
import { combinationStatement, totalStatement } from './search-totals.ts'

/** The page to read, and the sort order. */
export type Search = Searched & {
  sort?: OrderSort | '' | undefined
  /** Orders of a page. */
  take: number
  /** Orders before the page. */
  skip: number
  /** How long the facets may take; absent for none. */
  facetBudgetMs?: number | undefined
  /** How many matches of a free text are counted at most, unless facets count all; absent for no limit. */
  exactTotalMax?: number | undefined
}

export type Found = {
  totalHits: number
  /** False: there are more than `totalHits`. */
  isTotalExact: boolean
  /** The documents of the page: JSON separated by commas. */
  documents: string
  /** Null when they took longer than their budget, or none were wanted. */
  facetCounts: FacetCount[] | null
}

/**
 * Begins every search: all its statements use one snapshot, so that its parts agree. JIT
 * compilation costs more than a search takes, and its pages are mostly in memory.
 */
const opening = `set transaction isolation level repeatable read, read only;
  set local jit = off; set local work_mem = '16MB'; set local random_page_cost = 1.1`

/**
 * A few orders are found and sorted, at a known cost. Of more, the first in the sort order are
 * usually found fast by an index scan; but when the matching orders are all at its far end, the
 * scan reads most of the table. So it is cancelled after a while, unless sorting would be slow too.
 */
const SORTED_MAX = 5_000
const SORTED_AFTER_WALK_MAX = 200_000
const WALK_MS_MAX = 200

type Deps = { inTransaction: InTransaction }

/**
 * One page of orders, the total number and the counts of all facets, of one snapshot
 * (search.md#search-result, search.md#search-filters).
 */
export function findOrders({ inTransaction }: Deps, search: Search, walkMsMax = WALK_MS_MAX): Promise<Found> {
  return inTransaction(async (tx) => {
    tx.later({ text: opening })
    const { facetBudgetMs } = search
    const count = () => countFacets(tx, combinationStatement(search))
    const facets = facetBudgetMs === undefined ? null : await within(tx, facetBudgetMs, count)
    const { totalHits, isTotalExact } =
      facets === null ? await boundedTotalOf(tx, search) : { totalHits: facets.totalHits, isTotalExact: true }
    const documents = isTotalExact && search.skip >= totalHits ? '' : await readDocuments(tx, search, { totalHits, walkMsMax })
    return { totalHits, isTotalExact, documents, facetCounts: facets?.counts ?? null }
  })
}

/** The number of found orders. */
export function countOrders({ inTransaction }: Deps, searched: Searched): Promise<number> {
  return inTransaction(async (tx) => {
    tx.later({ text: opening })
    return totalOf(tx, searched)
  })
}

async function totalOf(tx: Transaction, searched: Searched, countMax: number | null = null): Promise<number> {
  const [row] = await rowsOf(tx, totalStatement(searched, countMax))
  return row?.total ?? 0
}

/** The total, of a free text only as far as the search allows: each match of it must be read. */
async function boundedTotalOf(tx: Transaction, search: Search): Promise<Pick<Found, 'totalHits' | 'isTotalExact'>> {
  const { exactTotalMax, filter } = search
  const hasText = searchWords(filter.searchText).length > 0
  if (exactTotalMax === undefined || !hasText) return { totalHits: await totalOf(tx, search), isTotalExact: true }
  const counted = await totalOf(tx, search, exactTotalMax + 1)
  return { totalHits: Math.min(counted, exactTotalMax), isTotalExact: counted <= exactTotalMax }
}

type Effort = { totalHits: number; walkMsMax: number }

async function readDocuments(tx: Transaction, search: Search, { totalHits, walkMsMax }: Effort): Promise<string> {
  // Parallel workers on an index scan read rows that are not needed.
  tx.later({ text: 'set local max_parallel_workers_per_gather = 0' })
  if (totalHits <= SORTED_MAX) return readPage(tx, search, true)
  if (totalHits > SORTED_AFTER_WALK_MAX) return readPage(tx, search, false)
  return (await within(tx, walkMsMax, () => readPage(tx, search, false))) ?? readPage(tx, search, true)
}

const documentRow = { document: json }

/**
 * Reads a page, sorted after all its orders are found or in the order of an index. The orders
 * before the page are skipped by their rows; only documents of the page are read.
 */
export function pageStatement({ filter, scope, ...page }: Search, isSorted: boolean): BuiltStatement<typeof documentRow> {
  const condition = searchCondition(filter, scope)
  const { sql, values } = condition
  const from = `from ${searchedTables(condition)} where ${sql}`
  const rows = isSorted
    ? `with s as materialized (select ${sortColumns} ${from}) select s.order_id from s`
    : `select s.order_id ${from}`
  const ids = `${rows} order by ${searchOrder(page.sort)} limit $${values.length + 1} offset $${values.length + 2}`
  return {
    text: `select o.document from unnest(array(${ids})) with ordinality as page (order_id, place)
      join "order" o on o.id = page.order_id order by page.place`,
    values: [...values, page.take, page.skip],
    row: documentRow,
  }
}

async function readPage(tx: Transaction, search: Search, isSorted: boolean): Promise<string> {
  const rows = await rowsOf(tx, pageStatement(search, isSorted))
  return rows.map(({ document }) => document).join(',')
}
