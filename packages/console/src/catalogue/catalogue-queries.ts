import type { Product } from '@open-oms/client/types'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { gateway } from '../session/gateway.ts'
import { type ProductListView, toProductSearch } from './catalogue-view.ts'

const PRODUCTS = 100

export type Variant = Product['variants'][number]

/** The products of a view, by id, page by page, however many there are. */
export function productsQuery(view: ProductListView) {
  return infiniteQueryOptions({
    queryKey: ['catalogue', 'products', view],
    queryFn: ({ pageParam, signal }) => {
      const behind = pageParam === null ? {} : { after: pageParam }
      const body = { ...toProductSearch(view), ...behind, take: PRODUCTS, disableFacets: true }
      return gateway.post('/api/products/SearchProducts', { body, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ result }) => (result.length < PRODUCTS ? null : (result.at(-1)?.productId ?? null)),
    placeholderData: keepPreviousData,
  })
}

/** One product with its variants, components and assets. */
export function productQuery(productId: string) {
  return queryOptions({
    queryKey: ['catalogue', 'product', productId],
    queryFn: ({ signal }) => gateway.get('/api/products/{productId}', { params: { productId }, signal }),
  })
}
