import type { Order } from '@open-oms/client/types'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { gateway } from '../session/gateway.ts'
import { useMay } from '../session/use-session.ts'
import { type LineProduct, lineTitle, productsBySku, skusOf } from './line-items.ts'

type Line = Order['orderForm']['lineItems'][number]

/** The most that a page of products has. */
const PRODUCTS_MAX = 100

const productsOfLinesQuery = (skuIds: readonly string[]) =>
  queryOptions({
    queryKey: ['catalogue', 'of lines', skuIds],
    queryFn: ({ signal }) => {
      const body = { skuIds: [...skuIds], take: PRODUCTS_MAX, disableFacets: true }
      return gateway.post('/api/products/SearchProducts', { body, signal })
    },
    staleTime: 5 * 60_000,
  })

/**
 * The products of lines by SKU, with one request for all of them. Nothing of what
 * the catalogue does not have, and for people who may not see it.
 */
export function useLineProducts(lines: readonly Pick<Line, 'code'>[]): ReadonlyMap<string, LineProduct> {
  const mayRead = useMay()('readProducts')
  const skuIds = skusOf(lines).slice(0, PRODUCTS_MAX)
  const { data } = useQuery({ ...productsOfLinesQuery(skuIds), enabled: skuIds.length > 0 && mayRead })
  return useMemo(() => productsBySku(data?.result ?? []), [data])
}

/** What lines are called, with product and variant, as far as the catalogue has them. */
export function useLineTitles(lines: readonly Pick<Line, 'code'>[]): LineTitle {
  const products = useLineProducts(lines)
  return (line) => lineTitle(line, products.get(line.code ?? ''))
}

export type LineTitle = (line: Pick<Line, 'displayName' | 'code' | 'lineItemId'>) => string
