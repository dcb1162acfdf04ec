import type { Order } from '@open-oms/contracts/orders/order'
import type { PaymentBreakdownEntry } from '@open-oms/contracts/orders/payment-event-data'
import t from 'tap'
import { type SampleForm, type SampleOrder, sampleOrder, sampleTerms } from '../../../testing/sample-order.ts'
import { calculateTotals } from '../totals/order-totals.ts'
import { withMissingAllocations } from './published-allocations.ts'

type SamplePayment = NonNullable<SampleForm['payments']>[number]

let ids = 0
const payment = (transactionType: SamplePayment['transactionType'], amount: number, rest: SamplePayment = {}): SamplePayment => ({
  id: `p${++ids}`,
  paymentMethodName: 'Card',
  transactionId: `t${ids}`,
  status: 'Processed',
  ...rest,
  amount,
  ...(transactionType === undefined ? {} : { transactionType }),
})

const calculated = (form: SampleForm, order: SampleOrder = {}): Order => calculateTotals(sampleOrder(form, order), sampleTerms)

/** `kind line/shipment net+vat` of every entry, by payment. */
function allocations(order: Order): string[][] {
  const breakdowns = new Map(
    withMissingAllocations(order, [], sampleTerms).map(({ paymentId, breakdown }) => [paymentId, breakdown]),
  )
  return order.orderForm.payments.map(({ id }) => (breakdowns.get(id) ?? []).map(text))
}

function firstPublished(order: Order): PaymentBreakdownEntry[] {
  return withMissingAllocations(order, [], sampleTerms)[0]?.breakdown ?? []
}

const text = ({ kind, lineItemId, shipmentId, net, vatAmount }: PaymentBreakdownEntry) =>
  `${kind} ${lineItemId ?? '-'}/${shipmentId ?? '-'} ${net}+${vatAmount}`

const twoLines = [
  { placedPrice: 125, taxRate: 25 },
  { placedPrice: 115, taxRate: 15 },
]

t.test('given a payment of the whole order, when it is allocated, then there are entries of every kind', async (t) => {
  const order = calculated({
    lineItems: [
      { placedPrice: 250, taxRate: 25, discounted: 50 },
      { placedPrice: 115, taxRate: 15 },
    ],
    shipments: [{ shippingSubTotal: 50 }],
    handlingTotal: 12.5,
    grossRoundoff: -0.5,
    payments: [payment('Sale', 377)],
  })
  t.strictSame(allocations(order), [
    [
      'Sales 1/1 200+50',
      'Discount 1/1 -40+-10',
      'Sales 2/1 100+15',
      'Shipping -/1 40+10',
      'Shipping -/- 10+2.5',
      'Rounding -/- -0.5+0',
    ],
  ])
  const [entry] = firstPublished(order)
  t.strictSame(entry, {
    kind: 'Sales',
    net: 200,
    vatRate: 25,
    vatAmount: 50,
    taxGroupCode: null,
    lineItemId: '1',
    shipmentId: '1',
    isRental: false,
  })
})

t.test('given partial payments, when they are allocated, then units share them and the last covers the rest', async (t) => {
  const order = calculated({ lineItems: twoLines, payments: [payment('Capture', 24), payment('Invoiced', 216)] })
  t.strictSame(allocations(order), [
    ['Sales 1/- 10+2.5', 'Sales 2/- 10+1.5'],
    ['Sales 1/- 90+22.5', 'Sales 2/- 90+13.5'],
  ])
})

t.test('given a partial payment of a shipment or lines, when it is allocated, then it covers those first', async (t) => {
  const held = (lineItemId: string) => ({ lineItems: [{ lineItemId, quantity: 1 }] })
  const shipments = [{ ...held('1'), shippingSubTotal: 25 }, held('2')]
  const inShipment = calculated({ lineItems: twoLines, shipments, payments: [payment('Capture', 150, { shipmentId: '1' })] })
  t.strictSame(allocations(inShipment), [['Sales 1/1 100+25', 'Shipping -/1 20+5']])
  const beyond = calculated({ lineItems: twoLines, shipments, payments: [payment('Capture', 161.5, { shipmentId: '1' })] })
  t.strictSame(allocations(beyond), [['Sales 1/1 100+25', 'Sales 2/2 10+1.5', 'Shipping -/1 20+5']])
  const orderLineReferences = [{ lineItemId: '2' }]
  const ofLine = calculated({ lineItems: twoLines, payments: [payment('Capture', 57.5, { orderLineReferences })] })
  t.strictSame(allocations(ofLine), [['Sales 2/- 50+7.5']])
})

t.test('given a rounding, when payments are allocated, then the one that covers the rest has it', async (t) => {
  const lineItems = [{ placedPrice: 99.5, taxRate: 0 }]
  const order = calculated({ lineItems, grossRoundoff: 0.5, payments: [payment('Sale', 50), payment('Sale', 50)] })
  t.strictSame(allocations(order), [['Sales 1/- 50+0'], ['Sales 1/- 49.5+0', 'Rounding -/- 0.5+0']])
})

t.test('given a payment beyond the total, when it is allocated, then the excess is a deposit', async (t) => {
  const order = calculated({
    lineItems: [{ placedPrice: 100, taxRate: 25 }],
    payments: [payment('Sale', 130), payment('Sale', 5)],
  })
  t.strictSame(allocations(order), [['Sales 1/- 80+20', 'Deposit -/- 30+0'], ['Deposit -/- 5+0']])
})

t.test('given payments that move no money, when they are allocated, then they have no entries', async (t) => {
  const failed = payment('Capture', 100, { status: 'Failed' })
  const payments = [
    payment('Authorization', 100),
    failed,
    payment('Capture', 50, { status: 'Pending' }),
    payment('Void', 100),
    payment('Capture', 100),
  ]
  const order = calculated({ lineItems: [{ placedPrice: 100, taxRate: 25 }], payments })
  t.strictSame(allocations(order), [[], [], [], [], ['Sales 1/- 80+20']])
})

t.test('given gift cards, tips, fees and rentals, when a payment is allocated, then each has its own kind', async (t) => {
  const lineItems = ['GiftCard', 'tip', 'FEE', 'Rental'].map((productType) => ({
    productType,
    placedPrice: 125,
    discounted: 25,
    taxRate: 25,
  }))
  const properties = [{ key: 'TaxGroupCode', value: 'NO-25' }]
  const order = calculated({ lineItems: lineItems.map((line) => ({ ...line, properties })), payments: [payment('Sale', 400)] })
  t.strictSame(allocations(order), [
    ['GiftCard 1/- 100+0', 'Tip 2/- 100+0', 'Fee 3/- 80+20', 'Sales 4/- 100+25', 'Discount 4/- -20+-5'],
  ])
  const entries = firstPublished(order)
  t.match(entries[0], { vatRate: null, taxGroupCode: null, isRental: false })
  t.match(entries[1], { vatRate: null, taxGroupCode: null })
  t.match(entries[3], { vatRate: 25, taxGroupCode: 'NO-25', isRental: true })
})

t.test('given a line that is free after discounts, when payments are allocated, then the last one has it once', async (t) => {
  const free = { placedPrice: 50, taxRate: 25, discounted: 50 }
  const order = calculated({
    lineItems: [free, { placedPrice: 100, taxRate: 25 }],
    payments: [payment('Sale', 40), payment('Sale', 60), payment('Sale', 1)],
  })
  t.strictSame(allocations(order), [
    ['Sales 2/- 32+8'],
    ['Sales 1/- 40+10', 'Discount 1/- -40+-10', 'Sales 2/- 48+12'],
    ['Deposit -/- 1+0'],
  ])
})

t.test('given refunds, when they are allocated, then they are positive and refund the named lines or all', async (t) => {
  const orderLineReferences = [{ lineItemId: '2' }]
  const payments = [
    payment('Sale', 240),
    payment('Credit', 57.5, { orderLineReferences }),
    payment('Credit', 36.5),
    payment('Credit', 146),
  ]
  const order = calculated({ lineItems: twoLines, payments })
  t.strictSame(allocations(order), [
    ['Sales 1/- 100+25', 'Sales 2/- 100+15'],
    ['Sales 2/- 50+7.5'],
    ['Sales 1/- 20+5', 'Sales 2/- 10+1.5'],
    ['Sales 1/- 80+20', 'Sales 2/- 40+6'],
  ])
})

t.test('given a refund of a return form, when it is allocated, then it has lines and shipping of the form', async (t) => {
  const refund = payment('Credit', 170)
  const form = {
    lineItems: twoLines.map((line) => ({ ...line, quantity: 2 })),
    shipments: [{ shippingSubTotal: 25 }],
    payments: [payment('Sale', 505), refund],
  }
  const returned = {
    lineItems: [
      { lineItemId: '1', quantity: 1 },
      { lineItemId: '2', quantity: 1 },
    ],
    payments: [refund],
    shippingCreditedTotal: 5,
  }
  const order = calculated(form, {
    returnOrderForms: [{ ...returned, returnCharges: [{ amount: 75, key: 'shipping' }] }] as never,
  })
  t.equal(order.returnOrderForms[0]?.total, 170)
  t.strictSame(allocations(order)[1], ['Sales 1/1 69.38+17.35', 'Sales 2/1 69.39+10.41', 'Shipping -/1 2.78+0.69'])
})

t.test('given overpayments, when refunds are allocated, then they take them first', async (t) => {
  const payments = [payment('Sale', 130), payment('Credit', 20), payment('Credit', 60), payment('Credit', 100)]
  const order = calculated({ lineItems: [{ placedPrice: 100, taxRate: 25 }], payments })
  t.strictSame(allocations(order), [
    ['Sales 1/- 80+20', 'Deposit -/- 30+0'],
    ['Deposit -/- 20+0'],
    ['Sales 1/- 40+10', 'Deposit -/- 10+0'],
    ['Sales 1/- 40+10', 'Deposit -/- 50+0'],
  ])
})

t.test('given a refunded amount, when it is paid again, then it is a sale, and a deposit if it was returned', async (t) => {
  const lineItems = [{ placedPrice: 100, taxRate: 25 }]
  const again = calculated({ lineItems, payments: [payment('Sale', 100), payment('Credit', 100), payment('Sale', 100)] })
  t.strictSame(allocations(again)[2], ['Sales 1/- 80+20'])
  const refund = payment('Credit', 100)
  const returnOrderForms = [{ lineItems: [{ lineItemId: '1', quantity: 1 }], payments: [refund] }] as never
  const returned = calculated({ lineItems, payments: [payment('Sale', 100), refund, payment('Sale', 100)] }, { returnOrderForms })
  t.strictSame(allocations(returned).slice(1), [['Sales 1/- 80+20'], ['Deposit -/- 100+0']])
})

t.test('given an order worth 0 or unpaid, when a payment or refund is allocated, then it is a deposit', async (t) => {
  t.strictSame(allocations(calculated({ payments: [payment('Sale', 10)] })), [['Deposit -/- 10+0']])
  t.strictSame(allocations(calculated({ lineItems: twoLines, payments: [payment('Credit', 10)] })), [['Deposit -/- 10+0']])
})
