import { Kind, type Static, type TSchema, Type } from '@sinclair/typebox'
import { Asset, PropertyItem } from '../orders/primitive-models.ts'
import {
  Amount,
  AmountFromZero,
  DateTime,
  described,
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

export const PriceOffset = Model(
  'PriceOffset',
  {
    marketId: described(Nullable(Text), 'The market in which it applies.'),
    amount: described(Amount, 'What is added to the price of the package, in the main unit of the currency; negative takes off.'),
    currency: described(Nullable(Text), 'The currency of the amount.'),
  },
  'What choosing an option adds to the price of the package in one market.',
)
export type PriceOffset = Static<typeof PriceOffset>

export const ComponentOption = Model(
  'ComponentOption',
  {
    priceOffsets: described(List(PriceOffset), 'What choosing it adds to the price of the package, by market. Empty: nothing.'),
    productId: described(Nullable(ProductCode), 'The product; alone it means any of its variants.'),
    skuId: described(Nullable(ProductCode), 'One variant. An option names a product, a SKU or both.'),
  },
  'A choice for a component of a bundle.',
)
export type ComponentOption = Static<typeof ComponentOption>

/** A part of a package or bundle (components.md#component-fields). */
export const PackageComponent = Model(
  'PackageComponent',
  {
    productId: described(ProductCode, 'The product that is contained.'),
    quantity: described(Quantity, 'How many units one package contains; above 0.'),
    componentId: described(
      Nullable(Text),
      'An id within the product, by which others name this component. Null unless a write sets it.',
    ),
    skuId: described(Nullable(ProductCode), 'The variant that is contained. Null: the product without a choice of variant.'),
    options: described(
      List(ComponentOption),
      'The products or variants to choose among, of a bundle. Empty: there is no choice.',
    ),
    isRequired: described(Flag, 'True: a bundle cannot be bought without it.'),
    componentName: described(Nullable(Text), 'What people call it when they choose.'),
    shipTogetherWithComponentId: described(
      Nullable(Text),
      'The `componentId` of another component of the same list, with which this one always ships. Null: none.',
    ),
  },
  'A part of a package or bundle.',
)
export type PackageComponent = Static<typeof PackageComponent>

export const ProductVariant = Model(
  'ProductVariant',
  {
    skuId: described(ProductCode, 'The SKU by which orders name it. It is unique among all SKUs and product ids.'),
    name: described(Nullable(Text), 'The name of the variant; order lines take the name of the product where it is null.'),
    price: described(Nullable(AmountFromZero), 'Per unit, with tax, in the main unit of the currency.'),
    cost: described(Nullable(AmountFromZero), 'Cost per unit, in the main unit of the currency.'),
    gtins: described(List(Text), 'Barcodes of the variant.'),
    mainImageUrl: described(Nullable(Text), 'The `url` of its main image; without a main image the address that a client sent.'),
    isPackage: described(Flag, 'True: it is a package with a fixed set of components.'),
    components: described(List(PackageComponent), 'What it is made of. A variant without any uses those of the product.'),
    assets: described(List(Asset), 'Its images, files and links, in sort order.'),
    properties: described(List(PropertyItem), 'Custom data.'),
  },
  'A form of a product that is sold under a SKU of its own, such as a size.',
)
export type ProductVariant = Static<typeof ProductVariant>

export const Product = Model(
  'Product',
  {
    productId: described(
      ProductCode,
      'The id. A product without variants is sold under it as its SKU; ids and SKUs share one namespace.',
    ),
    name: described(Nullable(Text), 'What people call it.'),
    description: described(Nullable(Text), 'A text about it.'),
    brand: described(Nullable(Text), 'The brand, by which searches count.'),
    productType: described(Nullable(Text), 'The type, in a word of the client, by which searches count.'),
    unit: described(Nullable(Text), 'What is counted or measured, such as pieces or metres, in a word of the client.'),
    gtins: described(List(Text), 'Barcodes of the product itself; variants have their own.'),
    price: described(Nullable(AmountFromZero), 'Per unit, with tax, in the main unit of the currency.'),
    cost: described(Nullable(AmountFromZero), 'Cost per unit, in the main unit of the currency.'),
    taxRate: described(Nullable(TaxRate), 'The tax rate; `taxGroupCode` decides over it.'),
    taxGroupCode: described(Nullable(Text), 'A tax group of the configuration. It decides over `taxRate`.'),
    mainImageUrl: described(Nullable(Text), 'The `url` of the main image; without a main image the address that a client sent.'),
    isPackage: described(Flag, 'True: a package with a fixed set of components.'),
    isBundle: described(Flag, 'True: a bundle, whose components have options to choose among.'),
    components: described(List(PackageComponent), 'What a package or bundle is made of. Empty for other products.'),
    variants: described(List(ProductVariant, VARIANTS_MAX), 'The forms in which it is sold. Empty: the product is its own SKU.'),
    assets: described(List(Asset), 'Images, files and links of the product itself, in sort order; variants have their own.'),
    properties: described(
      List(PropertyItem),
      'Custom data. Fields of a request that no product has are kept here under their names.',
    ),
    created: described(DateTime, 'When it was created. Set by the system.'),
    modified: described(DateTime, 'When it was changed last, its assets included. Set by the system.'),
    modifiedBy: described(Nullable(Text), 'The subject of the token that changed it last, else the client. Set by the system.'),
    revision: described(
      Integer,
      '1, 2, …: counts the writes, and continues after a deletion. Also the sequence of the events. Set by the system.',
    ),
    versionId: described(
      Text,
      'The current version; also the `ETag`. Set by the system; an update sends the one that the client had.',
    ),
  },
  'A product of the catalogue with its variants, components and assets.',
)
export type Product = Static<typeof Product>

const PriceOffsetInput = Type.Object(
  {
    ...InputModel(PriceOffset).properties,
    unitPrice: Type.Optional({ ...Amount, description: 'Another name of amount.' }),
    currencyCode: Type.Optional(Type.String({ description: 'Another name of currency.' })),
  },
  { $id: 'ProductPriceOffsetInput', description: 'What choosing an option adds to the price of the package in one market.' },
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
        described(
          Type.Array(
            Type.Object(
              {
                ...InputModel(ComponentOption).properties,
                priceOffsets: Type.Optional(
                  described(
                    Type.Array(PriceOffsetInput, { maxItems: LIST_MAX }),
                    'What choosing it adds to the price of the package, by market. Empty: nothing.',
                  ),
                ),
              },
              { $id: 'ProductComponentOptionInput', description: 'A choice for a component of a bundle.' },
            ),
            { maxItems: LIST_MAX },
          ),
          'The products or variants to choose among, of a bundle. Empty: there is no choice.',
        ),
      ),
    },
    { $id: 'PackageComponentInput', description: 'A part of a package or bundle.' },
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

const components = checkedByTheCommand(
  described(PackageComponentList, 'What a package or bundle is made of; the sent list replaces all of them.'),
)

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
      described(
        Type.Array(
          Type.Object(
            { ...InputModel(ProductVariant, ['skuId']).properties, components },
            {
              $id: 'ProductVariantInput',
              description: 'A form of a product that is sold under a SKU of its own, such as a size.',
            },
          ),
          {
            maxItems: VARIANTS_MAX,
          },
        ),
        'The forms in which it is sold. Empty: the product is its own SKU.',
      ),
    ),
  },
  { $id: 'ProductInput', additionalProperties: true, description: 'A product as a request carries it.' },
) as unknown as TSchema & { static: ProductInput }

export type ProductVariantInput = Omit<InputOf<ProductVariant>, 'skuId' | 'components'> & { skuId: string; components?: unknown }
export type ProductInput = Omit<InputOf<Product>, 'productId' | 'components' | 'variants'> & {
  productId: string
  components?: unknown
  variants?: ProductVariantInput[]
}
