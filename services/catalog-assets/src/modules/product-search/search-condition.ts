import { searchWords } from './domain/search-words.ts'
import { componentKey } from './search-record.ts'

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
export type SearchCondition = { sql: string | null; values: unknown[] }

/** The index is of triples of letters and digits: a text without one would read the whole index. */
const INDEXED = /[\p{L}\p{N}]{3}/u

/**
 * The condition that all filters hold; values are parameters, never part of the text. Raises
 * `ValidationFailed` for too many words.
 */
export function searchCondition(filter: ProductFilter): SearchCondition {
  const values: unknown[] = []
  const parameter = (value: unknown) => `$${values.push(value)}`
  const [componentIds, productIds, skuIds] = [given(filter.componentIds), given(filter.productIds), given(filter.skuIds)]
  const texts = searchWords(filter.searchText ?? '').map((word) => partOf(word, parameter(partPattern(word))))
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

function given(values: readonly string[] = []): string[] {
  return values.filter((value) => value !== '')
}

function partOf(word: string, pattern: string): string {
  return `${INDEXED.test(word) ? 's.search_text' : `(s.search_text || '')`} like ${pattern}`
}

/** A pattern of LIKE for texts that contain this one. */
function partPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
