import t from 'tap'
import { kinds } from '../../kinds.ts'
import { decodeText } from '../../reading/decode-text.ts'
import { readCsv } from '../../reading/read-csv.ts'
import { collectItems, pieces } from '../../testing/pieces.ts'
import { type ReadyMadeFormat, readyMadeItems } from '../ready-made.ts'
import { medusaOrders } from './orders.ts'
import { medusaProducts } from './products.ts'

const read = (format: ReadyMadeFormat, content: string) =>
  collectItems(readyMadeItems(readCsv(decodeText(pieces(content))), format, { kind: kinds.orders, mapping: {} }))
const header = [
  'Order_ID',
  'Display_ID',
  'Order status',
  'Date',
  'Customer Email',
  'Shipping Country Code',
  'Fulfillment Status',
  'Payment Status',
  'Shipping Total',
  'Refunded Total',
  'Tax Total',
  'Total',
  'Currency Code',
]

t.test('given an order of version 2, when it is read, then its goods are one line and its amounts main units', async (t) => {
  const row = [
    'order_1',
    '12',
    'completed',
    '2025-01-31T10:00:00.000Z',
    'k@example.com',
    'no',
    'delivered',
    'captured',
    '50',
    '0',
    '50',
    '250',
    'nok',
  ]
  const [found] = await read(medusaOrders(false, [0, 15, 25]), `${header.join(',')}\n${row.join(',')}\n`)
  t.match(found?.item, {
    id: '12',
    status: 'Completed',
    total: 250,
    billingCurrency: 'NOK',
    externalIds: [{ providerName: 'Medusa', id: 'order_1' }],
    orderForm: {
      lineItems: [{ quantity: 1, deliveredQuantity: 1, placedPrice: 200, taxRate: 25, updateStock: false }],
      payments: [{ transactionType: 'Capture', amount: 250 }],
      shipments: [{ shippingSubTotal: 50, address: { countryCode: 'NO' } }],
    },
  })
})

t.test(
  'given an order of version 1, when it is read, then its amounts are minor units and its date that of an e-mail',
  async (t) => {
    const row = [
      'order_1',
      '12',
      'pending',
      'Fri, 31 Jan 2025 10:00:00 GMT',
      '',
      'no',
      'not_fulfilled',
      'awaiting',
      '5000',
      '0',
      '5000',
      '25000',
      'nok',
    ]
    const [found] = await read(medusaOrders(true, [0, 15, 25]), `${header.join(';')}\n${row.join(';')}\n`)
    t.match(found?.item, {
      status: 'New',
      total: 250,
      created: '2025-01-31T10:00:00.000Z',
      orderForm: { payments: { length: 0 }, lineItems: [{ placedPrice: 200 }] },
    })
  },
)

t.test(
  'given a cancelled order and a wrong currency, when they are read, then one is worth nothing and one refused',
  async (t) => {
    const row = ['order_1', '12', 'canceled', '2025-01-31', '', '', 'canceled', 'canceled', '50', '0', '50', '250', 'NOK']
    const wrong = [...row.slice(0, -1), 'ZZZ']
    const [cancelled, refused] = await read(
      medusaOrders(false, [0, 15, 25]),
      `${header.join(',')}\n${row.join(',')}\n${wrong.join(',')}\n`,
    )
    t.match(cancelled?.item, {
      status: 'Cancelled',
      orderForm: { lineItems: [{ canceledQuantity: 1 }], payments: { length: 0 } },
    })
    t.match(refused?.problems, [{ line: 3, column: 'Currency Code' }])
  },
)

t.test('given products with a row a variant, when they are read, then the price of the currency is taken', async (t) => {
  const content = [
    'Product Id,Product Handle,Product Title,Variant Id,Variant Sku,Variant Title,Variant Price EUR,Variant Price NOK,Variant Option 1 Name,Variant Option 1 Value',
    'prod_1,cup,Cup,v1,CUP-R,Red,10,100,Colour,Red',
    'prod_1,cup,Cup,v2,,Blue,11,,Colour,Blue',
  ].join('\n')
  const [found] = await read(medusaProducts('NOK'), content)
  t.match(found?.item, {
    productId: 'cup',
    variants: [
      { skuId: 'CUP-R', price: 100, properties: [{ key: 'Colour', value: 'Red' }] },
      { skuId: 'v2', price: null },
    ],
  })
  await t.rejects(read(medusaProducts('SEK'), content), { message: /lacks "Variant Price SEK"/ })
})
