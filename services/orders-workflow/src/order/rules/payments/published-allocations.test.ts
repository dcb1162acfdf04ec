import t from 'tap'
import {
  capture,
  credit,
  history,
  orderAtVersion,
  type SamplePayment,
  shown,
} from '../../../testing/payments/payment-histories.ts'
import { sampleTerms } from '../../../testing/sample-order.ts'
import { allocationsAfter, type PublishedAllocation, withMissingAllocations, withNewLineIds } from './published-allocations.ts'

const shoes = { placedPrice: 1000, taxRate: 25 }
const food = { placedPrice: 230, taxRate: 15 }

t.test('given a line added between two captures, when they are allocated, then the second has it and the rest', async (t) => {
  const first = [capture('A', 400)]
  const allocations = history(
    { form: { lineItems: [shoes], payments: first } },
    { form: { lineItems: [shoes, food], payments: first } },
    { form: { lineItems: [shoes, food], payments: [...first, capture('B', 830)] } },
  )
  t.same(shown(allocations), { A: ['Sales 1/- 25% 320+80'], B: ['Sales 1/- 25% 480+120', 'Sales 2/- 15% 200+30'] })
})

t.test('given a line cancelled after a capture, when the last one is allocated, then its money pays other lines', async (t) => {
  const first = [capture('A', 400)]
  const canceled = [shoes, { ...food, canceledQuantity: 1 }]
  const allocations = history(
    { form: { lineItems: [shoes, food], payments: first } },
    { form: { lineItems: canceled, payments: first } },
    { form: { lineItems: canceled, payments: [...first, capture('B', 600)] } },
  )
  t.same(shown(allocations), {
    A: ['Sales 1/- 25% 260.16+65.04', 'Sales 2/- 15% 65.04+9.76'],
    B: ['Sales 1/- 25% 539.84+134.96', 'Sales 2/- 15% -65.04+-9.76'],
  })
  const partial = history(
    { form: { lineItems: [shoes, food], payments: first } },
    { form: { lineItems: canceled, payments: [...first, capture('B', 300)] } },
  )
  t.same(shown(partial).B, ['Sales 1/- 25% 299.84+74.96', 'Sales 2/- 15% -65.04+-9.76'])
})

for (const [name, cheaper] of [
  ['price', { ...shoes, placedPrice: 300 }],
  ['quantity', { ...shoes, placedPrice: 100, quantity: 3 }],
] as const) {
  t.test(`given captured goods with a reduced ${name}, when a refund is allocated, then it reverses sales and VAT`, async (t) => {
    const full = name === 'price' ? shoes : { ...shoes, placedPrice: 100, quantity: 10 }
    const sale = [capture('A', 1000)]
    const start = { form: { lineItems: [full], payments: sale } }
    const after = (...credits: SamplePayment[]) => ({ form: { lineItems: [cheaper], payments: [...sale, ...credits] } })
    t.same(shown(history(start, after(), after(credit('B', 700)))).B, ['Sales 1/- 25% 560+140'])
    const more = history(start, after(), after(credit('B', 750)))
    t.same(shown(more).B, ['Sales 1/- 25% 600+150'], 'and then of what is left')
    const parts = history(start, after(credit('B', 300)), after(credit('B', 300), credit('C', 400)))
    t.same([shown(parts).B, shown(parts).C], [['Sales 1/- 25% 240+60'], ['Sales 1/- 25% 320+80']])
  })
}

t.test('given an overpaid line, when a refund is allocated, then it takes that before deposits and other lines', async (t) => {
  const sale = [capture('A', 1280)]
  const cheaper = [{ ...shoes, placedPrice: 900 }, food]
  const start = { form: { lineItems: [shoes, food], payments: sale } }
  const after = (...credits: SamplePayment[]) => ({ form: { lineItems: cheaper, payments: [...sale, ...credits] } })
  t.same(shown(history(start)).A, ['Sales 1/- 25% 800+200', 'Sales 2/- 15% 200+30', 'Deposit -/- -% 50+0'])
  t.same(shown(history(start, after(credit('B', 120)))).B, ['Sales 1/- 25% 80+20', 'Deposit -/- -% 20+0'])
  const named = credit('B', 30, { orderLineReferences: [{ lineItemId: '2' }] })
  t.same(shown(history(start, after(named))).B, ['Sales 2/- 15% 26.09+3.91'], 'a refund of a line is for that line')
  t.same(shown(history(start, after(credit('B', 150)))).B, ['Sales 1/- 25% 80+20', 'Deposit -/- -% 50+0'])
})

t.test('given lines cancelled after a capture, when a refund is allocated, then it reverses their sales', async (t) => {
  const sale = [capture('A', 1230)]
  const canceled = [shoes, { ...food, canceledQuantity: 1 }]
  for (const orderLineReferences of [[], [{ lineItemId: '2' }]]) {
    const allocations = history(
      { form: { lineItems: [shoes, food], payments: sale } },
      { form: { lineItems: canceled, payments: [...sale, credit('B', 230, { orderLineReferences })] } },
    )
    t.same(shown(allocations).B, ['Sales 2/- 15% 200+30'])
  }
})

t.test('given a deposit, when lines are added, then it pays for them', async (t) => {
  const sale = [capture('A', 1100)]
  const allocations = history(
    { form: { lineItems: [shoes], payments: sale } },
    { form: { lineItems: [shoes, food], payments: [...sale, capture('B', 130)] } },
  )
  t.same(shown(allocations), {
    A: ['Sales 1/- 25% 800+200', 'Deposit -/- -% 100+0'],
    B: ['Sales 2/- 15% 200+30', 'Deposit -/- -% -100+0'],
  })
})

t.test('given another VAT rate, when the next payment is allocated, then the paid amount moves to it', async (t) => {
  const sale = [capture('A', 1000)]
  const allocations = history(
    { form: { lineItems: [shoes], payments: sale } },
    { form: { lineItems: [{ ...shoes, taxRate: 15 }, food], payments: [...sale, capture('B', 230)] } },
  )
  t.same(shown(allocations).B, ['Sales 1/- 15% 869.57+130.43', 'Sales 2/- 15% 200+30', 'Sales 1/- 25% -800+-200'])
})

t.test('given captured goods, when a split moves them to another shipment, then they stay paid', async (t) => {
  const line = { ...shoes, placedPrice: 333.33, quantity: 3, discounted: 0.5 }
  const held = (quantity: number) => ({ lineItems: [{ ...line, lineItemId: '1', quantity }] })
  const sale = [capture('A', 999.49)]
  const split = { lineItems: [line], shipments: [held(2), { ...held(1), shippingSubTotal: 50 }] }
  const allocations = history(
    { form: { lineItems: [line], shipments: [{}], payments: sale } },
    { form: { ...split, payments: sale } },
    { form: { ...split, payments: [...sale, capture('B', 50)] } },
    { form: { ...split, payments: [...sale, capture('B', 50), credit('C', 1049.49)] } },
  )
  const { A, B, C } = shown(allocations)
  t.same(A, ['Sales 1/1 25% 799.99+200', 'Discount 1/1 25% -0.4+-0.1'])
  t.same(B, ['Shipping -/2 25% 40+10'], 'nothing of the goods')
  t.equal(C?.length, 5, 'and are paid back where they are')
})

t.test('given an amount refunded for a return, when the order is edited, then it is not paid again', async (t) => {
  const sale = [capture('A', 1230)]
  const refund = credit('B', 1000)
  const returns = [{ returnId: 'R', lineItems: [{ lineItemId: '1', quantity: 1 }], payments: [refund] }]
  const lines = [{ ...shoes, deliveredQuantity: 1, returnQuantity: 1 }, food]
  const allocations = history(
    { form: { lineItems: lines, payments: sale } },
    { form: { lineItems: lines, payments: [...sale, refund] }, returns },
    { form: { lineItems: [...lines, food], payments: [...sale, refund, capture('C', 230)] }, returns },
  )
  t.same([shown(allocations).B, shown(allocations).C], [['Sales 1/- 25% 800+200'], ['Sales 3/- 15% 200+30']])
})

t.test('given an allocated payment, when it changes, then only another amount or scope changes the allocation', async (t) => {
  const start = { form: { lineItems: [shoes, food], payments: [capture('A', 400)] } }
  const edited = (payment: SamplePayment) => ({
    form: { lineItems: [food, shoes].map((line) => ({ ...line, placedPrice: 500 })), payments: [payment] },
  })
  const before = history(start)
  const others: SamplePayment[] = [
    { status: 'Paid' },
    { paymentMethodName: 'Vipps' },
    { properties: [{ key: 'KidNumber', value: '1' }] },
  ]
  for (const same of others) t.same(history(start, edited(capture('A', 400, same))), before)
  t.same(shown(history(start, edited(capture('A', 1000)))).A, ['Sales 1/- 15% 434.78+65.22', 'Sales 2/- 25% 400+100'])
  t.same(shown(history(start, edited(capture('A', 400, { orderLineReferences: [{ lineItemId: '2' }] })))).A, [
    'Sales 2/- 25% 320+80',
  ])
})

t.test('given a payment that failed or was removed, when others follow, then its amount is open again', async (t) => {
  const lineItems = [shoes]
  const start = { form: { lineItems, payments: [capture('A', 400)] } }
  t.same(history(start, { form: { lineItems, payments: [capture('A', 400, { status: 'Failed' })] } }), [])
  t.same(history(start, { form: { lineItems, payments: [] } }), [])
  const again = history(start, { form: { lineItems, payments: [capture('B', 1000)] } })
  t.same(shown(again), { B: ['Sales 1/- 25% 800+200'] })
})

t.test('given several payments in one write, when they are allocated, then they follow all earlier ones', async (t) => {
  const allocations = history(
    { form: { lineItems: [shoes], payments: [capture('B', 700)] } },
    { form: { lineItems: [shoes], payments: [capture('A', 200), capture('B', 700), capture('C', 200)] } },
  )
  t.same(shown(allocations), {
    A: ['Sales 1/- 25% 160+40'],
    B: ['Sales 1/- 25% 560+140'],
    C: ['Sales 1/- 25% 80+20', 'Deposit -/- -% 100+0'],
  })
})

t.test('given a line without a tax rate, when it gets one, then all allocations are calculated again', async (t) => {
  const payments = [capture('A', 400), capture('B', 600)]
  const allocations = history(
    { form: { lineItems: [{ placedPrice: 1000 }], payments } },
    { form: { lineItems: [{ placedPrice: 1000, taxRate: 0 }], payments } },
  )
  t.same(shown(allocations), { A: ['Sales 1/- 0% 400+0'], B: ['Sales 1/- 0% 600+0'] })
})

t.test('given payments without stored allocations, when the order changes, then they are allocated as it was', async (t) => {
  const before = orderAtVersion({ form: { lineItems: [shoes], payments: [capture('A', 400)] } })
  const after = orderAtVersion({ form: { lineItems: [shoes, food], payments: [capture('A', 400), capture('B', 830)] } })
  const allocations = allocationsAfter({ before, after }, [], sampleTerms)
  t.same(shown(allocations), { A: ['Sales 1/- 25% 320+80'], B: ['Sales 1/- 25% 480+120', 'Sales 2/- 15% 200+30'] })
  t.equal(withMissingAllocations(after, allocations, sampleTerms), allocations, 'all are known')
})

t.test('given allocations, when lines get other ids, then the allocations have them', async (t) => {
  const allocations = history({ form: { lineItems: [shoes, food], payments: [capture('A', 1230)] } })
  const ids = new Map([
    ['1', '2'],
    ['2', '1'],
  ])
  t.same(shown(withNewLineIds(allocations, ids)).A, ['Sales 2/- 25% 800+200', 'Sales 1/- 15% 200+30'])
})

t.test(
  'given moved goods, when a split or a warehouse comes later than the payment, then their cost is reported once',
  async (t) => {
    const line = { ...shoes, cost: 400, quantity: 2, placedPrice: 500 }
    const held = (quantity: number, warehouseCode: string) => ({
      warehouseCode,
      lineItems: [{ ...line, lineItemId: '1', quantity }],
    })
    const split = [held(1, 'Bergen-01'), { ...held(1, 'Bergen-01'), shippingSubTotal: 50 }]
    const costs = (allocations: readonly PublishedAllocation[]) =>
      allocations.map(({ transfers }) => transfers.map(({ shipmentId, cost }) => `${shipmentId} ${cost}`))
    const sale = [capture('A', 1000)]
    const known = history(
      { form: { lineItems: [line], shipments: [held(2, 'Bergen-01')], payments: sale } },
      { form: { lineItems: [line], shipments: split, payments: [...sale, capture('B', 50)] } },
    )
    t.same(costs(known), [['1 800'], []])
    const late = history(
      { form: { lineItems: [line], shipments: [{}], payments: sale } },
      { form: { lineItems: [line], shipments: split, payments: [...sale, capture('B', 50)] } },
    )
    t.same(costs(late), [[], ['1 400', '2 400']])
  },
)
