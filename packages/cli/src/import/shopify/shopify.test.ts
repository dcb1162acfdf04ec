import t from 'tap'
import { listOf, pieces } from '../../testing/pieces.ts'
import type { MappingFile } from '../mapping/mapping-file.ts'
import { type ReadyMadeFormat, readyMadeItems } from '../mapping/ready-made.ts'
import { decodeText } from '../reading/decode-text.ts'
import { readCsv } from '../reading/read-csv.ts'
import { orderAmounts } from './order-amounts.ts'
import { shopifyOrders } from './orders.ts'
import { shopifyProducts } from './products.ts'
import { shopifyCustomers, shopifyStock } from './stock-and-customers.ts'

// biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape.
type Item = any
const read = async (format: ReadyMadeFormat, rows: readonly Record<string, string>[], mapping: MappingFile = {}) => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const content = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
    .map((cells) => cells.map((text) => `"${text}"`).join(','))
    .join('\n')
  return listOf(readyMadeItems(readCsv(decodeText(pieces(content))), format, mapping))
}

const order = {
  Name: '#1001',
  Email: 'kari@example.com',
  'Financial Status': 'paid',
  'Paid at': '2024-03-01 10:00:00 +0100',
  'Fulfillment Status': 'fulfilled',
  Currency: 'NOK',
  Subtotal: '449.90',
  Shipping: '49.00',
  Taxes: '99.78',
  Total: '498.90',
  'Discount Code': 'VAR10',
  'Created at': '2024-03-01 09:59:00 +0100',
  'Lineitem quantity': '3',
  'Lineitem name': 'Cup',
  'Lineitem price': '99.90',
  'Lineitem sku': 'CUP',
  'Lineitem taxable': 'true',
  'Lineitem fulfillment status': 'fulfilled',
  'Billing Name': 'Kari',
  'Billing Zip': "'0155",
  'Cancelled at': '',
  'Payment Method': 'Shopify Payments',
  'Payment Reference': 'r1',
  'Refunded Amount': '0.00',
  'Outstanding Balance': '0.00',
  Id: '5501',
  Tags: 'vip, web',
}
const second = {
  Name: '#1001',
  'Lineitem quantity': '1',
  'Lineitem price': '170.20',
  'Lineitem name': 'Plate',
  'Lineitem fulfillment status': 'fulfilled',
}

t.test(
  'given an order of two rows, when it is read, then it has both lines, its discount, payment, number and dates',
  async (t) => {
    const mapping = {
      constants: { storeId: 'Oslo-01' },
      values: { paymentMethods: { 'Shopify Payments': 'Card' }, statuses: { fulfilled: 'Shipped' } },
    }
    const [found, ...others] = await read(shopifyOrders, [order, second], mapping)
    t.same(others, [])
    t.same(found?.problems, [])
    t.match(found?.item, {
      id: '#1001',
      orderNumber: '#1001',
      status: 'Shipped',
      storeId: 'Oslo-01',
      total: 498.9,
      billingCurrency: 'NOK',
      created: '2024-03-01T08:59:00.000Z',
      tags: ['vip', 'web'],
      billingAddress: { name: 'Kari', postalCode: '0155' },
      orderForm: {
        lineItems: [
          { lineItemId: '1', code: 'CUP', quantity: 3, deliveredQuantity: 3, placedPrice: 99.9, taxRate: 25 },
          { lineItemId: '2', code: 'Plate', quantity: 1, placedPrice: 170.2 },
        ],
        discounts: [{ discountType: 'Order', discountValue: 20, discountCode: 'VAR10' }],
        payments: [
          {
            transactionType: 'Capture',
            amount: 498.9,
            paymentMethodName: 'Card',
            transactionId: 'r1',
            created: '2024-03-01T09:00:00.000Z',
          },
        ],
        shipments: [{ shippingSubTotal: 49, orderStatus: 'Shipped' }],
      },
    })
  },
)

t.test('given a cancelled and refunded order, when it is read, then nothing is left of it and the money went back', async (t) => {
  const [found] = await read(shopifyOrders, [
    {
      ...order,
      ...{
        'Cancelled at': '2024-03-08 10:00:00 +0100',
        'Financial Status': 'refunded',
        'Refunded Amount': '498.90',
        'Lineitem fulfillment status': 'pending',
      },
    },
    { ...second, 'Lineitem fulfillment status': 'pending' },
  ])
  t.match(found?.item, {
    status: 'Cancelled',
    orderForm: { lineItems: [{ canceledQuantity: 3 }, { canceledQuantity: 1 }], shipments: [{ shippingSubTotal: 0 }] },
  })
  const item: Item = found?.item
  t.equal(item.total, undefined)
  t.match(item.orderForm.payments, [
    { transactionType: 'Capture', amount: 498.9 },
    { transactionType: 'Credit', amount: 498.9 },
  ])
})

t.test(
  'given orders that do not add up, unknown currencies and wrong cells, when they are read, then they name line and column',
  async (t) => {
    const cases: [Record<string, string>, { line: number; column: string; reason: RegExp }][] = [
      [{ Total: '400.00' }, { line: 2, column: 'Total', reason: /does not add up/ }],
      [{ Currency: 'XXY' }, { line: 2, column: 'Currency', reason: /no currency/ }],
      [{ 'Lineitem quantity': '-3' }, { line: 2, column: 'Lineitem quantity', reason: /above 0/ }],
      [{ 'Created at': 'soon' }, { line: 2, column: 'Created at', reason: /no date/ }],
      [{ 'Lineitem price': '=1+1' }, { line: 2, column: 'Lineitem price', reason: /no number/ }],
    ]
    for (const [fields, problem] of cases) {
      const [found] = await read(shopifyOrders, [{ ...order, ...fields }, second])
      t.equal(found?.item, null)
      t.ok(
        found?.problems.some(
          ({ line, column, reason }) => line === problem.line && column === problem.column && problem.reason.test(reason),
        ),
        JSON.stringify(found?.problems),
      )
    }
    await t.rejects(read(shopifyOrders, [{ Name: '1' }]), { message: /not of this format: it lacks "Financial Status"/ })
  },
)

t.test('given prices with and without tax, when amounts are found, then they make the total of the file', async (t) => {
  const line = { quantity: 1, price: 100, discount: 0, isTaxable: true }
  const none = { subtotal: 100, shipping: 10, taxes: 0, duties: 0, total: 110, exponent: 2 }
  t.match(orderAmounts({ ...none, lines: [line], taxes: 22 }), {
    lines: [{ placedPrice: 100, taxRate: 25 }],
    orderDiscount: 0,
    roundoff: 0,
    shipping: 10,
  })
  t.match(orderAmounts({ ...none, lines: [line], taxes: 9.08, total: 119.08 }), {
    lines: [{ placedPrice: 108.2545, taxRate: 8.2545 }],
    shipping: 10.83,
    roundoff: 0,
  })
  t.match(orderAmounts({ ...none, lines: [{ ...line, isTaxable: false }] }), { lines: [{ placedPrice: 100, taxRate: 0 }] })
  t.match(orderAmounts({ ...none, lines: [{ ...line, discount: 5 }], subtotal: 90, total: 100 }), {
    lines: [{ discounted: 5 }],
    orderDiscount: 5,
  })
  t.match(orderAmounts({ ...none, lines: [line], subtotal: 200, total: 210 }), /less than Subtotal/)
})

t.test('given products with variants and images, when they are read, then rows of images make no variant', async (t) => {
  const found = await read(shopifyProducts, [
    {
      Handle: 'cup',
      Title: 'Cup',
      Vendor: 'Eksempel',
      'Option1 Name': 'Colour',
      'Option1 Value': 'Red',
      'Variant SKU': 'CUP-R',
      'Variant Price': '99.90',
      'Variant Barcode': "'7012345678900",
      'Image Src': 'https://example.com/a.png',
    },
    { Handle: 'cup', 'Option1 Value': 'Blue', 'Variant Price': '101.00' },
    { Handle: 'cup', 'Image Src': 'https://example.com/b.png' },
    { Handle: 'pot', Title: 'Pot', 'Option1 Name': 'Title', 'Option1 Value': 'Default Title', 'Variant Price': 'free' },
  ])
  t.match(found[0]?.item, {
    productId: 'cup',
    brand: 'Eksempel',
    mainImageUrl: 'https://example.com/a.png',
    variants: [
      { skuId: 'CUP-R', price: 99.9, gtins: ['7012345678900'], properties: [{ key: 'Colour', value: 'Red' }] },
      { skuId: 'cup-Blue', name: 'Blue', price: 101 },
    ],
  })
  t.match(found[1]?.problems, [{ line: 5, column: 'Variant Price', reason: /no number/ }])
})

t.test(
  'given stock and customers, when they are read, then locations are mapped and what is not stocked is left out',
  async (t) => {
    const stock = await read(
      shopifyStock,
      [
        { SKU: 'CUP', Location: 'Lager', 'On hand (current)': '5', 'On hand (new)': '' },
        { SKU: 'POT', Location: 'Lager', 'On hand (current)': 'not stocked' },
      ],
      { values: { warehouses: { lager: 'Central' } } },
    )
    t.same(
      stock.map(({ item }) => item),
      [{ skuId: 'CUP', warehouseCode: 'Central', quantity: 5 }],
    )
    const [customer] = await read(shopifyCustomers, [
      { 'Customer ID': "'65", 'First Name': 'Kari', 'Last Name': 'N', Email: 'k@example.com', 'Default Address Company': 'Acme' },
    ])
    t.match(customer?.item, {
      id: '65',
      name: 'Acme',
      properties: [
        { key: 'Contact', value: 'Kari N' },
        { key: 'Email', value: 'k@example.com' },
      ],
    })
  },
)
