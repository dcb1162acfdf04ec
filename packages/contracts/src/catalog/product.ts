import { Kind, type Static, type TSchema, Type } from '@sinclair/typebox'
import { Asset, PropertyItem } from '../orders/primitive-models.ts'
import {
  Amount,
  AmountFromZero,
  DateTime,
  Flag,
  InputModel,
  type InputOf,
  Integer,
  LIST_MAX,
  List,
  Model,
  Nullable,
  Quantity,
  TaxRate,
  Text,
} from '../primitives.ts'

/** Most variants of one product. */
export const VARIANTS_MAX = 1000

/** A product id or a SKU: both share one namespace (ids.md#product-codes). */
export const ProductCode = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^(?:[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]|[\\ud800-\\udbff][\\udc00-\\udfff])*$',
  description: 'must be well-formed Unicode without control characters',
})

/** What an option adds to the package price in one market. */
export const PriceOffset = Model('PriceOffset', {
  marketId: Nullable(Text),
  amount: Amount,
  currency: Nullable(Text),
})
export type PriceOffset = Static<typeof PriceOffset>

/** A choice for a component: one variant, or with a product alone any variant of it. */
export const ComponentOption = Model('ComponentOption', {
  priceOffsets: List(PriceOffset),
  productId: Nullable(ProductCode),
  skuId: Nullable(ProductCode),
})
export type ComponentOption = Static<typeof ComponentOption>

/** A part of a package or bundle (components.md#component-fields). */
export const PackageComponent = Model('PackageComponent', {
  productId: ProductCode,
  quantity: Quantity,
  componentId: Nullable(Text),
  skuId: Nullable(ProductCode),
  options: List(ComponentOption),
  isRequired: Flag,
  componentName: Nullable(Text),
  shipTogetherWithComponentId: Nullable(Text),
})
export type PackageComponent = Static<typeof PackageComponent>

export const ProductVariant = Model('ProductVariant', {
  skuId: ProductCode,
  name: Nullable(Text),
  price: Nullable(AmountFromZero),
  cost: Nullable(AmountFromZero),
  gtins: List(Text),
  mainImageUrl: Nullable(Text),
  isPackage: Flag,
  components: List(PackageComponent),
  assets: List(Asset),
  properties: List(PropertyItem),
})
export type ProductVariant = Static<typeof ProductVariant>

/** A product of the catalogue. Prices include tax; `taxGroupCode` decides over `taxRate`. */
export const Product = Model('Product', {
  productId: ProductCode,
  name: Nullable(Text),
  description: Nullable(Text),
  brand: Nullable(Text),
  productType: Nullable(Text),
  unit: Nullable(Text),
  gtins: List(Text),
  price: Nullable(AmountFromZero),
  cost: Nullable(AmountFromZero),
  taxRate: Nullable(TaxRate),
  taxGroupCode: Nullable(Text),
  mainImageUrl: Nullable(Text),
  isPackage: Flag,
  isBundle: Flag,
  components: List(PackageComponent),
  variants: List(ProductVariant, VARIANTS_MAX),
  assets: List(Asset),
  properties: List(PropertyItem),
  created: DateTime,
  modified: DateTime,
  modifiedBy: Nullable(Text),
  revision: Integer,
  versionId: Text,
})
export type Product = Static<typeof Product>

const PriceOffsetInput = Type.Object(
  {
    ...InputModel(PriceOffset).properties,
    unitPrice: Type.Optional({ ...Amount, description: 'Another name of amount.' }),
    currencyCode: Type.Optional(Type.String({ description: 'Another name of currency.' })),
  },
  { $id: 'ProductPriceOffsetInput' },
)

/**
 * The components of a request. Price offsets are read under both pairs of names
 * (components.md#component-checks).
 */
export const PackageComponentList = Type.Array(
  Type.Object(
    {
      ...InputModel(PackageComponent, ['productId', 'quantity']).properties,
      options: Type.Optional(
        Type.Array(
          Type.Object(
            {
              ...InputModel(ComponentOption).properties,
              priceOffsets: Type.Optional(Type.Array(PriceOffsetInput, { maxItems: LIST_MAX })),
            },
            { $id: 'ProductComponentOptionInput' },
          ),
          { maxItems: LIST_MAX },
        ),
      ),
    },
    { $id: 'PackageComponentInput' },
  ),
  { maxItems: LIST_MAX },
)
export type PriceOffsetInput = InputOf<PriceOffset> & { unitPrice?: number; currencyCode?: string }
export type ComponentOptionInput = Omit<InputOf<ComponentOption>, 'priceOffsets'> & { priceOffsets?: PriceOffsetInput[] }
export type PackageComponentInput = Omit<InputOf<PackageComponent>, 'productId' | 'quantity' | 'options'> & {
  productId: string
  quantity: number
  options?: ComponentOptionInput[]
}

/**
 * Documented as the schema, but left unchecked by the server: mistakes here have an error code of
 * their own.
 */
function checkedByTheCommand(schema: TSchema) {
  return Type.Optional(Type.Unsafe<unknown>({ ...schema, [Kind]: 'Any' }))
}

const components = checkedByTheCommand(PackageComponentList)

/**
 * A product as a request carries it. Fields that no product has are kept among its properties
 * (products.md#free-properties). What the server sets itself (created, modified, modifiedBy,
 * revision) may be sent back and is ignored.
 */
export const ProductInput = Type.Object(
  {
    ...InputModel(Product, ['productId']).properties,
    components,
    variants: Type.Optional(
      Type.Array(
        Type.Object({ ...InputModel(ProductVariant, ['skuId']).properties, components }, { $id: 'ProductVariantInput' }),
        {
          maxItems: VARIANTS_MAX,
        },
      ),
    ),
  },
  { $id: 'ProductInput', additionalProperties: true },
) as unknown as TSchema & { static: ProductInput }

export type ProductVariantInput = Omit<InputOf<ProductVariant>, 'skuId' | 'components'> & { skuId: string; components?: unknown }
export type ProductInput = Omit<InputOf<Product>, 'productId' | 'components' | 'variants'> & {
  productId: string
  components?: unknown
  variants?: ProductVariantInput[]
}
