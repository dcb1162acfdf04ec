import type { Product } from '@open-oms/client/types'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { gateway } from '../session/gateway.ts'
import { groupLevels, type ProductStock, type StockLevel } from './stock-groups.ts'
import type { StockView } from './stock-view.ts'

const LEVELS = 100
const MOVEMENTS = 50
/**
 * Products that a search text may mean, and SKUs whose stock is then read: as many as an address
 * can carry.
 */
const PRODUCTS = 50
export const SKUS_MAX = 100

export type StockName = { skuId: string; warehouseCode: string }
export type StockMovement = Awaited<ReturnType<typeof movements>>['result'][number]

type Filter = Pick<StockView, 'text' | 'warehouse' | 'low'>
/** `isCut`: more is found than can be shown. */
type StockPage = { products: ProductStock[]; next: string | null; isCut: boolean }
type Page = { after: string | null; signal: AbortSignal }

/**
 * The stock of a view by product. A text finds SKUs of products too when the person may see
 * products; a page of all stock has all levels of its products.
 */
export function stockQuery({ text, warehouse, low }: Filter, mayReadProducts: boolean) {
  const filter = { text: text ?? null, warehouse: warehouse ?? null, isLow: low !== undefined }
  return infiniteQueryOptions({
    queryKey: ['stock', 'products', filter, mayReadProducts],
    queryFn: ({ pageParam, signal }): Promise<StockPage> =>
      text === undefined
        ? listedStock({ ...filter, mayReadProducts }, { after: pageParam, signal })
        : foundStock({ ...filter, text, mayReadProducts }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
}

/** One level as it is now; null when no stock is kept. */
export function levelQuery(name: StockName) {
  return queryOptions({
    queryKey: ['stock', 'level', name],
    queryFn: ({ signal }) => readLevel(name, signal),
  })
}

/** What changed a level, the oldest change first. */
export function movementsQuery(name: StockName) {
  return infiniteQueryOptions({
    queryKey: ['stock', 'movements', name],
    queryFn: ({ pageParam, signal }) => movements(name, { after: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
}

/** Reads one level; null when no stock is kept. */
export async function readLevel({ skuId, warehouseCode }: StockName, signal?: AbortSignal): Promise<StockLevel | null> {
  const query = { skuIds: [skuId], warehouseCode }
  const [level] = await gateway.get('/api/Inventory', { query, ...(signal === undefined ? {} : { signal }) })
  return level ?? null
}

type Wanted = { warehouse: string | null; isLow: boolean; mayReadProducts: boolean }

async function listedStock({ warehouse, isLow, mayReadProducts }: Wanted, { after, signal }: Page): Promise<StockPage> {
  const query = { take: LEVELS, isLow, ...ofWarehouse(warehouse), ...(after === null ? {} : { after }) }
  const { result, next } = await gateway.get('/api/Inventory/Levels', { query, signal })
  const skuIds = [...new Set(result.map(({ skuId }) => skuId))]
  const products = mayReadProducts ? await productsWithSkus(skuIds, signal) : []
  const others = isLow ? [] : await otherLevels({ levels: result, products, isLast: next === null }, { warehouse, signal })
  return { products: groupLevels([...result, ...others], products), next, isCut: false }
}

type LevelsOfPage = { levels: readonly StockLevel[]; products: readonly Product[]; isLast: boolean }

/**
 * The levels of a page's products that are on later pages: of their other variants, and of the last
 * SKU. Products with a great many variants may miss some.
 */
async function otherLevels(
  { levels, products, isLast }: LevelsOfPage,
  { warehouse, signal }: { warehouse: string | null; signal: AbortSignal },
) {
  const here = new Set(levels.map(({ skuId }) => skuId))
  const last = levels.at(-1)?.skuId
  const missing = products.flatMap(({ variants }) => variants.map(({ skuId }) => skuId)).filter((skuId) => !here.has(skuId))
  const skuIds = isLast ? [] : [...new Set([...(last === undefined ? [] : [last]), ...missing])]
  const parts = Array.from({ length: Math.ceil(skuIds.length / SKUS_MAX) }, (_, part) =>
    readLevels({ skuIds: skuIds.slice(part * SKUS_MAX, (part + 1) * SKUS_MAX), ...ofWarehouse(warehouse) }, signal),
  )
  return (await Promise.all(parts)).flat()
}

async function foundStock(
  { text, warehouse, isLow, mayReadProducts }: Wanted & { text: string },
  signal: AbortSignal,
): Promise<StockPage> {
  const body = { searchText: text, take: PRODUCTS, disableFacets: true }
  const products = mayReadProducts ? (await gateway.post('/api/products/SearchProducts', { body, signal })).result : []
  const ofProducts = products.flatMap(({ productId, variants }) =>
    variants.length === 0 ? [productId] : variants.map(({ skuId }) => skuId),
  )
  const skuIds = [...new Set([text, ...ofProducts])]
  const levels = await readLevels({ skuIds: skuIds.slice(0, SKUS_MAX), ...ofWarehouse(warehouse) }, signal)
  const shown = isLow ? levels.filter((level) => level.isLow) : levels
  const isCut = skuIds.length > SKUS_MAX || products.length === PRODUCTS
  return { products: groupLevels(shown, products), next: null, isCut }
}

async function productsWithSkus(skuIds: readonly string[], signal: AbortSignal): Promise<readonly Product[]> {
  if (skuIds.length === 0) return []
  const body = { skuIds: [...skuIds], take: LEVELS, disableFacets: true }
  return (await gateway.post('/api/products/SearchProducts', { body, signal })).result
}

async function readLevels(query: { skuIds: string[]; warehouseCode?: string }, signal: AbortSignal) {
  return await gateway.get('/api/Inventory', { query, signal })
}

async function movements({ skuId, warehouseCode }: StockName, { after, signal }: Page) {
  const query = { skuId, warehouseCode, take: MOVEMENTS, ...(after === null ? {} : { after }) }
  return await gateway.get('/api/Inventory/Movements', { query, signal })
}

function ofWarehouse(warehouse: string | null): { warehouseCode?: string } {
  return warehouse === null ? {} : { warehouseCode: warehouse }
}
