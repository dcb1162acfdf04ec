import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { gateway } from '../session/gateway.ts'
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
export type StockLevel = Awaited<ReturnType<typeof allLevels>>['result'][number]
export type StockMovement = Awaited<ReturnType<typeof movements>>['result'][number]

type Filter = Pick<StockView, 'text' | 'warehouse'>
type LevelPage = { result: StockLevel[]; next: string | null; isCut: boolean }
type Page = { after: string | null; signal: AbortSignal }

/** The levels of a view. A text finds SKUs of products too when the person may see products. */
export function levelsQuery({ text, warehouse }: Filter, mayReadProducts: boolean) {
  const filter = { ...(text === undefined ? {} : { text }), ...(warehouse === undefined ? {} : { warehouse }) }
  return infiniteQueryOptions({
    queryKey: ['stock', 'levels', filter, mayReadProducts],
    queryFn: ({ pageParam, signal }): Promise<LevelPage> =>
      text === undefined
        ? allLevels(filter, { after: pageParam, signal })
        : foundLevels({ text, ...ofWarehouse(warehouse) }, mayReadProducts, signal),
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

async function allLevels({ warehouse }: Filter, { after, signal }: Page) {
  const query = { take: LEVELS, ...ofWarehouse(warehouse), ...(after === null ? {} : { after }) }
  return { ...(await gateway.get('/api/Inventory/Levels', { query, signal })), isCut: false }
}

async function foundLevels(filter: { text: string; warehouseCode?: string }, mayReadProducts: boolean, signal: AbortSignal) {
  const { text: searchText, ...warehouse } = filter
  const body = { searchText, take: PRODUCTS, disableFacets: true }
  const products = mayReadProducts ? (await gateway.post('/api/products/SearchProducts', { body, signal })).result : []
  const ofProducts = products.flatMap(({ productId, variants }) =>
    variants.length === 0 ? [productId] : variants.map(({ skuId }) => skuId),
  )
  const skuIds = [...new Set([searchText, ...ofProducts])]
  const query = { skuIds: skuIds.slice(0, SKUS_MAX), ...warehouse }
  const result = await gateway.get('/api/Inventory', { query, signal })
  return { result, next: null, isCut: skuIds.length > SKUS_MAX || products.length === PRODUCTS }
}

async function movements({ skuId, warehouseCode }: StockName, { after, signal }: Page) {
  const query = { skuId, warehouseCode, take: MOVEMENTS, ...(after === null ? {} : { after }) }
  return await gateway.get('/api/Inventory/Movements', { query, signal })
}

function ofWarehouse(warehouse: string | undefined): { warehouseCode?: string } {
  return warehouse === undefined ? {} : { warehouseCode: warehouse }
}
