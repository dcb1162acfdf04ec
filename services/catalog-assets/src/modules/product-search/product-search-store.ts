import type { ProductFacetType } from '@open-oms/contracts/catalog/product-search'
import { foldedWords, wordsToFind } from '@open-oms/contracts/text/search-text'
import { type BuiltStatement, fetchRows, type RowOf, Sql } from '@open-oms/service-kit/database/statement'
import { partCondition } from '@open-oms/service-kit/database/text-conditions'
import type { InTransaction, Transaction } from '@open-oms/service-kit/database/transaction'
import { within } from '@open-oms/service-kit/database/within'
import { componentKey } from './search-record.ts'

/** Which page of the products found; ordered by id. */
export type ProductSearch = {
  filter: ProductFilter
  /** Products of a page. */
  take: number
  /** Products before the page. */
  skip: number
  /** How long the facets may take; absent for none. */
  facetBudgetMs?: number | undefined
}

/** How many of the products found have a value. */
export type ProductFacetCount = { facetType: ProductFacetType; value: string; count: number }

export type FoundProducts = {
  totalHits: number
  /** Those of the page: JSON, separated by commas. */
  documents: string
  /** Null when they took longer than their budget, or none were wanted. */
  facetCounts: ProductFacetCount[] | null
}

/**
 * The beginning of every search: all its statements see one snapshot, so that its parts agree. JIT
 * compilation costs more than a search takes, and the data is mostly in memory.
 */
const opening = `set transaction isolation level repeatable read, read only;
  set local jit = off; set local work_mem = '16MB'; set local random_page_cost = 1.1`

/**
 * Maximum number of values of one facet, the most frequent ones: there can be as many values as
 * products.
 */
const FACET_VALUES_MAX = 1_000

/**
 * One page of products, how many there are in all, and the counts of all facets, of one snapshot
 * (products.md#product-search). The number is exact, and counted separately when the facets exceed
 * their budget. Raises `ValidationFailed` for a free text of too many words.
 */
export function findProducts({ inTransaction }: { inTransaction: InTransaction }, search: ProductSearch): Promise<FoundProducts> {
  const condition = searchCondition(search.filter)
  const { facetBudgetMs } = search
  return inTransaction(async (tx) => {
    await tx.query({ text: opening })
    const facets = facetBudgetMs === undefined ? null : await within(tx, facetBudgetMs, () => readFacets(tx, condition))
    const totalHits = facets?.totalHits ?? (await fetchRows(tx, countStatement(condition)))[0]?.total ?? 0
    const [page] = search.skip >= totalHits ? [] : await fetchRows(tx, pageStatement(condition, search))
    const documents = page?.documents ?? ''
    return { totalHits, documents, facetCounts: facets?.counts ?? null }
  })
}

const where = ({ sql }: SearchCondition) => (sql === null ? '' : ` where ${sql}`)

const totalRow = { total: Sql.bigint }

/** The statement that counts the products found. */
export function countStatement(condition: SearchCondition): BuiltStatement<typeof totalRow> {
  const sql = `select count(*) as total from product_search s${where(condition)}`
  return { text: sql, values: condition.values, row: totalRow }
}

// One pass groups the products found into few combinations of values; the facets are counted from
// these.
const countedFacets = `select case when grouping(brand) = 0 then 'Brand' when grouping(product_type) = 0 then 'ProductType'
      when grouping(is_package) = 0 then 'IsPackage' when grouping(is_bundle) = 0 then 'IsBundle' end as facet_type,
    coalesce(brand, product_type, is_package::text, is_bundle::text) as value, sum(count)::bigint as count
  from combination group by grouping sets ((brand), (product_type), (is_package), (is_bundle), ())`

// `false` filters nothing, so it is not offered as a value.
const rankedFacets = `select facet_type, value, count from (
    select *, row_number() over (partition by facet_type order by count desc, value) as rank from (${countedFacets}) as counted
    where facet_type is null or (value is not null and not (facet_type in ('IsPackage', 'IsBundle') and value = 'false'))
  ) as ranked where rank <= ${FACET_VALUES_MAX}`

const facetRow = {
  facet_type: Sql.nullable(Sql.oneOf<ProductFacetType>()),
  value: Sql.nullable(Sql.text),
  count: Sql.nullable(Sql.bigint),
}

/**
 * The statement that counts the products found by the values of each facet, and all of them in a
 * row without a facet.
 */
export function facetStatement(condition: SearchCondition): BuiltStatement<typeof facetRow> {
  const combinations = `select brand, product_type, is_package, is_bundle, count(*) as count
    from product_search s${where(condition)} group by brand, product_type, is_package, is_bundle`
  const sql = `with combination as materialized (${combinations}) ${rankedFacets}`
  return { text: sql, values: condition.values, row: facetRow }
}

async function readFacets(tx: Transaction, condition: SearchCondition) {
  const rows: RowOf<typeof facetRow>[] = await fetchRows(tx, facetStatement(condition))
  let totalHits = 0
  const counts: ProductFacetCount[] = []
  for (const { facet_type: facetType, value, count } of rows) {
    if (facetType === null || value === null) totalHits = count ?? 0
    else counts.push({ facetType, value, count: count ?? 0 })
  }
  return { totalHits, counts }
}

const pageRow = { documents: Sql.nullable(Sql.text) }

/**
 * The statement that reads the documents of a page. Without a condition the primary key gives the
 * page; with one all products found are sorted, which costs as much as counting them.
 */
export function pageStatement(
  condition: SearchCondition,
  { take, skip }: Pick<ProductSearch, 'take' | 'skip'>,
): BuiltStatement<typeof pageRow> {
  const { sql, values } = condition
  const from =
    sql === null
      ? 'select s.product_id from product_search s'
      : `with s as materialized (select s.product_id from product_search s where ${sql}) select s.product_id from s`
  const ids = `${from} order by s.product_id limit $${values.length + 1} offset $${values.length + 2}`
  return {
    text: `select string_agg(p.document::text, ',' order by p.product_id) as documents
      from product p where p.product_id = any (array(${ids}))`,
    values: [...values, take, skip],
    row: pageRow,
  }
}

/**
 * The filters of a search; an absent, empty or false one filters nothing
 * (products.md#product-search, products.md#product-update).
 */
export type ProductFilter = {
  searchText?: string
  componentIds?: string[]
  productIds?: string[]
  skuIds?: string[]
  isPackage?: boolean
  isBundle?: boolean
  after?: string
}

/** A condition over `s`, a row of product_search; `sql` is null when every product is found. */
type SearchCondition = { sql: string | null; values: unknown[] }

/** Maximum number of different words of a free text. */
const WORDS_MAX = 50

/**
 * The condition that all filters hold; values are parameters, never part of the text. Raises
 * `ValidationFailed` for too many words.
 */
export function searchCondition(filter: ProductFilter): SearchCondition {
  const values: unknown[] = []
  const parameter = (value: unknown) => `$${values.push(value)}`
  const [componentIds, productIds, skuIds] = [given(filter.componentIds), given(filter.productIds), given(filter.skuIds)]
  const words = wordsToFind(foldedWords(filter.searchText ?? ''), WORDS_MAX)
  const texts = words.map((word) => partCondition('s.search_text', word, parameter))
  if (componentIds.length > 0) texts.push(`s.component_ids && ${parameter(componentIds.map(componentKey))}::text[]`)
  if (productIds.length > 0) texts.push(`s.product_id = any (${parameter(productIds)}::text[])`)
  if (skuIds.length > 0) {
    texts.push(
      `s.product_id in (select c.product_id from product_code c where c.is_sku and c.code = any (${parameter(skuIds)}::text[]))`,
    )
  }
  if (filter.isPackage === true) texts.push('s.is_package')
  if (filter.isBundle === true) texts.push('s.is_bundle')
  if (filter.after) texts.push(`s.product_id > ${parameter(filter.after)}::text`)
  return { sql: texts.length === 0 ? null : texts.join(' and '), values }
}

/** Codes are stored as they were sent, in either normal form (search.md#folded-texts). */
function given(values: readonly string[] = []): string[] {
  const spellings = values.flatMap((value) => [value, value.normalize('NFC'), value.normalize('NFD')])
  return [...new Set(spellings)].filter((value) => value !== '')
}
