import t from 'tap'
import {
  capture,
  credit,
  history,
  orderAtVersion,
  type SamplePayment,
  shown,
  type Version,
} from '../../../testing/payments/payment-histories.ts'

const kept = { placedPrice: 300, taxRate: 25 }
const returned = { placedPrice: 230, taxRate: 15 }
const shipments = [{ shippingSubTotal: 49 }]
const ofLine = (lineItemId: string, rest: object = {}) => ({ returnId: 'R', lineItems: [{ lineItemId, quantity: 1 }], ...rest })

const version = (payments: SamplePayment[], returns: object[] = []): Version => ({
  form: { lineItems: [kept, returned], shipments, payments },
  returns,
})

const heldGoods = 'Sales 1/1 25% 240+60'
const returnedGoods = 'Sales 2/1 15% 200+30'
const shipping = 'Shipping -/1 25% 39.2+9.8'

t.test('given goods returned before any payment, when a payment is allocated, then they are not sold', async (t) => {
  const allocations = history(version([]), version([], [ofLine('2')]), version([capture('A', 349)], [ofLine('2')]))
  t.same(shown(allocations).A, [heldGoods, shipping])
  const parts = version([capture('A', 100), capture('B', 249)], [ofLine('2')])
  t.same(shown(history(version([capture('A', 100)], [ofLine('2')]), parts)), {
    A: ['Sales 1/1 25% 68.77+17.19', 'Shipping -/1 25% 11.23+2.81'],
    B: ['Sales 1/1 25% 171.23+42.81', 'Shipping -/1 25% 27.97+6.99'],
  })
})

t.test('given a cancelled return form, when a payment is allocated, then the form counts for nothing', async (t) => {
  const canceled = [ofLine('2', { status: 'Cancelled' })]
  t.same(shown(history(version([capture('A', 579)], canceled))).A, [heldGoods, returnedGoods, shipping])
})

t.test('given a return after a payment, when the completing one is allocated, then it reverses the returned goods', async (t) => {
  const first = [capture('A', 400)]
  const allocations = history(version(first), version(first, [ofLine('2')]), version([...first, credit('B', 51)], [ofLine('2')]))
  t.same(shown(allocations).B, ['Sales 1/1 25% -74.2+-18.55', 'Sales 2/1 15% 138.17+20.73', 'Shipping -/1 25% -12.12+-3.03'])
  const half = [capture('A', 300)]
  const sold = history(version(half), version(half, [ofLine('2')]), version([...half, capture('B', 49)], [ofLine('2')]))
  t.same(shown(sold).B, ['Sales 1/1 25% 115.65+28.91', 'Sales 2/1 15% -103.63+-15.54', 'Shipping -/1 25% 18.89+4.72'])
})

t.test('given a return, when a refund without references is allocated, then it is for the returned goods', async (t) => {
  const sale = [capture('A', 579)]
  const allocations = history(version(sale), version(sale, [ofLine('2')]), version([...sale, credit('B', 230)], [ofLine('2')]))
  t.same(shown(allocations).B, [returnedGoods])
})

t.test('given a refund above what was paid for the goods, when the rest is captured, then it pays the other lines', async (t) => {
  const sale = [capture('A', 400)]
  const refund = credit('B', 230)
  const form = [ofLine('2', { payments: [refund] })]
  const last = version([...sale, refund, capture('C', 179)], form)
  const allocations = history(version(sale), version([...sale, refund], form), last)
  const sums = new Map<string, number>()
  for (const { paymentId, breakdown } of allocations)
    for (const { kind, lineItemId, net, vatAmount } of breakdown) {
      const key = `${kind} ${lineItemId ?? '-'}`
      sums.set(key, (sums.get(key) ?? 0) + Math.round((paymentId === 'B' ? -100 : 100) * (net + vatAmount)))
    }
  t.same(Object.fromEntries(sums), { 'Sales 1': 30_000, 'Sales 2': 0, 'Shipping -': 4_900 })
})

t.test('given goods that wait for their refund, when others are captured, then the goods stay paid', async (t) => {
  const parcels = (payments: SamplePayment[], returns: object[]): Version => ({
    form: {
      lineItems: [kept, returned],
      shipments: [
        { shipmentId: '1', lineItems: [{ lineItemId: '1', quantity: 1, ...kept }] },
        { shipmentId: '2', lineItems: [{ lineItemId: '2', quantity: 1, ...returned }] },
      ],
      payments,
    },
    returns,
  })
  const first = [capture('A', 300, { shipmentId: '1' })]
  const both = [...first, capture('B', 230, { shipmentId: '2' })]
  const refund = credit('C', 300)
  const allocations = history(
    parcels(first, []),
    parcels(first, [ofLine('1')]),
    parcels(both, [ofLine('1')]),
    parcels([...both, refund], [ofLine('1', { payments: [refund] })]),
  )
  t.same(shown(allocations), { A: [heldGoods], B: ['Sales 2/2 15% 200+30'], C: [heldGoods] })
})

t.test('given payments allocated together, when a return is refunded later, then the sale ignores it', async (t) => {
  const refund = credit('B', 230)
  const allocations = history(version([capture('A', 579), refund], [ofLine('2', { payments: [refund] })]))
  t.same(shown(allocations), { A: [heldGoods, returnedGoods, shipping], B: [returnedGoods] })
})

t.test('given an overpaid order and a return that rounds down, when it is refunded, then its goods are taken back', async (t) => {
  const payments = [capture('A', 600), credit('B', 229.7)]
  const returns = [ofLine('2', { grossRoundoff: -0.3, payments: [payments[1]] })]
  t.same(shown(history(version(payments, returns))).B, [returnedGoods, 'Rounding -/- -% -0.3+0'])
})

t.test('given returns of a line that wait, when one is refunded, then it takes back its own tax', async (t) => {
  const payments = [capture('A', 110.74), credit('B', 55.37), credit('C', 55.37)]
  const form = (count: number) => ({
    lineItems: [{ placedPrice: 55.37, quantity: 2, taxRate: 25 }],
    payments: payments.slice(0, count),
  })
  const at = (count: number): Version => {
    const [b, c] = form(count).payments.slice(1)
    const returns = [c, b].map((payment, index) => ofLine('1', { returnId: `R${index}`, payments: payment ? [payment] : [] }))
    return { form: form(count), returns }
  }
  const { B, C } = shown(history({ form: form(1) }, at(1), at(2), at(3)))
  t.same([B, C], [['Sales 1/- 25% 44.29+11.08'], ['Sales 1/- 25% 44.3+11.07']])
  t.match(orderAtVersion(at(3)).returnOrderForms, [{ taxTotal: 11.07 }, { taxTotal: 11.08 }])
})
