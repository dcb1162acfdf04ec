import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Shape } from './drawings.ts'

/** A form in which something is sold. Without a colour it looks like the product. */
type Variant = { skuId: string; name: string; colour?: string }
export type Goods = {
  productId: string
  name: string
  brand: string
  productType: string
  description: string
  /** In NOK, with VAT. */
  price: number
  shape: Shape
  colour: string
  /** How often it is sold, beside the others. */
  weight: number
  variants: readonly Variant[]
  contents?: readonly { productId: string; skuId?: string; quantity: number; componentName: string }[]
}

/** What the shop sells. */
export const goods = JSON.parse(readFileSync(join(import.meta.dirname, 'goods.json'), 'utf8')).goods as readonly Goods[]

/** One thing that can be put into an order. */
export type Article = { goods: Goods; skuId: string; variantName: string | null }

/** Where goods are in every warehouse: an aisle for each type, a shelf for each product. */
export function shelfOf({ productId, productType }: Goods): string {
  const types = [...new Set(goods.map((one) => one.productType))]
  const shelf = goods.filter((one) => one.productType === productType).findIndex((one) => one.productId === productId)
  return `${String.fromCharCode('A'.charCodeAt(0) + types.indexOf(productType))}-${(shelf + 1) * 2}`
}

/** Everything that can be put into an order, as often as it is sold beside the others. */
export const soldArticles: readonly Article[] = goods.flatMap((item) => {
  const of = articles(item)
  return Array.from({ length: item.weight * (4 - Math.min(of.length, 3)) }, () => of).flat()
})

/** The SKUs that stock is kept of: all but packages. */
export const stockedArticles: readonly Article[] = goods.filter(({ contents }) => contents === undefined).flatMap(articles)

function articles(item: Goods): Article[] {
  if (item.variants.length === 0) return [{ goods: item, skuId: item.productId, variantName: null }]
  return item.variants.map(({ skuId, name }) => ({ goods: item, skuId, variantName: name }))
}
