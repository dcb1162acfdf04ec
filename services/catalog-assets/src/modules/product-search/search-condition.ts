import { foldedWords, wordsToFind } from '@oms/contracts/search-text'
import { partCondition } from '@oms/service-kit/database/text-conditions'
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
