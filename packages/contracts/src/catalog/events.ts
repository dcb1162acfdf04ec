import { type Static, Type } from '@sinclair/typebox'
import { defineEvent } from '../event.ts'
import { Amount, described, Flag, Integer, LongInteger, Model, Nullable, Text } from '../primitives.ts'
import { PackageComponent, ProductCode } from './product.ts'

/** Something that can be ordered: a variant, or the product itself when it has no variants. */
export const SkuData = Model('SkuData', {
  skuId: described(ProductCode, 'The SKU: what order lines name.'),
  name: described(Nullable(Text), 'The name of the variant, or of the product.'),
  isPackage: described(Flag, 'Whether it is sold as one with the components inside.'),
  isBundle: described(Flag, 'Whether it is sold as its components.'),
  gtins: described(Type.Array(Text), 'Bar codes.'),
  imageUrl: described(Nullable(Text), 'The address of its picture.'),
  /**
   * The variant's own components; where there are none, those of the product count. Not repeated
   * here: a thousand variants that share large packages would make an event that no server takes.
   */
  components: described(Type.Array(PackageComponent), 'Its own components; where there are none, those of the product count.'),
})
export type SkuData = Static<typeof SkuData>

export const SkuPrice = Model('SkuPrice', {
  skuId: described(ProductCode, 'The SKU that the price is of.'),
  price: described(Nullable(Amount), 'The price of a unit, with tax; null when the catalogue has none.'),
  cost: described(Nullable(Amount), 'What a unit costs the shop; null when the catalogue has none.'),
})
export type SkuPrice = Static<typeof SkuPrice>

/**
 * What others keep of a product: enough to fill order lines and to break packages down
 * (events.md#event-types).
 */
export const ProductEventData = Model('ProductEventData', {
  productId: described(ProductCode, 'The product.'),
  revision: described(Integer, 'Counts the writes of the product: the highest one holds.'),
  name: described(Nullable(Text), 'The name that customers see.'),
  brand: described(Nullable(Text), 'The brand.'),
  productType: described(Nullable(Text), 'The type by which orders are filtered.'),
  unit: described(Nullable(Text), 'What a quantity of 1 is, such as pcs or kg.'),
  skus: described(Type.Array(SkuData), 'Everything of the product that can be ordered.'),
  prices: described(Type.Array(SkuPrice), 'The price of each SKU.'),
  isPackage: described(Flag, 'Whether it is sold as one with the components inside.'),
  isBundle: described(Flag, 'Whether it is sold as its components.'),
  components: described(Type.Array(PackageComponent), 'What a package or bundle consists of.'),
  mainImageUrl: described(Nullable(Text), 'The address of the main picture.'),
  taxGroup: described(Nullable(Text), 'The code of the tax group.'),
  taxRate: described(Nullable(Amount), 'The tax rate in percent.'),
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
  assetId: described(Text, 'The asset.'),
  productIds: described(
    Type.Array(Text),
    'The products that the write was about, at most as many as one batch of it; none for an asset of a business customer.',
  ),
  url: described(Nullable(Text), 'Where its file is; null while it is not stored.'),
  contentType: described(Nullable(Text), 'The media type of the file.'),
  length: described(LongInteger, 'Bytes; 0 for an asset that is only a link.'),
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
