import t from 'tap'
import { capture, credit, history, orderAtVersion, shown } from '../../../testing/payments/payment-histories.ts'

const lineItems = [
  { placedPrice: 100, taxRate: 25 },
  { placedPrice: 115, taxRate: 15 },
]
const shipments = [{ shippingSubTotal: 25, shipmentTaxRate: 25 }]
const amount = (grossRoundoff: number, rest: object = {}) => ({ returnId: 'R', lineItems: [], grossRoundoff, ...rest })
const goods = (lineItemId: string, rest: object = {}) => ({ lineItems: [{ lineItemId, quantity: 1 }], ...rest })

t.test('given a form without goods, then it takes its amount off everything sold, with its tax', async (t) => {
  const order = orderAtVersion({ form: { lineItems, shipments }, returns: [amount(48)] })
  t.match(order, { total: 240, taxTotal: 40, netTotal: 192, netTotalExclTax: 160 })
  t.match(order.returnOrderForms, [{ total: 48, taxTotal: 8, totalExclTax: 40, grossRoundoff: 48 }])
})

t.test('given the refund of a form without goods, then it is booked as sales, shipping and VAT', async (t) => {
  const payments = [capture('A', 240), credit('B', 48)]
  const allocations = history({ form: { lineItems, shipments, payments }, returns: [amount(48, { payments: [payments[1]] })] })
  t.same(shown(allocations), {
    A: ['Sales 1/1 25% 80+20', 'Sales 2/1 15% 100+15', 'Shipping -/1 25% 20+5'],
    B: ['Sales 1/1 25% 16+4', 'Sales 2/1 15% 20+3', 'Shipping -/1 25% 4+1'],
  })
})

t.test('given a form without goods for all of an order, then the rounding of the order is among it', async (t) => {
  const form = { lineItems: [{ placedPrice: 99.4, taxRate: 25 }], grossRoundoff: -0.4 }
  const payments = [capture('A', 99), credit('B', 99)]
  const returns = [amount(99, { payments: [payments[1]] })]
  t.match(orderAtVersion({ form, returns }), {
    netTotal: 0,
    netTotalExclTax: 0,
    returnOrderForms: [{ total: 99, taxTotal: 19.88 }],
  })
  t.same(shown(history({ form: { ...form, payments }, returns })).B, ['Sales 1/- 25% 79.52+19.88', 'Rounding -/- -% -0.4+0'])
})

t.test(
  'given goods in other forms, then each form takes what those before it leave, and cancelled forms count for nothing',
  async (t) => {
    const taxes = (...returns: object[]) =>
      orderAtVersion({ form: { lineItems }, returns }).returnOrderForms.map((form) => form.taxTotal)
    t.same(taxes(goods('1'), amount(57.5)), [20, 7.5], 'all of it of the other line')
    t.same(taxes(amount(57.5), goods('1')), [9.36, 18.14], 'the goods what the amount leaves of both lines')
    t.same(taxes(goods('1', { status: 'Cancelled' }), amount(43)), [20, 7])
    t.same(taxes(amount(43, { status: 'Cancelled' }), amount(215)), [7, 35])
    t.same(taxes(amount(43), amount(43)), [7, 7])
  },
)

t.test('given more than everything sold, then what exceeds it has no tax', async (t) => {
  const returns = [amount(220)]
  t.match(orderAtVersion({ form: { lineItems }, returns }).returnOrderForms, [{ total: 220, taxTotal: 35 }])
})

t.test('given goods or shipping in a form, then its rounding stays one', async (t) => {
  const returns = [goods('1', { grossRoundoff: 0.4 }), { lineItems: [], shippingCreditedTotal: 25, grossRoundoff: 0.4 }]
  const order = orderAtVersion({ form: { lineItems, shipments }, returns })
  t.match(order.returnOrderForms, [
    { total: 100.4, taxTotal: 20 },
    { total: 25.4, taxTotal: 5 },
  ])
})

t.test('given forms that are refunded, then they take in the order of their refunds, and others after them', async (t) => {
  const payments = [capture('A', 215), credit('B', 57.5), credit('C', 100)]
  const [b, c] = [{ payments: [payments[1]] }, { payments: [payments[2]] }]
  const taxes = (...returns: object[]) =>
    orderAtVersion({ form: { lineItems, payments }, returns }).returnOrderForms.map((form) => form.taxTotal)
  t.same(taxes(goods('1', c), amount(57.5, b)), [18.14, 9.36])
  t.same(taxes(goods('1'), amount(57.5, b)), [18.14, 9.36], 'the goods are not refunded')
  t.same(taxes(goods('1', { status: 'Cancelled' }), amount(57.5, b)), [20, 9.36], 'nor when they are cancelled')
  t.same(taxes(goods('1', c), amount(57.5)), [20, 7.5])
})

t.test('given an amount before the last goods, then what their form deducts for it is no rounding', async (t) => {
  const form = { lineItems: [{ placedPrice: 99.4, taxRate: 25 }], grossRoundoff: -0.4 }
  const payments = [capture('A', 99), credit('B', 40), credit('C', 59)]
  const returns = [amount(40, { payments: [payments[1]] }), goods('1', { grossRoundoff: -40.4, payments: [payments[2]] })]
  t.match(orderAtVersion({ form, returns }), {
    netTotal: 0,
    netTotalExclTax: 0,
    returnOrderForms: [{ taxTotal: 8 }, { total: 59, taxTotal: 11.88 }],
  })
  const allocations = shown(history({ form: { ...form, payments }, returns }))
  t.same(allocations.B, ['Sales 1/- 25% 32+8'])
  t.same(allocations.C, ['Sales 1/- 25% 47.52+11.88', 'Rounding -/- -% -0.4+0'])
})

t.test('given lines without tax, then an amount takes its share of them without tax', async (t) => {
  const untaxed = [
    { placedPrice: 100, taxRate: 25 },
    { placedPrice: 60, taxRate: 0 },
    { placedPrice: 40, productType: 'GiftCard' },
  ]
  const order = orderAtVersion({ form: { lineItems: untaxed }, returns: [amount(100), goods('2'), amount(40)] })
  t.match(order, { netTotal: 0, netTotalExclTax: 0 })
  t.match(order.returnOrderForms, [{ taxTotal: 10 }, { taxTotal: 4.29 }, { taxTotal: 5.71 }])
})

t.test('given a charge of all the shipping of a form, then its rounding stays one', async (t) => {
  const returns = [{ lineItems: [], shippingCreditedTotal: 25, returnCharges: [{ amount: 25 }], grossRoundoff: 0.4 }]
  t.match(orderAtVersion({ form: { lineItems, shipments }, returns }).returnOrderForms, [{ total: 0.4, taxTotal: 0 }])
})
