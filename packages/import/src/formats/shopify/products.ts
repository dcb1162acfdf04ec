import type { CsvRow } from '../../reading/read-csv.ts'
import type { Item } from '../../reading/read-item.ts'
import { type Cells, numberIn, type ReadyMadeFormat, textIn } from '../ready-made.ts'

// Further rows of a product may only name an image.
const isVariant = (row: CsvRow) => textIn(row, 'Variant Price') !== null || textIn(row, 'Variant SKU') !== null

/**
 * The products of Shopify's `products_export` CSV, which has a row for each variant or image
 * (docs/reference/import-formats.md#shopify-products).
 */
export const shopifyProducts: ReadyMadeFormat = {
  needs: ['Handle', 'Title', 'Variant Price'],
  keys: ['Handle'],
  once: ['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Type', 'Tags', 'Status', 'Product Category'],
  spread: { path: 'variants', isItem: isVariant },
  columns: {
    productId: 'Handle',
    name: 'Title',
    'variants[].skuId': 'Variant SKU',
    'variants[].price': 'Variant Price',
    'variants[].cost': 'Cost per item',
  },
  toItem: toProduct,
}

function toProduct(cells: Cells): Item {
  const text = (column: string) => textIn(cells.head, column)
  const property = (key: string, column: string) => (text(column) === null ? [] : [{ key, value: text(column) }])
  return {
    productId: text('Handle'),
    name: text('Title'),
    description: text('Body (HTML)'),
    brand: text('Vendor'),
    productType: text('Type'),
    mainImageUrl: cells.rows.map((row) => textIn(row, 'Image Src')).find((address) => address !== null) ?? null,
    properties: [...property('Tags', 'Tags'), ...property('Status', 'Status'), ...property('Category', 'Product Category')],
    variants: cells.rows.filter(isVariant).map((row) => toVariant(cells, row, text('Handle') ?? '')),
  }
}

function toVariant(cells: Cells, row: CsvRow, handle: string): Item {
  const number = (column: string, field: string) => {
    if (textIn(row, column) === null) return null
    return numberIn(cells, row, { column, path: `variants[].${field}` })
  }
  const [first] = cells.rows as [CsvRow]
  // Names of options are in the first row only; values are in each.
  const options = [1, 2, 3].flatMap((index) => {
    const [name, value] = [textIn(first, `Option${index} Name`), textIn(row, `Option${index} Value`)]
    return name === null || value === null || value === 'Default Title' ? [] : [{ key: name, value }]
  })
  const barcode = textIn(row, 'Variant Barcode')
  const names = options.map(({ value }) => value)
  return {
    skuId: textIn(row, 'Variant SKU') ?? [handle, ...names].join('-'),
    name: names.length === 0 ? null : names.join(' / '),
    price: number('Variant Price', 'price'),
    cost: number('Cost per item', 'cost'),
    gtins: barcode === null ? [] : [barcode],
    mainImageUrl: textIn(row, 'Variant Image'),
    properties: options,
  }
}
