import { type BuiltStatement, fetchRows, Sql } from '@open-oms/service-kit/database/statement'
import type { InTransaction, Transaction } from '@open-oms/service-kit/database/transaction'
import { within } from '@open-oms/service-kit/database/within'
import { documentColumn, type orderDocument, summaryColumn } from '../../order/store/stored-document.ts'
import type { FacetCount } from './domain/facet-groups.ts'
import type { ScopedFilter } from './domain/search-filter.ts'
import { searchedWords } from './domain/searched-texts.ts'
import { searchCondition, searchedTables } from './search-condition.ts'
import { countFacets } from './search-facets.ts'
import { isFieldSort, type SearchSort, searchOrder, sortColumns, walkByField } from './search-sorts.ts'
import { combinationStatement, matchingStatement, totalStatement } from './search-totals.ts'

/** The page to read, and the sort order. */
export type Search = ScopedFilter & {
  sort?: SearchSort
  /** Orders of a page. */
  take: number
  /** Orders before the page. */
  skip: number
  /** How long the facets may take; absent for none. */
  facetBudgetMs?: number | undefined
  /**
   * How many matches of a free text are counted at most, unless facets count all; absent for no
   * limit.
   */
  exactTotalMax?: number | undefined
  /** True: documents without the fields that are empty. */
  omitsEmpty?: boolean
  /** True: summaries of the orders in place of their documents. */
  asSummaries?: boolean
}

export type SearchPage = {
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
export const searchOpening = `set transaction isolation level repeatable read, read only;
  set local jit = off; set local work_mem = '16MB'; set local random_page_cost = 1.1`

/**
 * A few orders are found and sorted, at a known cost. Of more, the first in the sort order are
 * usually found fast by an index scan; but when the matching orders are all at its far end, the
 * scan reads most of the table. So it is cancelled after a while, unless sorting would be slow too.
 */
const SORTED_MAX = 5_000
export const SORTED_AFTER_WALK_MAX = 200_000
const WALK_MS_MAX = 200

type Deps = { inTransaction: InTransaction }

/**
 * One page of orders, the total number and the counts of all facets, of one snapshot
 * (search.md#search-result, search.md#search-filters).
 */
export function findOrders({ inTransaction }: Deps, search: Search, walkMsMax = WALK_MS_MAX): Promise<SearchPage> {
  return inTransaction(async (tx) => {
    tx.later({ text: searchOpening })
    const { exactTotalMax, facetBudgetMs, filter } = search
    const count = () => countFacets(tx, combinationStatement(search))
    const facets = facetBudgetMs === undefined ? null : await within(tx, facetBudgetMs, count)
    const isBounded = facets === null && exactTotalMax !== undefined && searchedWords(filter.searchText).length > 0
    if (isBounded) return findByText(tx, search, { exactTotalMax, walkMsMax })
    const totalHits = facets?.totalHits ?? (await queryTotal(tx, search))
    const documents = search.skip >= totalHits ? '' : await readDocuments(tx, search, { totalHits, walkMsMax })
    return { totalHits, isTotalExact: true, documents, facetCounts: facets?.counts ?? null }
  })
}

type TextEffort = { exactTotalMax: number; walkMsMax: number }

/**
 * Orders that a free text finds, counted only as far as the search allows: each must be read. Few
 * of them come with the count.
 */
async function findByText(tx: Transaction, search: Search, { exactTotalMax, walkMsMax }: TextEffort): Promise<SearchPage> {
  const fewMax = Math.min(SORTED_MAX, exactTotalMax)
  const rows = await fetchRows(tx, countedPageStatement(search, { countMax: exactTotalMax + 1, fewMax }))
  const counted = rows[0]?.total ?? 0
  const isTotalExact = counted <= exactTotalMax
  const isRead = counted <= fewMax || (isTotalExact && search.skip >= counted)
  const documents = isRead
    ? rows.flatMap(({ document }) => document ?? []).join(',')
    : await readDocuments(tx, search, { totalHits: counted, walkMsMax })
  return { totalHits: Math.min(counted, exactTotalMax), isTotalExact, documents, facetCounts: null }
}

/** The number of found orders. */
export function countOrders({ inTransaction }: Deps, searched: ScopedFilter): Promise<number> {
  return inTransaction(async (tx) => {
    tx.later({ text: searchOpening })
    return queryTotal(tx, searched)
  })
}

async function queryTotal(tx: Transaction, searched: ScopedFilter): Promise<number> {
  const [row] = await fetchRows(tx, totalStatement(searched))
  return row?.total ?? 0
}

type Effort = Pick<Search, 'filter'> & { totalHits: number; walkMsMax?: number }

/**
 * Reads the first orders in the sort order in the cheaper way: sorted after all are found, or by an
 * index. `read` does one of both.
 */
export async function readInSortOrder<T>(
  tx: Transaction,
  { filter, totalHits, walkMsMax = WALK_MS_MAX }: Effort,
  read: (isSorted: boolean) => Promise<T>,
): Promise<T> {
  // Parallel workers on an index scan read rows that are not needed.
  tx.later({ text: 'set local max_parallel_workers_per_gather = 0' })
  const walk = () => {
    // The planner multiplies how rare each word is. Of names that go together it expects so few
    // orders that it would sort them all.
    if (searchedWords(filter.searchText).length > 1) tx.later({ text: 'set local enable_sort = off' })
    return read(false)
  }
  if (totalHits <= SORTED_MAX) return read(true)
  if (totalHits > SORTED_AFTER_WALK_MAX) return walk()
  return (await within(tx, walkMsMax, walk)) ?? read(true)
}

function readDocuments(tx: Transaction, search: Search, effort: Omit<Effort, 'filter'>): Promise<string> {
  return readInSortOrder(tx, { ...effort, filter: search.filter }, (isSorted) => readPage(tx, search, isSorted))
}

function resultColumn({ asSummaries, omitsEmpty, scope }: Pick<Search, 'asSummaries' | 'omitsEmpty' | 'scope'>) {
  return asSummaries === true ? summaryColumn(scope) : documentColumn(omitsEmpty === true)
}

type DocumentRow = { document: typeof orderDocument }

/**
 * Reads a page, sorted after all its orders are found or in the order of an index. The orders
 * before the page are skipped by their rows; only documents of the page are read.
 */
export function pageStatement(search: Search, isSorted: boolean): BuiltStatement<DocumentRow> {
  const { text: ids, values } = pageIdsStatement(search, isSorted)
  return {
    text: `select o.document from unnest(array(${ids})) with ordinality as page (order_id, position)
      join "order" o on o.id = page.order_id order by page.position`,
    values,
    row: { document: resultColumn(search) },
  }
}

const idRow = { order_id: Sql.text }

/** The ids of the orders of a page, in the sort order. */
export function pageIdsStatement({ filter, scope, ...page }: Search, isSorted: boolean): BuiltStatement<typeof idRow> {
  const condition = searchCondition(filter, scope)
  const { sql, values } = condition
  const [limit, offset] = [`$${values.length + 1}`, `$${values.length + 2}`]
  if (!isSorted && isFieldSort(page.sort)) {
    const tables = searchedTables(condition)
    const walk = walkByField({ tables, where: sql }, page.sort, `${limit}::bigint + ${offset}::bigint`)
    return {
      text: `${walk} limit ${limit}::bigint offset ${offset}::bigint`,
      values: [...values, page.take, page.skip],
      row: idRow,
    }
  }
  const from = `from ${searchedTables(condition)} where ${sql}`
  const rows = isSorted
    ? `with s as materialized (select ${sortColumns} ${from}) select s.order_id from s`
    : `select s.order_id ${from}`
  return {
    text: `${rows} order by ${searchOrder(page.sort)} limit ${limit} offset ${offset}`,
    values: [...values, page.take, page.skip],
    row: idRow,
  }
}

const countedRow = (search: Pick<Search, 'asSummaries' | 'omitsEmpty' | 'scope'>) => ({
  total: Sql.bigint,
  document: Sql.nullable(resultColumn(search)),
})

/**
 * Counts orders, at most `countMax`, and reads their page when they are at most `fewMax`: finding a
 * text costs more than all else, and is done once.
 */
export function countedPageStatement(
  { filter, scope, ...page }: Search,
  { countMax, fewMax }: { countMax: number; fewMax: number },
): BuiltStatement<ReturnType<typeof countedRow>> {
  const { text: matching, values } = matchingStatement({ filter, scope }, countMax)
  const parameter = (index: number) => `$${values.length + index}`
  const few = `unnest((select order_ids from counted where total <= ${parameter(1)})) as few (order_id)`
  const ids = `select s.order_id from ${few} join order_search s on s.order_id = few.order_id
    order by ${searchOrder(page.sort)} limit ${parameter(2)} offset ${parameter(3)}`
  return {
    text: `with counted as materialized (select count(*) as total, array_agg(order_id) as order_ids from (${matching}) as matching)
      select counted.total, o.document from counted
        left join (unnest(array(${ids})) with ordinality as page (order_id, position) join "order" o on o.id = page.order_id) on true
      order by page.position`,
    values: [...values, fewMax, page.take, page.skip],
    row: countedRow({ ...page, scope }),
  }
}

async function readPage(tx: Transaction, search: Search, isSorted: boolean): Promise<string> {
  const rows = await fetchRows(tx, pageStatement(search, isSorted))
  return rows.map(({ document }) => document).join(',')
}
