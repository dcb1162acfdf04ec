import { type KindName, kinds } from '../kinds.ts'
import { compileMapping, mappingOfHeadings } from '../mapping/mapped-items.ts'
import type { Item } from '../reading/read-item.ts'
import { csvWriter } from './csv-writer.ts'

type Template = { headings: readonly string[]; example: Item }

const templates: Readonly<Record<KindName, Template>> = {
  orders: {
    headings: [
      ...['id', 'orderNumber', 'orderType', 'status', 'storeId', 'marketId', 'created', 'billingCurrency', 'total'],
      ...['customerName', 'customerEmail', 'customerPhone'],
      ...['line1', 'postalCode', 'city', 'countryCode'].map((name) => `billingAddress.${name}`),
      ...['code', 'displayName', 'quantity', 'deliveredQuantity', 'placedPrice', 'taxRate'].map(
        (name) => `orderForm.lineItems[].${name}`,
      ),
      ...['shippingSubTotal'].map((name) => `orderForm.shipments[0].${name}`),
      ...['transactionType', 'paymentMethodName', 'transactionId', 'amount', 'status', 'created'].map(
        (name) => `orderForm.payments[0].${name}`,
      ),
    ],
    example: {
      id: 'OLD-1001',
      orderNumber: 'OLD-1001',
      orderType: 'Online',
      status: 'Completed',
      storeId: 'Oslo-01',
      marketId: 'NOR',
      created: '2024-01-31T12:00:00Z',
      billingCurrency: 'NOK',
      total: 298,
      customerName: 'Kari Nordmann',
      customerEmail: 'kari@example.com',
      customerPhone: '+4790000000',
      billingAddress: { line1: 'Storgata 1', postalCode: '0155', city: 'Oslo', countryCode: 'NO' },
      orderForm: {
        lineItems: [
          { code: 'CUP', displayName: 'Cup', quantity: 2, deliveredQuantity: 2, placedPrice: 99.5, taxRate: 25 },
          { code: 'BOWL', displayName: 'Bowl', quantity: 1, deliveredQuantity: 1, placedPrice: 50, taxRate: 25 },
        ],
        shipments: [{ shippingSubTotal: 49 }],
        payments: [
          {
            transactionType: 'Capture',
            paymentMethodName: 'Card',
            transactionId: 'T-1001',
            amount: 298,
            status: 'Processed',
            created: '2024-01-31T12:00:00Z',
          },
        ],
      },
    },
  },
  products: {
    headings: [
      ...['productId', 'name', 'description', 'brand', 'productType', 'price', 'taxRate'],
      ...['skuId', 'name', 'price', 'cost', 'gtins'].map((name) => `variants[].${name}`),
    ],
    example: {
      productId: 'jacket',
      name: 'Rain jacket',
      description: 'Waterproof',
      brand: 'Example',
      productType: 'Clothing',
      price: 899,
      taxRate: 25,
      variants: [
        { skuId: 'JACKET-M', name: 'Medium', price: 899, cost: 400, gtins: ['7038010000010'] },
        { skuId: 'JACKET-L', name: 'Large', price: 899, cost: 400, gtins: ['7038010000027'] },
      ],
    },
  },
  stock: {
    headings: ['skuId', 'warehouseCode', 'quantity'],
    example: { skuId: 'JACKET-M', warehouseCode: 'Central', quantity: 12 },
  },
  customers: {
    headings: ['id', 'name', 'properties[VatNumber]', 'properties[Email]'],
    example: {
      id: 'C-1',
      name: 'Example AS',
      properties: [
        { key: 'VatNumber', value: 'NO999999999MVA' },
        { key: 'Email', value: 'post@example.com' },
      ],
    },
  },
}

/**
 * A CSV file to fill in: headings that are property paths, and an example to replace. It begins
 * with a byte order mark, by which spreadsheets read it as UTF-8.
 */
export function importTemplate(kind: KindName): string {
  const { headings, example } = templates[kind]
  const { begin, write } = csvWriter(compileMapping(kinds[kind], mappingOfHeadings(headings, kinds[kind])), { bom: true })
  return begin + write(example)
}
