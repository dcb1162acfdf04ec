import { Decimal } from '@open-oms/money/decimal'
import t from 'tap'
import { type Kind, kinds } from '../../kinds.ts'
import type { MappingFile } from '../../mapping/mapping-file.ts'
import { decodeText } from '../../reading/decode-text.ts'
import { readCsv } from '../../reading/read-csv.ts'
import { collectItems, pieces } from '../../testing/pieces.ts'
import { type ReadyMadeFormat, readyMadeItems } from '../ready-made.ts'
import { orderAmounts } from './order-amounts.ts'
import { shopifyOrders as ordersWith } from './orders.ts'
import { shopifyProducts } from './products.ts'
import { shopifyCustomers, shopifyStock } from './stock-and-customers.ts'

// biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape.
type Item = any
const read = async (
  format: ReadyMadeFormat,
  rows: readonly Record<string, string>[],
  { kind = kinds.orders, mapping = {} }: { kind?: Kind; mapping?: MappingFile } = {},
) => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const content = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
    .map((cells) => cells.map((text) => `"${text}"`).join(','))
    .join('\n')
  return collectItems(readyMadeItems(readCsv(decodeText(pieces(content))), format, { kind, mapping }))
}

const shopifyOrders = ordersWith([0, 12, 15, 25])

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
  'Discount Amount': '20.00',
  'Tax 1 Name': 'MVA 25%',
  'Tax 1 Value': '99.78',
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
    const [found, ...others] = await read(shopifyOrders, [order, second], { mapping })
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

t.test('given a refunded amount, when an order is read, then a return form without lines takes it off', async (t) => {
  const [found] = await read(shopifyOrders, [
    { ...order, 'Financial Status': 'partially_refunded', 'Refunded Amount': '100.00' },
    second,
  ])
  t.match(found?.item, {
    orderForm: {
      payments: [
        { transactionType: 'Capture', amount: 498.9 },
        { transactionType: 'Credit', amount: 100 },
      ],
    },
    returnOrderForms: [{ returnId: '1', status: 'Completed', grossRoundoff: 100, creditAmount: 100, lineItems: { length: 0 } }],
  })
})

t.test(
  'given rows with one name and two ids, or that say otherwise, when they are read, then no order swallows another',
  async (t) => {
    const other = { ...order, Id: '7702', 'Billing Name': 'Ola' }
    const two = await read(shopifyOrders, [order, second, other, second])
    t.match(
      two.map(({ line, item, rows }) => [line, (item as Item)?.billingAddress.name, rows.count]),
      [
        [2, 'Kari', 2],
        [4, 'Ola', 2],
      ],
    )
    const [wrong] = await read(shopifyOrders, [order, { ...second, Total: '60.00', Currency: 'NOK' }])
    t.match(wrong, { problems: [{ line: 3, column: 'Total', reason: /says otherwise than line 2: "60.00"/ }] })
    const [same] = await read(shopifyOrders, [order, { ...second, Total: '498.9' }])
    t.same(same?.problems, [], 'the same number otherwise written')
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
  const { 'Cancelled at': _, ...uncancelled } = order
  const [documented] = await read(shopifyOrders, [{ ...uncancelled, 'Canceled at': '2024-03-08 10:00:00 +0100' }, second])
  t.match(documented?.item, { status: 'Cancelled' }, "as Shopify's documentation spells the column")
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
      [{ Currency: 'XXY' }, { line: 2, column: 'Currency', reason: /not a currency/ }],
      [{ 'Lineitem quantity': '-3' }, { line: 2, column: 'Lineitem quantity', reason: /above 0/ }],
      [{ 'Created at': 'soon' }, { line: 2, column: 'Created at', reason: /not a date/ }],
      [{ 'Lineitem price': '=1+1' }, { line: 2, column: 'Lineitem price', reason: /not a number/ }],
    ]
    for (const [fields, problem] of cases) {
      const [found] = await read(shopifyOrders, [{ ...order, ...fields }, second])
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

const line = { quantity: 1, price: 100, discount: 0, isTaxable: true }
const plain = {
  lines: [line],
  discount: 0,
  subtotal: 100,
  shipping: 10,
  taxes: 0,
  stated: [],
  duties: 0,
  total: 110,
  exponent: 2,
}
const tax = (value: number, ...rates: number[]) => ({ name: '', value: new Decimal(value), rates })

t.test('given prices with and without tax, when amounts are found, then they make the total of the file', async (t) => {
  t.match(orderAmounts({ ...plain, taxes: 22, stated: [tax(22, 25)] }), {
    lines: [{ placedPrice: 100, taxRate: 25 }],
    orderDiscount: 0,
    roundoff: 0,
    shipping: 10,
    shippingTaxRate: 25,
  })
  t.match(orderAmounts({ ...plain, taxes: 20, stated: [tax(20, 25)] }), { lines: [{ taxRate: 25 }], shippingTaxRate: 0 })
  t.match(orderAmounts({ ...plain, taxes: 9.08, total: 119.08, stated: [tax(9.08, 8.25)] }), {
    lines: [{ placedPrice: 108.25, taxRate: 8.25 }],
    shipping: 10.83,
    roundoff: 0,
  })
  t.match(orderAmounts({ ...plain, lines: [{ ...line, isTaxable: false }] }), { lines: [{ placedPrice: 100, taxRate: 0 }] })
  const discounted = { ...plain, lines: [{ ...line, discount: 5 }], discount: 5, subtotal: 90, total: 100 }
  t.match(orderAmounts(discounted), { lines: [{ discounted: 5 }], orderDiscount: 5 })
  const netDiscount = { ...discounted, shipping: 0, taxes: 22.5, total: 112.5, stated: [tax(22.5, 25)] }
  t.match(orderAmounts(netDiscount), { lines: [{ placedPrice: 125, discounted: 6.25 }], orderDiscount: 6.25, roundoff: 0 })
})

t.test('given amounts that do not add up, when they are looked at, then they are refused with what is missing', async (t) => {
  for (const [fields, reason] of [
    [{ subtotal: 200, total: 210 }, /worth 100 .* is not Subtotal 200/],
    [{ lines: [{ ...line, price: 120 }] }, /worth 120 .* is not Subtotal 100/],
    [{ discount: 20 }, /less Discount Amount 20 this is not Subtotal 100/],
    [{ total: 130 }, /is not Total 130/],
    [{ taxes: 22, stated: [tax(20, 25)] }, /one by one are 20, and Taxes is 22/],
  ] as const)
    t.match(orderAmounts({ ...plain, ...fields }), { reason }, String(reason))
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
  t.match(found[1]?.problems, [{ line: 5, column: 'Variant Price', reason: /not a number/ }])
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
      { kind: kinds.stock, mapping: { values: { warehouses: { lager: 'Central' } } } },
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
