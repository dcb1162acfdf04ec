// Own process: it checks every statement that the process has loaded.
import type { BuiltStatement } from '@open-oms/service-kit/database/statement'
import { checkStatements } from '@open-oms/service-kit/testing/schema/service-statements'
import t from 'tap'
import {
  countStatement,
  facetStatement,
  type ProductFilter,
  pageStatement,
  searchCondition,
} from './modules/product-search/product-search-store.ts'

/** No filter, each alone, and all together; a word with and without what the index is of. */
const filters: Record<string, ProductFilter> = {
  'no filter': {},
  'a word': { searchText: 'cup' },
  'a word that the index does not find': { searchText: 'å-%' },
  components: { componentIds: ['saucer'] },
  products: { productIds: ['cup', 'pot'] },
  SKUs: { skuIds: ['cup-red'] },
  'packages and bundles': { isPackage: true, isBundle: true },
  'products behind one': { after: 'cup' },
  'every filter': {
    searchText: 'red cup',
    componentIds: ['saucer'],
    productIds: ['cup'],
    skuIds: ['cup-red'],
    isPackage: true,
    isBundle: true,
    after: 'bowl',
  },
}

t.test('given the statements of catalog-assets, when Postgres describes them, then they are as declared', async (t) => {
  const built: Record<string, BuiltStatement> = {}
  for (const [title, filter] of Object.entries(filters)) {
    const condition = searchCondition(filter)
    built[`products counted, ${title}`] = countStatement(condition)
    built[`facets, ${title}`] = facetStatement(condition)
    built[`page of products, ${title}`] = pageStatement(condition, { take: 20, skip: 40 })
  }
  await checkStatements(t, 'catalog-assets', built)
})
