import type { ProductEventData } from '@open-oms/contracts/catalog/events'
import type { PackageComponent } from '@open-oms/contracts/catalog/product'
import { gatheredOn } from '@open-oms/service-kit/database/batch-runner'
import type { Database } from '@open-oms/service-kit/database/database'
import { type RowOf, Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { usePrisma } from '../database/use-prisma.ts'
import { displayName } from './display-name.ts'

const upsertProduct = statement({
  name: 'product-copy',
  text: `insert into product_copy
    (product_id, revision, name, brand, product_type, unit, main_image_url, tax_group, tax_rate, is_package, is_bundle, components)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::json)
  on conflict (product_id) do update set revision = excluded.revision, name = excluded.name, brand = excluded.brand,
    product_type = excluded.product_type, unit = excluded.unit, main_image_url = excluded.main_image_url, tax_group = excluded.tax_group,
    tax_rate = excluded.tax_rate, is_package = excluded.is_package, is_bundle = excluded.is_bundle, components = excluded.components`,
  parameters: [
    Sql.text,
    Sql.integer,
    Sql.nullable(Sql.text),
    Sql.nullable(Sql.text),
    Sql.nullable(Sql.text),
    Sql.nullable(Sql.text),
    Sql.nullable(Sql.text),
    Sql.nullable(Sql.text),
    Sql.nullable(Sql.numeric),
    Sql.boolean,
    Sql.boolean,
    Sql.json,
  ],
  row: {},
})

/**
 * $1 the product, $2 its SKUs as JSON. Column arrays would be flattened: SKUs have lists
 * themselves.
 */
const insertSkus = statement({
  name: 'product-copy-skus',
  text: `insert into product_copy_sku (sku_id, product_id, name, image_url, is_package, is_bundle, gtins, price, cost, components)
  select s.sku_id, $1, s.name, s.image_url, s.is_package, s.is_bundle, s.gtins, s.price, s.cost, s.components
  from json_populate_recordset(null::product_copy_sku, $2::json) as s`,
  parameters: [Sql.text, Sql.json],
  row: {},
})

// SQL: part of every event of a product, where Prisma Client costs four times as much (ADR 49).
const deleteSkus = statement({
  name: 'product-copy-clear',
  text: 'delete from product_copy_sku where product_id = $1',
  parameters: [Sql.text],
  row: {},
})

/** Stores the product of an event, its newest state, in the transaction of the inbox row. */
export async function storeProduct(tx: Transaction, product: ProductEventData): Promise<void> {
  const { productId, revision, name, brand, productType, unit, mainImageUrl, taxGroup, taxRate } = product
  await upsertProduct.on(
    tx,
    productId,
    revision,
    withoutZero(name),
    withoutZero(brand),
    withoutZero(productType),
    withoutZero(unit),
    withoutZero(mainImageUrl),
    withoutZero(taxGroup),
    taxRate === null ? null : String(taxRate),
    product.isPackage,
    product.isBundle,
    JSON.stringify(product.components),
  )
  await deleteSkus.on(tx, productId)
  await insertSkus.on(tx, productId, JSON.stringify(skuRows(product)))
}

/** Removes a product. */
export async function dropProduct(tx: Transaction, productId: string): Promise<void> {
  await usePrisma(tx, (prisma) => prisma.productCopy.deleteMany({ where: { productId } }))
}

/**
 * Postgres stores no zero characters, which the texts of a catalogue may have; its ids have none.
 */
function withoutZero<T extends string | null>(value: T): T {
  return value === null ? value : (value.replaceAll('\u0000', '') as T)
}

function skuRows({ skus, prices }: ProductEventData) {
  const priceOf = new Map(prices.map((price) => [price.skuId, price]))
  return skus.map((sku) => ({
    sku_id: sku.skuId,
    name: withoutZero(sku.name),
    image_url: withoutZero(sku.imageUrl),
    is_package: sku.isPackage,
    is_bundle: sku.isBundle,
    gtins: sku.gtins.map(withoutZero),
    price: priceOf.get(sku.skuId)?.price ?? null,
    cost: priceOf.get(sku.skuId)?.cost ?? null,
    components: sku.components,
  }))
}

/** The data of a SKU: its own fields, else its product's. */
export type KnownProduct = {
  skuId: string
  productId: string
  /** Of product and variant: "Rain jacket, Large". */
  name: string | null
  brand: string | null
  productType: string | null
  unit: string | null
  imageUrl: string | null
  /** The code of the tax group. */
  taxGroup: string | null
  taxRate: number | null
  price: number | null
  cost: number | null
  isPackage: boolean
  isBundle: boolean
  components: PackageComponent[]
}

const productRow = {
  skuId: Sql.text,
  productId: Sql.text,
  variantName: Sql.nullable(Sql.text),
  productName: Sql.nullable(Sql.text),
  brand: Sql.nullable(Sql.text),
  productType: Sql.nullable(Sql.text),
  unit: Sql.nullable(Sql.text),
  imageUrl: Sql.nullable(Sql.text),
  taxGroup: Sql.nullable(Sql.text),
  taxRate: Sql.nullable(Sql.numeric),
  price: Sql.nullable(Sql.numeric),
  cost: Sql.nullable(Sql.numeric),
  isPackage: Sql.boolean,
  isBundle: Sql.boolean,
  components: Sql.json,
}

/**
 * Those of the SKU, else of the product. If two products briefly have the SKU, the first one
 * counts.
 */
const findText = (condition: string) => `select distinct on (s.sku_id) s.sku_id as "skuId", s.product_id as "productId",
    s.name as "variantName", p.name as "productName", p.brand, p.product_type as "productType", p.unit, coalesce(s.image_url, p.main_image_url) as "imageUrl",
    p.tax_group as "taxGroup", p.tax_rate as "taxRate", s.price, s.cost, s.is_package or p.is_package as "isPackage",
    s.is_bundle or p.is_bundle as "isBundle", case when json_array_length(s.components) > 0 then s.components else p.components end as components
  from product_copy_sku as s join product_copy as p on p.product_id = s.product_id
  where ${condition} = any ($1::text[]) order by s.sku_id, s.product_id`
const findBySku = statement({
  name: 'product-copy-find',
  text: findText('s.sku_id'),
  parameters: [Sql.list(Sql.text)],
  row: productRow,
})
const findByProduct = statement({
  name: 'product-copy-find-of-products',
  text: findText('s.product_id'),
  parameters: [Sql.list(Sql.text)],
  row: productRow,
})

type Reader = Pick<Database | Transaction, 'query'>

/** The rows of some SKUs; what requests ask for at a time is read by one statement. */
const findTogether = gatheredOn(async (database, requests: readonly (readonly string[])[]) => {
  const rows = await findBySku.on(database, [...new Set(requests.flat())])
  const bySku = new Map(rows.map((row) => [row.skuId, row]))
  return requests.map((skuIds) => skuIds.flatMap((skuId) => bySku.get(skuId) ?? []))
})

/** What a request has read so far, by SKU; null for an unknown one. */
export type ReadProducts = Map<string, KnownProduct | null>

/**
 * The data of these SKUs, in their order; unknown ones are left out. What was read already is not
 * read again.
 */
export async function findProducts(
  database: Reader,
  skuIds: readonly string[],
  read: ReadProducts = new Map(),
): Promise<KnownProduct[]> {
  const wanted = [...new Set(skuIds.map(withoutZero))].sort()
  const unread = wanted.filter((skuId) => !read.has(skuId))
  if (unread.length > 0) {
    const rows = await findTogether(database, unread)
    for (const skuId of unread) read.set(skuId, null)
    for (const row of rows) read.set(row.skuId, knownProduct(row))
  }
  return wanted.flatMap((skuId) => read.get(skuId) ?? [])
}

/**
 * Every SKU of these products, by SKU: the choices of a component or option that names only a
 * product (products.md#product-fields). A product without variants has one, its own id.
 */
export async function findSkusOfProducts(database: Reader, productIds: readonly string[]): Promise<KnownProduct[]> {
  return (await findByProduct.on(database, productIds.map(withoutZero))).map(knownProduct)
}

function knownProduct(row: RowOf<typeof productRow>): KnownProduct {
  const amount = (text: string | null) => (text === null ? null : Number(text))
  const { variantName, productName, ...facts } = row
  return {
    ...facts,
    name: displayName({ productName, variantName }),
    taxRate: amount(row.taxRate),
    price: amount(row.price),
    cost: amount(row.cost),
    components: JSON.parse(row.components) as PackageComponent[],
  }
}
