import type { Order } from '@open-oms/contracts/orders/order'
import t from 'tap'
import { type SampleForm, type SampleOrder, sampleOrder, sampleTerms } from '../../../testing/sample-order.ts'
import { assertInvariants } from '../invariants.ts'
import { calculateTotals } from './order-totals.ts'

function calculated(form: SampleForm, order: SampleOrder): Order {
  const result = calculateTotals(sampleOrder(form, order), sampleTerms)
  assertInvariants(result)
  return result
}

t.test('given return forms, when totals are calculated, then they are worth their units and reduce the net total', async (t) => {
  const returned = (quantity: number, rest = {}) => ({ lineItems: [{ lineItemId: '1', quantity }], ...rest }) as never
  const lines = [{ placedPrice: 33.35, quantity: 3, deliveredQuantity: 3, taxRate: 25 }]
  const order = calculated({ lineItems: lines }, { returnOrderForms: [returned(1, { shippingCreditedTotal: 10 }), returned(2)] })
  t.match(order.returnOrderForms[0], { subTotal: 33.35, shippingTotal: 10, total: 43.35, taxTotal: 8.67, totalExclTax: 34.68 })
  t.match(order.returnOrderForms[1], { total: 66.7 })
  t.match(order, { total: 100.05, netTotal: -10, remainingPayment: 0 })
  t.equal(order.orderForm.shippingCreditedTotal, 10)
  t.equal(order.orderForm.lineItems[0]?.creditedAmount, 100.05)
})

t.test('given an agreed credit per unit, when totals are calculated, then it follows the units and may be 0', async (t) => {
  const line = (value: string, quantity: number) => ({ lineItemId: '1', quantity, properties: [{ key: 'CreditAmount', value }] })
  const forms = [{ lineItems: [line('12.345', 2)] }, { lineItems: [line('0', 1)] }, { lineItems: [line('much', 1)] }]
  const lineItems = [{ placedPrice: 50, quantity: 4, deliveredQuantity: 4 }]
  const order = calculated({ lineItems }, { returnOrderForms: forms as never })
  t.match(order.returnOrderForms, [{ total: 24.69, lineItems: [{ extendedPrice: 24.69 }] }, { total: 0 }, { total: 50 }])
})

t.test('given return forms, when returned units are counted, then cancelled forms do not count and others do', async (t) => {
  const form = (status: string, quantity = 1) => ({ status, lineItems: [{ lineItemId: '1', quantity }] })
  const lineItems = [{ quantity: 5, deliveredQuantity: 5, returnQuantity: 1 }]
  const returned = (...forms: object[]) => ({ returnOrderForms: forms as never })
  const imported = calculated({ lineItems }, returned(form('New'), form('cancelled', 3)))
  t.equal(imported.orderForm.lineItems[0]?.returnQuantity, 1, 'what was sent may count the forms already')
  const first = calculated({ lineItems }, {})
  const after = (before: Order, change: Partial<Order>) =>
    calculateTotals({ ...before, ...change }, { ...sampleTerms, previous: before })
  const units = (order: Order) => order.orderForm.lineItems[0]?.returnQuantity
  const { returnOrderForms } = sampleOrder({}, returned(form('New', 2)))
  const two = after(first, { returnOrderForms })
  t.equal(units(two), 3)
  t.equal(units(calculateTotals(two, { ...sampleTerms, previous: two })), 3)
  const [made] = two.returnOrderForms
  t.equal(units(after(two, { returnOrderForms: [{ ...made, status: 'OrderCanceled' } as never] })), 1, 'given back')
  t.equal(units(after(two, { returnOrderForms: [] })), 1)
})

t.test('given forms of a whole document, when returned units are counted, then they are at most those delivered', async (t) => {
  const forms = [{ lineItems: [{ lineItemId: '1', quantity: 2 }] }] as never
  const brought = calculated({ lineItems: [{ quantity: 3, deliveredQuantity: 1 }] }, { returnOrderForms: forms })
  t.equal(brought.orderForm.lineItems[0]?.returnQuantity, 1)
  const { orderForm } = brought
  const lineItems = orderForm.lineItems.map((line) => ({ ...line, deliveredQuantity: 3 }))
  const later = calculateTotals({ ...brought, orderForm: { ...orderForm, lineItems } }, { ...sampleTerms, previous: brought })
  t.equal(later.orderForm.lineItems[0]?.returnQuantity, 2)
  const fewer = later.orderForm.lineItems.map((line) => ({ ...line, deliveredQuantity: 1 }))
  const less = () => {
    const order = { ...later, orderForm: { ...later.orderForm, lineItems: fewer } }
    assertInvariants(calculateTotals(order, { ...sampleTerms, previous: later }))
  }
  t.throws(less, { code: 'QuantityNotAvailable' }, 'what has come back was delivered')
  const more = { lineItems: [{ quantity: 3, deliveredQuantity: 1, returnQuantity: 2 }] }
  t.throws(() => calculated(more, { returnOrderForms: forms }), { code: 'QuantityNotAvailable' })
})

t.test('given an agreed credit, charges and a cancelled form, when totals are calculated, then all are respected', async (t) => {
  const line = (rest = {}) => ({ lineItemId: '1', quantity: 1, ...rest })
  const forms = [
    { lineItems: [line({ creditedAmount: 20 })], returnCharges: [{ amount: 5, key: 'shipping' }] },
    { lineItems: [line()], status: 'Cancelled' },
  ]
  const order = calculated(
    { lineItems: [{ placedPrice: 50, quantity: 2, deliveredQuantity: 2 }] },
    { returnOrderForms: forms as never },
  )
  t.match(order.returnOrderForms[0], { subTotal: 20, total: 15, taxTotal: 3 })
  t.match(order.returnOrderForms[1], { total: 50 }, 'the share of one unit, whatever was agreed on for another')
  t.match(order, { netTotal: 85, netTotalExclTax: 68 })
  t.equal(order.orderForm.lineItems[0]?.creditedAmount, 20)
})

t.test('given calculated return totals, when they are calculated again, then nothing changes', async (t) => {
  const forms = [
    {
      lineItems: [{ lineItemId: '1', quantity: 1, taxRate: 12 }],
      handlingTotal: 3.333,
      grossRoundoff: 0.5,
      returnCharges: [{ amount: 1 }],
    },
  ]
  const order = calculated(
    { lineItems: [{ placedPrice: 9.99, quantity: 3, deliveredQuantity: 3 }] },
    { returnOrderForms: forms as never },
  )
  t.strictSame(calculateTotals(order, { ...sampleTerms, previous: order }), order)
})

t.test('given a line, when all its units are returned in several forms, then they credit the whole line', async (t) => {
  const returned = (quantity: number) => ({ lineItems: [{ lineItemId: '1', quantity }] })
  const lines = [{ placedPrice: 10, quantity: 3, deliveredQuantity: 3, discounted: 20 }]
  const order = calculated({ lineItems: lines }, { returnOrderForms: [1, 1, 1].map(returned) as never })
  t.strictSame(
    order.returnOrderForms.map(({ total }) => total),
    [3.33, 3.34, 3.33],
  )
})

// Regression: the tax of each form was rounded alone, 20.01 of 20.00 that were sold.
t.test('given units returned in several forms, when totals are calculated, then their tax is that of the line', async (t) => {
  const returned = (quantity: number, index: number) => ({
    returnId: String(index + 1),
    lineItems: [{ lineItemId: '1', quantity }],
    shippingCreditedTotal: 11.11,
    handlingTotal: 11.11,
  })
  const lines = [{ placedPrice: 33.3333, quantity: 3, deliveredQuantity: 3 }]
  const shipments = [{ shippingSubTotal: 16.66 }, { shippingSubTotal: 16.67, shipmentTaxRate: 15, lineItems: [] }]
  const form = { lineItems: lines, shipments, handlingTotal: 33.33 }
  const order = calculated(form as never, { returnOrderForms: [1, 1, 1].map(returned) as never })
  t.strictSame(
    order.returnOrderForms.map((one) => one.lineItems.map(({ extendedPrice, taxTotal }) => [extendedPrice, taxTotal])),
    [[[33.33, 6.67]], [[33.34, 6.66]], [[33.33, 6.67]]],
  )
  const cents = (amount: number) => Math.round(amount * 100)
  const taxes = order.returnOrderForms.reduce((sum, { taxTotal }) => sum + cents(taxTotal), 0)
  t.equal(taxes, cents(order.orderForm.taxTotal))
  t.equal(order.netTotalExclTax, 0)
  t.strictSame(calculateTotals(order, { ...sampleTerms, previous: order }), order)
})

t.test('given charges, when totals are calculated, then they are taken off what is credited, with its tax', async (t) => {
  const lineItems = [
    { placedPrice: 115, quantity: 1, deliveredQuantity: 1, taxRate: 15 },
    { placedPrice: 100, quantity: 1, deliveredQuantity: 1, productType: 'GiftCard' },
  ]
  const returned = (charge: number, ...ids: string[]) => ({
    lineItems: ids.map((lineItemId) => ({ lineItemId, quantity: 1 })),
    returnCharges: [{ key: 'shipping', amount: charge }],
  })
  const calculateForm = (...forms: object[]) =>
    calculated({ lineItems }, { returnOrderForms: forms as never }).returnOrderForms[0]
  t.match(calculateForm(returned(23, '1')), { total: 92, taxTotal: 12, totalExclTax: 80 })
  t.match(calculateForm(returned(43, '1', '2')), { total: 172, taxTotal: 12 })
  t.match(calculateForm(returned(200, '1')), { total: 0, taxTotal: 0 })
})

t.test('given a return of an unknown line, when totals are calculated, then it is worth its price', async (t) => {
  const returnOrderForms = [{ lineItems: [{ lineItemId: 'other', quantity: 2, placedPrice: 12.5 }] }] as never
  t.match(calculated({ lineItems: [{ placedPrice: 100 }] }, { returnOrderForms }).returnOrderForms[0], { total: 25, taxTotal: 5 })
})

t.test('given several forms, when others change, then the total of each stays and all sum to the whole', async (t) => {
  const lineItems = [{ placedPrice: 10, quantity: 3, deliveredQuantity: 3, discounted: 20 }]
  let order = calculated({ lineItems }, {})
  const write = (returnOrderForms: Order['returnOrderForms']) => {
    order = calculateTotals({ ...order, returnOrderForms }, { ...sampleTerms, previous: order })
    assertInvariants(order)
    t.strictSame(calculateTotals(order, { ...sampleTerms, previous: order }), order)
    return order.returnOrderForms.map(({ total }) => total)
  }
  const add = (returnId: string) => {
    const [form] = sampleOrder(
      {},
      { returnOrderForms: [{ returnId, status: 'New', lineItems: [{ lineItemId: '1', quantity: 1 }] }] },
    ).returnOrderForms
    return write([...order.returnOrderForms, form as never])
  }
  const enter = (returnId: string, status: string) =>
    write(order.returnOrderForms.map((form) => (form.returnId === returnId ? { ...form, status } : form)))
  for (const id of ['1', '2', '3']) add(id)
  t.same(enter('2', 'Completed'), [3.33, 3.34, 3.33])
  t.same(enter('1', 'Cancelled'), [3.33, 3.34, 3.33])
  t.same(add('4'), [3.33, 3.34, 3.33, 3.33])
  t.equal(order.netTotal, 0)
  t.same(enter('3', 'OrderCanceled'), [3.33, 3.34, 3.33, 3.33])
  t.same(enter('4', 'Cancelled'), [3.33, 3.34, 3.33, 3.33])
  t.same(enter('1', 'New'), [3.33, 3.34, 3.33, 3.33], 'the first of the open units again')
  t.same(add('5').at(-1), 3.33)
  t.equal(order.netTotal, 0)
})

t.test('given a completed and an open form, when their line changes, then only the open one follows', async (t) => {
  const form = (returnId: string, status: string) => ({
    returnId,
    status,
    creditAmount: 50,
    lineItems: [{ lineItemId: '1', quantity: 1 }],
  })
  const lineItems = [{ placedPrice: 50, quantity: 2, deliveredQuantity: 2 }]
  const order = calculated({ lineItems }, { returnOrderForms: [form('1', 'Completed'), form('2', 'New')] as never })
  const discounted = order.orderForm.lineItems.map((line) => ({ ...line, placedPrice: 40 }))
  const cheaper = { ...order, orderForm: { ...order.orderForm, lineItems: discounted } }
  const after = calculateTotals(cheaper, { ...sampleTerms, previous: order })
  t.match(after.returnOrderForms, [
    { total: 50, creditAmount: 50 },
    { total: 30, creditAmount: 30 },
  ])
  t.equal(after.netTotal, 0)
})

t.test('given amounts of a return form, when totals are calculated, then they have the decimals of the currency', async (t) => {
  const form = { creditAmount: 10.005, grossRoundoff: 0.004, returnCharges: [{ key: 'a', amount: 1.005 }], lineItems: [] }
  const order = calculated(
    { lineItems: [{ placedPrice: 50 }] },
    { returnOrderForms: [{ ...form, handlingTotal: 20.005 }] as never },
  )
  t.match(order.returnOrderForms, [
    { creditAmount: 10.01, grossRoundoff: 0, handlingTotal: 20.01, returnCharges: [{ amount: 1.01 }], total: 19 },
  ])
})
