import { type Static, Type } from '@sinclair/typebox'
import { defineEvent } from '../event.ts'
import { Amount, Flag, Integer, LongInteger, Model, Nullable, Text } from '../primitives.ts'
import { PackageComponent, ProductCode } from './product.ts'

/** Something that can be ordered: a variant, or the product itself when it has no variants. */
export const SkuData = Model('SkuData', {
  skuId: ProductCode,
  name: Nullable(Text),
  isPackage: Flag,
  isBundle: Flag,
  gtins: Type.Array(Text),
  imageUrl: Nullable(Text),
  /**
   * The variant's own components; where there are none, those of the product count. Not repeated here: a thousand variants
   * that share large packages would make an event that no server takes.
   */
  components: Type.Array(PackageComponent),
})
export type SkuData = Static<typeof SkuData>

export const SkuPrice = Model('SkuPrice', {
  skuId: ProductCode,
  /** Per unit and with tax; null when the catalogue has none. */
  price: Nullable(Amount),
  cost: Nullable(Amount),
})
export type SkuPrice = Static<typeof SkuPrice>

/** What others keep of a product: enough to fill order lines and to break packages down (events.md#event-types). */
export const ProductEventData = Model('ProductEventData', {
  productId: ProductCode,
  revision: Integer,
  name: Nullable(Text),
  brand: Nullable(Text),
  productType: Nullable(Text),
  unit: Nullable(Text),
  skus: Type.Array(SkuData),
  prices: Type.Array(SkuPrice),
  isPackage: Flag,
  isBundle: Flag,
  components: Type.Array(PackageComponent),
  mainImageUrl: Nullable(Text),
  /** The code of the tax group. */
  taxGroup: Nullable(Text),
  taxRate: Nullable(Amount),
})
export type ProductEventData = Static<typeof ProductEventData>

const product = (verb: string, summary: string) =>
  defineEvent({ type: `catalog.product.${verb}.v1`, stream: 'CATALOG', summary, data: ProductEventData })

export const productCreated = product('created', 'A product was created.')
export const productUpdated = product('updated', 'A product was replaced; the data is its new state.')
export const productDeleted = product(
  'deleted',
  'A product was deleted; the data is its last state, under a revision of its own.',
)

/** What others learn of an asset (events.md#event-types). */
export const AssetEventData = Model('AssetEventData', {
  assetId: Text,
  /** The products that the write was about, at most as many as one batch of it; none for an asset of a business customer. */
  productIds: Type.Array(Text),
  url: Nullable(Text),
  contentType: Nullable(Text),
  /** Bytes; 0 for an asset that is only a link. */
  length: LongInteger,
})
export type AssetEventData = Static<typeof AssetEventData>

const asset = (verb: string, summary: string) =>
  defineEvent({ type: `catalog.asset.${verb}.v1`, stream: 'CATALOG', summary, data: AssetEventData })

export const assetStored = asset(
  'stored',
  'An asset was added or replaced, or got another file; the data is its new state. A write on many products publishes several.',
)
export const assetDeleted = asset(
  'deleted',
  'An asset was removed from these products; the data is its last state. A write on many products publishes several.',
)

/** Every event that catalog-assets publishes. */
export const catalogEvents = [productCreated, productUpdated, productDeleted, assetStored, assetDeleted] as const
