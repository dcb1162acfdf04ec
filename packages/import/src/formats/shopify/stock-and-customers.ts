import { hasColumn } from '../../reading/read-csv.ts'
import type { Item } from '../../reading/read-item.ts'
import { type Cells, numberIn, type ReadyMadeFormat, textIn } from '../ready-made.ts'

const onHand = ['On hand (new)', 'On hand (current)', 'On hand', 'Available'] as const

/**
 * The stock levels of Shopify's inventory CSV, a row for each variant and location
 * (docs/reference/import-formats.md#shopify-stock).
 */
export const shopifyStock: ReadyMadeFormat = {
  needs: ['SKU', 'Location'],
  keys: [],
  once: [],
  columns: { skuId: 'SKU', warehouseCode: 'Location', quantity: 'On hand' },
  toItem: toStockLevel,
}

function toStockLevel(cells: Cells): Item | null {
  const row = cells.head
  // "On hand (new)" is filled in by those who edit the file; the exported level is beside it.
  const column = onHand.find((name) => hasColumn(row.header, name) && textIn(row, name) !== null) ?? 'On hand'
  if (textIn(row, column) === null || textIn(row, column)?.toLowerCase() === 'not stocked') return null
  const location = textIn(row, 'Location') ?? ''
  return {
    skuId: textIn(row, 'SKU'),
    warehouseCode: cells.word('warehouses', location, location),
    quantity: numberIn(cells, row, { column, path: 'quantity' }),
  }
}

/** The customers of Shopify's customer CSV (docs/reference/import-formats.md#shopify-customers). */
export const shopifyCustomers: ReadyMadeFormat = {
  needs: ['Email', 'First Name', 'Last Name'],
  keys: [],
  once: [],
  columns: { id: 'Customer ID', name: 'Default Address Company' },
  toItem: toCustomer,
}

const customerProperties = {
  Email: ['Email'],
  Phone: ['Phone', 'Default Address Phone'],
  Address1: ['Default Address Address1', 'Address1'],
  Address2: ['Default Address Address2', 'Address2'],
  Zip: ['Default Address Zip', 'Zip'],
  City: ['Default Address City', 'City'],
  CountryCode: ['Default Address Country Code', 'Country Code'],
  Note: ['Note'],
  Tags: ['Tags'],
  TaxExempt: ['Tax Exempt'],
} as const

function toCustomer({ head: row }: Cells): Item {
  const firstText = (columns: readonly string[]) =>
    columns.map((column) => textIn(row, column)).find((text) => text !== null) ?? null
  const person = [textIn(row, 'First Name'), textIn(row, 'Last Name')].filter((part) => part !== null).join(' ')
  const properties = Object.entries(customerProperties).flatMap(([key, columns]) => {
    const value = firstText(columns)
    return value === null ? [] : [{ key, value }]
  })
  return {
    id: firstText(['Customer ID', 'Email']),
    name: firstText(['Default Address Company', 'Company']) ?? (person || null),
    properties: person === '' ? properties : [{ key: 'Contact', value: person }, ...properties],
  }
}
