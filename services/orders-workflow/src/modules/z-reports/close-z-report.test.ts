import t from 'tap'
import { testOrders } from '../../testing/test-orders.ts'
import { close, closedEvents, pay, sell } from '../../testing/till.ts'

const noFigures = { amount: 0, count: 0 }
const figures = {
  sales: { amount: 250, count: 2 },
  returns: { amount: 25, count: 1 },
  payments: [{ name: 'Cash', amount: 250, count: 2 }],
  paymentRefunds: [{ name: 'Cash', amount: 25, count: 1 }],
  vatGroups: [{ vatValue: 25, amount: 250, count: 2 }],
  vatGroupRefunds: [{ vatValue: 25, amount: 25, count: 1 }],
  cashManagement: { cashIn: 250, cashOut: 25, cashCounted: 224, cashExpected: 225, cashDiff: -1, cashBank: 200, cashFloat: 24 },
  tips: 0,
  giftCardsSold: 0,
  giftCardsUsed: 0,
  roundOff: 0,
}

t.test('when a register is closed, then its orders are summed, included once, and an event is published', async (t) => {
  const test = await testOrders(t)
  const ids = [await sell(test), await sell(test, { register: 'R2', price: 250 })]
  await sell(test, { register: 'R3' })
  await sell(test, { register: null })
  const { status, body } = await close(test, { registerIds: ['R2', 'R1', 'R1'], dateClosed: '2026-01-15T21:00:00Z' })
  t.equal(status, 201)
  t.match(body, {
    zReportId: /^[0-9a-f-]{36}$/,
    zReportNumber: 1,
    revision: 1,
    storeId: 'Oslo-01',
    registerIds: ['R1', 'R2'],
    currencyCode: 'NOK',
    dateClosed: '2026-01-15T21:00:00.000Z',
    sales: { amount: 375, count: 2 },
    returns: noFigures,
    payments: [{ name: 'Cash', amount: 375, count: 2 }],
    paymentRefunds: { length: 0 },
    vatGroups: [{ vatValue: 25, amount: 375, vatAmount: 75, count: 2 }],
    vatGroupRefunds: { length: 0 },
    tips: 0,
    roundOff: 0,
    orderIds: ids.sort(),
  })
  t.same((await test.send({ url: `/api/ZReport/${body.zReportId}` })).body, body)
  const events = await closedEvents(test)
  t.match(events, [{ subject: body.zReportId, sequence: 1, source: '/orders/zreport' }])
  t.same(events[0].data, body)
  t.match(await close(test, { registerIds: ['R1', 'R2'] }), {
    status: 201,
    body: { zReportNumber: 2, orderIds: { length: 0 }, sales: noFigures, payments: { length: 0 } },
  })
})

t.test(
  'given sales of every kind, when a register is closed, then the figures have methods, rates, tips, gift cards, rounding and refunds',
  async (t) => {
    const test = await testOrders(t)
    const lineItems = [
      { lineItemId: '1', code: 'CUP', quantity: 2, placedPrice: 100 },
      { lineItemId: '2', code: 'BREAD', quantity: 1, placedPrice: 57.5, taxRate: 15 },
      { lineItemId: '3', code: 'TIP', quantity: 1, placedPrice: 20, productType: 'Tip', taxRate: 0 },
      { lineItemId: '4', code: 'CARD', quantity: 1, placedPrice: 300, productType: 'GiftCard', taxRate: 0 },
    ]
    await sell(test, {
      fields: {
        orderForm: {
          lineItems,
          grossRoundoff: 0.5,
          payments: [pay(300, 'Card'), pay(200, 'GiftCard'), pay(78, 'Cash'), pay(999, 'Card', { status: 'Failed' })],
        },
      },
    })
    await sell(test, {
      payments: [
        pay(125, 'Card'),
        pay(50, 'Card', { transactionType: 'Credit', orderLineReferences: [{ lineItemId: '1', quantity: 1 }] }),
      ],
    })
    const { body } = await close(test)
    t.match(body, {
      sales: { amount: 382.5, count: 2 },
      returns: { amount: 50, count: 1 },
      payments: [
        { name: 'Card', amount: 425, count: 2 },
        { name: 'Cash', amount: 78, count: 1 },
        { name: 'GiftCard', amount: 200, count: 1 },
      ],
      paymentRefunds: [{ name: 'Card', amount: 50, count: 1 }],
      vatGroups: [
        { vatValue: 25, amount: 325, vatAmount: 65, count: 2 },
        { vatValue: 15, amount: 57.5, vatAmount: 7.5, count: 1 },
      ],
      vatGroupRefunds: [{ vatValue: 25, amount: 50, vatAmount: 10, count: 1 }],
      tips: 20,
      giftCardsSold: 300,
      giftCardsUsed: 200,
      roundOff: 0.5,
    })
    const sum = (list: { amount: number }[]) => list.reduce((total, { amount }) => total + amount, 0)
    const sold = sum(body.vatGroups) + body.tips + body.giftCardsSold + body.roundOff
    t.equal(sum(body.payments), sold, 'what was paid is what was sold')
  },
)

// The ledger booked the VAT of the sum, which is not what the customers were shown.
t.test(
  'given receipts whose VAT is rounded, when a register is closed, then the report has the sum of what they show',
  async (t) => {
    const test = await testOrders(t)
    const line = { lineItemId: '1', code: 'BREAD', quantity: 1, placedPrice: 100, taxRate: 15 }
    for (const fee of [{}, {}, { productType: 'Fee' }]) {
      const payments = [pay(100, 'Cash')]
      await sell(test, { fields: { orderForm: { lineItems: [{ ...line, ...fee }], payments } } })
    }
    t.match((await close(test)).body, {
      vatGroups: [{ vatValue: 15, amount: 300, vatAmount: 39.12, count: 3 }],
      fees: [{ vatValue: 15, amount: 100, vatAmount: 13.04 }],
    })
  },
)

// A payment above its order was only among the payments, and its posting sent the excess to the
// suspense account.
t.test('when more is paid than an order costs, then the excess is a deposit until it is refunded', async (t) => {
  const test = await testOrders(t)
  const order = await sell(test, { price: 100, payments: [pay(150, 'Cash')] })
  const vatGroups = [{ vatValue: 25, amount: 100, count: 1 }]
  const overpaid = (await close(test)).body
  t.match(overpaid, { sales: { amount: 100 }, payments: [{ name: 'Cash', amount: 150 }], vatGroups, deposits: 50 })
  t.same((await closedEvents(test)).at(-1).data, overpaid)
  const back = [pay(200, 'Cash', { transactionType: 'Credit' })]
  t.equal((await test.send({ method: 'POST', url: `/api/Orders/${order}/AddPayments`, body: back })).status, 200)
  t.match((await close(test)).body, {
    returns: { amount: 100 },
    paymentRefunds: [{ name: 'Cash', amount: 200 }],
    vatGroupRefunds: vatGroups,
    deposits: -100,
  })
  await sell(test)
  t.notOk('deposits' in (await close(test)).body, 'nothing is absent')
})

t.test(
  'given a till that sends its figures, when it sends deposits, then they are stored, and 0 is the same as none',
  async (t) => {
    const test = await testOrders(t)
    t.notOk('deposits' in (await close(test, { zReportId: 'Z-1', ...figures })).body)
    t.equal((await close(test, { zReportId: 'Z-1', ...figures, deposits: 0 })).status, 200)
    t.match(await close(test, { zReportId: 'Z-1', ...figures, deposits: -7.5 }), {
      status: 201,
      body: { revision: 2, deposits: -7.5 },
    })
  },
)

t.test('when the same report is sent again, then it is 200, and other content is a revision of the same number', async (t) => {
  const test = await testOrders(t)
  const [id] = [await sell(test)]
  const first = await close(test, { zReportId: 'Z-1' })
  t.match(first, { status: 201, body: { zReportNumber: 1, revision: 1, orderIds: [id] } })
  const later = await sell(test)
  t.same((await close(test, { zReportId: 'Z-1' })).body, first.body)
  t.equal((await close(test, { zReportId: 'Z-1' })).status, 200)
  const revised = await close(test, { zReportId: 'Z-1', ...figures })
  t.match(revised, {
    status: 201,
    body: {
      zReportNumber: 1,
      revision: 2,
      orderIds: [id],
      ...figures,
      dateClosed: first.body.dateClosed,
      created: first.body.created,
    },
  })
  t.match(await close(test, { zReportId: 'Z-1', ...figures }), { status: 200, body: { revision: 2 } })
  t.match(await close(test, { zReportId: 'Z-2' }), { status: 201, body: { zReportNumber: 2, orderIds: [later] } })
  t.same(
    (await closedEvents(test)).map(({ subject, sequence }) => `${subject} ${sequence}`),
    ['Z-1 1', 'Z-1 2', 'Z-2 1'],
  )
  t.match(await close(test, { zReportId: 'Z-1', registerIds: ['R2'] }), {
    status: 201,
    body: { revision: 3, orderIds: { length: 0 } },
  })
  t.match(await close(test, { zReportId: 'Z-3' }), { body: { zReportNumber: 3, orderIds: [id] } }, 'what it let go waits again')
  t.match(await close(test, { zReportId: 'Z-1', storeId: 'Bergen-01' }), { status: 400, body: { errors: { storeId: [String] } } })
})

t.test('given concurrent closes, when all have ended, then numbers have no gap and each order is in one report', async (t) => {
  const test = await testOrders(t)
  const ids: string[] = []
  const selling = (async () => {
    for (let sale = 0; sale < 25; sale++) ids.push(await sell(test, { register: sale % 2 === 0 ? 'R1' : 'R2' }))
  })()
  const closing = Array.from({ length: 12 }, (_, index) => close(test, { registerIds: index % 3 === 0 ? ['R1', 'R2'] : ['R2'] }))
  const responses = await Promise.all(closing)
  await selling
  responses.push(await close(test, { registerIds: ['R1', 'R2'] }))
  t.same(
    responses.map(({ body }) => body.zReportNumber).sort((a, b) => a - b),
    Array.from({ length: 13 }, (_, index) => index + 1),
  )
  t.same(responses.flatMap(({ body }) => body.orderIds).sort(), ids.sort())
  const sold = responses.reduce((total, { body }) => total + body.sales.amount, 0)
  t.equal(sold, 25 * 125)
})

t.test('when the same close is sent twice concurrently, then there is one report', async (t) => {
  const test = await testOrders(t)
  await sell(test)
  const responses = await Promise.all([1, 2, 3, 4].map(() => close(test, { zReportId: 'Z-same' })))
  t.same(responses.map(({ status }) => status).sort(), [200, 200, 200, 201])
  t.equal(new Set(responses.map(({ text }) => text)).size, 1)
  t.equal((await closedEvents(test)).length, 1)
})

t.test(
  'given orders of other types, currencies and stores, unfinished, deleted or purged, when a register is closed, then they are left out',
  async (t) => {
    const test = await testOrders(t)
    await sell(test, { storeId: 'Bergen-01' })
    await sell(test, { fields: { billingCurrency: 'EUR' } })
    const deleted = await sell(test)
    await test.send({ method: 'DELETE', url: `/api/Orders/${deleted}` })
    const purged = await sell(test)
    await test.send({ method: 'DELETE', url: `/api/Orders/${purged}?deletePermanently=true` })
    const properties = [{ key: 'RegisterId', value: 'R1' }]
    const online = { id: 'web', storeId: 'Oslo-01', status: 'New', orderType: 'Online', marketId: 'NOR', properties }
    await test.send({ method: 'POST', url: '/api/Orders', body: online })
    await test.send({ method: 'POST', url: '/api/Orders', body: { ...online, id: 'open', orderType: 'Pos' } })
    t.match(await close(test), { status: 201, body: { orderIds: { length: 0 } } })
    await test.send({ method: 'POST', url: `/api/Orders/${deleted}/Restore` })
    t.match(await close(test), { body: { orderIds: [deleted] } }, 'a restored order is not left out')
    t.equal((await close(test, { currencyCode: 'eur' })).body.orderIds.length, 1)
    const again = await sell(test, { id: purged })
    t.match(await close(test), { body: { orderIds: [again] } }, 'the id of a purged order is a new order')
  },
)

t.test(
  'given an order that is no longer completed, when a register is closed, then it waits; a returned one does not',
  async (t) => {
    const test = await testOrders(t)
    const [cancelled, returned] = [await sell(test), await sell(test)]
    const move = (id: string, status: string) =>
      test.send({ method: 'POST', url: `/api/Orders/${id}/UpdateStatus`, body: { status, skipRunWorkflow: true } })
    await move(cancelled, 'InProgress')
    await move(returned, 'Returned')
    t.match(await close(test), { status: 201, body: { orderIds: [returned] } })
    await move(cancelled, 'Completed')
    t.match(await close(test), { status: 201, body: { orderIds: [cancelled] } })
  },
)

t.test('when an order is completed later, by status, batch or import, then it waits for the next report', async (t) => {
  const test = await testOrders(t)
  const order = (id: string, status: string) => ({
    id,
    orderNumber: id,
    storeId: 'Oslo-01',
    marketId: 'NOR',
    orderType: 'Pos',
    status,
    properties: [{ key: 'RegisterId', value: 'R1' }],
    orderForm: { lineItems: [{ lineItemId: '1', code: 'CUP', quantity: 1, placedPrice: 125 }] },
  })
  await test.send({ method: 'POST', url: '/api/Orders', body: order('by-status', 'New') })
  await test.send({ method: 'POST', url: '/api/Orders/AddMany', body: [order('by-batch', 'Completed')] })
  await test.send({ method: 'POST', url: '/api/Orders/ImportMany', body: [order('by-import', 'Completed')] })
  await test.send({ method: 'POST', url: '/api/Orders/by-status/UpdateStatus', body: { status: 'Completed' } })
  t.same((await close(test)).body.orderIds, ['by-batch', 'by-import', 'by-status'])
})

t.test('when the input is invalid, then the error has its path and nothing is written', async (t) => {
  const test = await testOrders(t)
  await sell(test)
  const { sales: given, ...rest } = figures
  const bad: [object, string][] = [
    [{ storeId: undefined }, 'storeId'],
    [{ storeId: 'nowhere' }, 'storeId'],
    [{ registerIds: undefined }, 'registerIds'],
    [{ registerIds: [] }, 'registerIds'],
    [{ registerIds: [''] }, 'registerIds[0]'],
    [{ zReportId: '' }, 'zReportId'],
    [{ zReportId: 'x'.repeat(101) }, 'zReportId'],
    [{ currencyCode: 'XXY' }, 'currencyCode'],
    [{ dateClosed: 'today' }, 'dateClosed'],
    [{ sales: given }, 'returns'],
    [rest, 'sales'],
    [{ deposits: 5 }, 'sales'],
    [{ ...figures, deposits: '5' }, 'deposits'],
    [{ ...figures, tips: '1' }, 'tips'],
    [{ ...figures, vatGroups: null }, 'vatGroups'],
    [{ giftCardsSold: 5, cashManagement: {} }, 'sales'],
    [{ ...figures, payments: [{ name: 'Cash', behaviour: 'credit' }] }, 'payments[0].behaviour'],
    [{ ...figures, returns: { amount: -1, count: 1 } }, 'returns.amount'],
    [{ ...figures, payments: [{ amount: 1, count: 1 }] }, 'payments[0].name'],
    [{ ...figures, vatGroups: [{ amount: 1, count: 1 }] }, 'vatGroups[0].vatValue'],
    [{ ...figures, cashManagement: { ...figures.cashManagement, cashDiff: 5 } }, 'cashManagement.cashDiff'],
    [{ ...figures, roundOff: '1' }, 'roundOff'],
  ]
  for (const [body, path] of bad)
    t.match(await close(test, body), { status: 400, body: { errors: { [path]: [String] } } }, JSON.stringify(body))
  t.equal((await close(test, {}, { as: { storeIds: ['Bergen-01'] } })).status, 403)
  t.same(await closedEvents(test), [])
  t.match(await close(test, { cashManagement: null }), { status: 201, body: { zReportNumber: 1 } }, 'null is absent')
})

t.test('when a close is repeated with its key, then the response is the same', async (t) => {
  const test = await testOrders(t)
  const headers = { 'idempotency-key': 'close-1' }
  const first = await close(test, {}, { headers })
  const again = await close(test, {}, { headers })
  t.match(again, { status: 201, headers: { 'idempotent-replayed': 'true' }, body: { zReportNumber: 1 } })
  t.same(again.body, first.body)
})

t.test(
  'given an order that is edited later, when a register is closed, then the figures are the published payments',
  async (t) => {
    const test = await testOrders(t)
    const send = async (method: 'PUT' | 'POST' | 'PATCH', path: string, body: unknown) =>
      t.match(await test.send({ method, url: `/api/Orders/${path}`, body }), { status: 200 }, path)
    const cheaper = await sell(test, { price: 125 })
    await send('PATCH', `${cheaper}/PatchUpdateOrderLines`, [{ lineItemId: '1', placedPrice: 100 }])
    const exchanged = await sell(test, { price: 1000 })
    await send('POST', `${exchanged}/OrderLines`, { code: 'TEA', quantity: 1, placedPrice: 900, taxRate: 15 })
    await send('PATCH', `${exchanged}/PatchUpdateOrderLines`, [{ lineItemId: '1', placedPrice: 0 }])
    const refund = {
      amount: 100,
      paymentMethodName: 'Cash',
      transactionId: 'back',
      transactionType: 'Credit',
      status: 'Processed',
    }
    await send('POST', `${exchanged}/AddPayments`, [refund])
    const { body } = await close(test)
    t.match(body, {
      sales: { amount: 2025, count: 2 },
      returns: { amount: 1000, count: 1 },
      payments: [{ name: 'Cash', amount: 1125, count: 2 }],
      paymentRefunds: [{ name: 'Cash', amount: 100, count: 1 }],
      vatGroups: [
        { vatValue: 25, amount: 1125, count: 2 },
        { vatValue: 15, amount: 900, count: 1 },
      ],
      vatGroupRefunds: [{ vatValue: 25, amount: 1000, count: 1 }],
    })
  },
)
