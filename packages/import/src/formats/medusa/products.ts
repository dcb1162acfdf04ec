import { type CsvRow, hasColumn } from '../../reading/read-csv.ts'
import type { Item } from '../../reading/read-item.ts'
import { type Cells, numberIn, type ReadyMadeFormat, textIn } from '../ready-made.ts'

const isVariant = (row: CsvRow) => textIn(row, 'Variant Id') !== null || textIn(row, 'Variant SKU') !== null
const OPTIONS_MAX = 10

/**
 * The products of Medusa's admin CSV export, which has a row for each variant
 * (docs/reference/import-formats.md#medusa-products). `currency` is the price that is taken, by its
 * column `Variant Price EUR`.
 */
export const medusaProducts = (currency: string): ReadyMadeFormat => ({
  needs: ['Product Id', 'Product Handle', 'Product Title', `Variant Price ${currency}`],
  keys: ['Product Id'],
  once: ['Product Id', 'Product Handle', 'Product Title', 'Product Description', 'Product Status', 'Product Material'],
  spread: { path: 'variants', isItem: isVariant },
  columns: {
    productId: 'Product Handle',
    name: 'Product Title',
    'variants[].skuId': 'Variant Sku',
    'variants[].price': `Variant Price ${currency}`,
  },
  toItem: (cells) => toProduct(cells, `Variant Price ${currency}`),
})

function toProduct(cells: Cells, priceColumn: string): Item {
  const text = (column: string) => textIn(cells.head, column)
  const property = (key: string, column: string) => (text(column) === null ? [] : [{ key, value: text(column) }])
  return {
    productId: text('Product Handle') ?? text('Product Id'),
    name: text('Product Title'),
    description: text('Product Description'),
    mainImageUrl: text('Product Thumbnail') ?? text('Product Image 1'),
    properties: [
      ...property('MedusaId', 'Product Id'),
      ...property('Status', 'Product Status'),
      ...property('Material', 'Product Material'),
      ...property('OriginCountry', 'Product Origin Country'),
    ],
    variants: cells.rows.filter(isVariant).map((row) => toVariant(cells, row, priceColumn)),
  }
}

function toVariant(cells: Cells, row: CsvRow, column: string): Item {
  const barcode = textIn(row, 'Variant Barcode') ?? textIn(row, 'Variant Ean') ?? textIn(row, 'Variant Upc')
  const options = Array.from({ length: OPTIONS_MAX }, (_, index) => index + 1)
    .filter((index) => hasColumn(row.header, `Variant Option ${index} Value`))
    .flatMap((index) => {
      const [key, value] = [textIn(row, `Variant Option ${index} Name`), textIn(row, `Variant Option ${index} Value`)]
      return key === null || value === null ? [] : [{ key, value }]
    })
  return {
    skuId: textIn(row, 'Variant SKU') ?? textIn(row, 'Variant Id'),
    name: textIn(row, 'Variant Title'),
    price: textIn(row, column) === null ? null : numberIn(cells, row, { column, path: 'variants[].price' }),
    gtins: barcode === null ? [] : [barcode],
    properties: options,
  }
}
