import t from 'tap'
import { returning } from '../../testing/returning.ts'
import {
  createdOrder,
  orderFormBody,
  outboxEnvelopes,
  paymentsByType,
  testOrders,
  updateStatus,
} from '../../testing/test-orders.ts'

const test = await testOrders(t)
const { deliveredOrder, patchReturn, postReturn, readOrder, returnStatus } = returning(test)
const unit = (fields: object = {}) => ({ lineItemId: '1', returnQuantity: 1, ...fields })

t.test('when goods are returned, then a return form has their share of the sale, and the totals count it', async (t) => {
  const { id } = await deliveredOrder()
  const returns = [
    unit({ returnReason: 'too small', returnType: 'Return', isStockUpdated: true, properties: [{ key: 'a', value: '1' }] }),
  ]
  const head = {
    comment: 'by post',
    returnType: 'Claim',
    storeId: 'Bergen-01',
    userId: 'kari',
    projectTypeId: 'P',
    rmaNumber: 'R-1',
  }
  const response = await postReturn(id, { ...head, returns, properties: [{ key: 'x', value: 'y' }] })
  t.equal(response.status, 200)
  t.match(response.body, {
    returnId: '1',
    status: 'New',
    returnComment: 'by post',
    returnType: 'Claim',
    storeId: 'Bergen-01',
    userId: 'kari',
    claim: { projectType: 'P' },
    rmaNumber: 'R-1',
    creditPayment: true,
    properties: [{ key: 'x', value: 'y' }],
    total: 100,
    taxTotal: 20,
    creditAmount: 100,
    lineItems: [
      {
        lineItemId: '1',
        code: 'CUP',
        quantity: 1,
        returnQuantity: 1,
        extendedPrice: 100,
        updateStock: true,
        returnReason: 'too small',
        returnDate: String,
      },
    ],
  })
  const order = await readOrder(id)
  t.match(order, {
    netTotal: 398.9,
    modifiedBy: 'kari',
    orderForm: { lineItems: [{ returnQuantity: 1, creditedAmount: 100 }, { returnQuantity: 0 }] },
  })
  t.equal(order.status, 'Completed')
  t.same(order.returnOrderForms, [response.body])
  t.match((await postReturn(id, { returns: [unit()] })).body, { returnId: '2', lineItems: [{ updateStock: false }] })
})

t.test('given all units returned in any parts, when they are summed, then the credit is the whole price', async (t) => {
  const lineItems = [{ lineItemId: '1', code: 'CUP', quantity: 3, placedPrice: 10, discounted: 20, taxRate: 25 }]
  const { id } = await deliveredOrder({ orderForm: orderFormBody({ lineItems }) })
  const totals = []
  for (let count = 0; count < 3; count++) totals.push((await postReturn(id, { returns: [unit()] })).body.creditAmount)
  t.same(totals, [3.33, 3.34, 3.33])
  t.equal((await readOrder(id)).netTotal, 49)
})

t.test(
  'given agreed credits, shipping, handling and charges, when a return is created, then they sum to its total',
  async (t) => {
    const { id } = await deliveredOrder({ orderForm: orderFormBody({ handlingTotal: 5 }) })
    const { body } = await postReturn(id, {
      returns: [unit({ returnQuantity: 2, creditAmount: 40.5 })],
      creditShipment: true,
      creditShipmentAmount: 9,
      chargeShipmentCost: true,
      chargeShipmentCostAmount: 20,
      handlingTotal: 5,
    })
    t.match(body, {
      subTotal: 81,
      shippingCreditedTotal: 9,
      handlingTotal: 5,
      returnCharges: [{ key: 'ShipmentCost', amount: 20 }],
      total: 75,
      creditAmount: 75,
    })
    t.equal((await patchReturn({ id, returnId: '1' }, { chargeShipmentCostAmount: 30 })).status, 200)
    const [form] = (await readOrder(id)).returnOrderForms
    t.match(form, { returnCharges: [{ amount: 30 }], total: 65, creditAmount: 65 })
    t.equal(form.returnCharges.length, 1, 'the patch is for the same charge')
  },
)

t.test(
  'given a shipping credit without an amount, when a return is created, then it credits the rest; a unit may be worth 0',
  async (t) => {
    const { id } = await deliveredOrder()
    t.match((await postReturn(id, { creditShipmentAmount: 9 })).body, { total: 9, lineItems: { length: 0 } })
    t.match((await postReturn(id, { returns: [unit({ creditAmount: 0 })], creditShipment: true })).body, { total: 40 })
    const none = {
      returns: [unit()],
      creditShipment: false,
      creditShipmentAmount: 5,
      chargeShipmentCost: false,
      chargeShipmentCostAmount: 7,
    }
    t.match((await postReturn(id, none)).body, { total: 100, returnCharges: { length: 0 } })
    t.match((await postReturn(id, { creditShipment: true, returns: [{ lineItemId: '2', returnQuantity: 1 }] })).body, {
      total: 249.9,
    })
  },
)

t.test('when more units are returned than are delivered and not returned, then the request fails', async (t) => {
  const { id } = await createdOrder(test)
  const refused = async (body: object, code = 'QuantityNotAvailable') =>
    t.match(await postReturn(id, body), { status: 400, body: { error: code } })
  await refused({ returns: [unit()] })
  const deliver = { status: 'InProgress', lineItemUpdates: [{ lineItemId: '1', deliveredQuantity: 1 }] }
  t.equal((await test.send({ method: 'POST', url: `/api/Orders/${id}/OrderLinesUpdate`, body: deliver })).status, 200)
  await refused({ returns: [unit({ returnQuantity: 1.5 })] })
  t.equal((await postReturn(id, { returns: [unit()] })).status, 200)
  await refused({ returns: [unit({ returnQuantity: 0.001 })] })
  t.equal((await readOrder(id)).returnOrderForms.length, 1, 'nothing is half-written')
})

// A cancelled status takes the undelivered rest only; the return of what had been delivered before
// was refused all the same.
t.test(
  'given an order whose rest was cancelled, when delivered units are returned, then exactly these are refunded',
  async (t) => {
    const { id } = await createdOrder(test)
    const deliver = { status: 'Completed', lineItemUpdates: [{ lineItemId: '1', deliveredQuantity: 1 }] }
    t.equal((await test.send({ method: 'POST', url: `/api/Orders/${id}/OrderLinesUpdate`, body: deliver })).status, 200)
    const canceled = (await updateStatus(test, id, { body: { status: 'Cancelled' } })).body.order
    t.match(canceled, {
      status: 'Cancelled',
      orderForm: {
        lineItems: [
          { deliveredQuantity: 1, canceledQuantity: 1 },
          { deliveredQuantity: 0, canceledQuantity: 1 },
        ],
      },
    })
    const refused = async (returns: object[]) =>
      t.match(await postReturn(id, { returns }), { status: 400, body: { error: 'QuantityNotAvailable' } })
    await refused([unit({ returnQuantity: 2 })])
    await refused([unit({ lineItemId: '2' })])
    const { status, body } = await postReturn(id, { status: 'Completed', returns: [unit()] })
    t.match([status, body], [200, { returnId: '1', creditAmount: 100 }])
    t.match(paymentsByType(await readOrder(id), 'Credit'), [{ amount: 100, status: 'Processed' }])
    await refused([unit()])
  },
)

t.test('given a cancelled shipment, when its delivered units are returned, then the request fails', async (t) => {
  const { id } = await deliveredOrder()
  const body = { status: 'Cancelled', shipmentInfo: { shipmentId: '1' }, skipRunWorkflow: true }
  t.equal((await updateStatus(test, id, { body })).status, 200)
  t.match(await postReturn(id, { returns: [unit()] }), { status: 400, body: { error: 'QuantityNotAvailable' } })
})

t.test('given two concurrent returns of the last unit, when they have ended, then one has failed', async (t) => {
  const { id } = await deliveredOrder()
  const one = { returns: [{ lineItemId: '2', returnQuantity: 1 }] }
  const responses = await Promise.all(Array.from({ length: 5 }, () => postReturn(id, one)))
  t.same(responses.map(({ status }) => status).sort(), [200, 400, 400, 400, 400])
  t.equal((await readOrder(id)).orderForm.lineItems[1].returnQuantity, 1)
})

t.test('given concurrent returns, when they have ended, then they credit no more handling than was paid', async (t) => {
  const { id } = await deliveredOrder({ orderForm: orderFormBody({ handlingTotal: 20 }) })
  t.equal((await postReturn(id, { handlingTotal: 5 })).status, 200)
  const responses = await Promise.all([1, 2, 3].map(() => postReturn(id, { handlingTotal: 10 })))
  t.same(responses.map(({ status }) => status).toSorted(), [200, 400, 400])
  const refused = responses.find(({ status }) => status === 400)
  t.match(refused?.body, { error: 'ValidationFailed', errors: { handlingTotal: ['25 would be credited of a handling of 20'] } })
  t.equal((await patchReturn({ id, returnId: '1' }, { handlingTotal: 10.01 })).status, 400)
  t.equal((await patchReturn({ id, returnId: '1' }, { handlingTotal: 10 })).status, 200)
  const returnOrderForms = [{ returnId: '1', handlingTotal: 11 }]
  const patch = { method: 'PATCH' as const, url: `/api/Orders/${id}/PatchOrder`, body: { returnOrderForms } }
  t.equal((await test.send(patch)).status, 400)
  await returnStatus(id, { returnId: '1', status: 'Cancelled' })
  t.equal((await postReturn(id, { handlingTotal: 10 })).status, 200, 'a cancelled form credits nothing')
})

t.test('when a return credits more than was paid, then it fails and nothing is written', async (t) => {
  const { id } = await deliveredOrder()
  const refused = async (body: object, path: string) => {
    const response = await postReturn(id, body)
    t.match(response, { status: 400, body: { error: 'ValidationFailed' } }, JSON.stringify(body))
    t.ok(response.body.errors[path], `${path}: ${JSON.stringify(response.body.errors)}`)
  }
  await refused({ returns: [unit({ returnQuantity: 2, creditAmount: 100.01 })] }, 'returns[0].creditAmount')
  await refused({ returns: [unit()], creditAmount: 100.01 }, 'creditAmount')
  await refused({ creditShipmentAmount: 49.01 }, 'creditShipmentAmount')
  await refused(
    { returns: [unit({ returnQuantity: 2 }), { lineItemId: '2', returnQuantity: 1 }], creditShipment: true, handlingTotal: 1 },
    'creditAmount',
  )
  t.same((await readOrder(id)).returnOrderForms, [])
  const unpaid = await createdOrder(test)
  await updateStatus(test, unpaid.id, { body: { status: 'Completed', skipRunWorkflow: true } })
  const lines = { status: 'InProgress', lineItemUpdates: [{ lineItemId: '1', deliveredQuantity: 2 }] }
  await test.send({ method: 'POST', url: `/api/Orders/${unpaid.id}/OrderLinesUpdate`, body: lines })
  t.equal(
    (await postReturn(unpaid.id, { returns: [unit()], creditAmount: 10 })).status,
    400,
    'voids and authorisations are no money',
  )
  t.equal((await postReturn(unpaid.id, { returns: [unit()], creditAmount: 10, creditPayment: false })).status, 200)
})

t.test('when a request is invalid, then the errors name every bad path', async (t) => {
  const { id } = await deliveredOrder()
  const response = await postReturn(id, {
    storeId: 'Nowhere',
    chargeShipmentCost: true,
    handlingTotal: -1,
    returns: [
      unit({ returnQuantity: 0 }),
      unit(),
      { returnQuantity: 1 },
      { lineItemId: '2', returnQuantity: -1, creditAmount: -1 },
    ],
  })
  t.equal(response.status, 400)
  const paths = [
    'chargeShipmentCostAmount',
    'handlingTotal',
    'returns[0].returnQuantity',
    'returns[1].lineItemId',
    'returns[2].lineItemId',
  ]
  t.same(
    Object.keys(response.body.errors).sort(),
    [...paths, 'returns[3].creditAmount', 'returns[3].returnQuantity', 'storeId'].sort(),
  )
  for (const body of [
    {},
    { returns: [] },
    { returns: null },
    { returns: [unit()], status: 'Shipped' },
    { returns: [unit({ returnQuantity: '1' })] },
  ])
    t.equal((await postReturn(id, body)).status, 400)
  t.equal((await postReturn(id, { returns: [{ lineItemId: '9', returnQuantity: 1 }] })).status, 404)
  t.equal((await postReturn('nobody', { returns: [unit()] })).status, 404)
  t.equal((await postReturn(id, { returns: [unit()] }, { as: { storeIds: ['142'] } })).status, 403)
  t.equal((await postReturn(id, { returns: [unit()], storeId: 'Bergen-01' }, { as: { storeIds: ['Oslo-01'] } })).status, 403)
  t.equal((await postReturn(id, { returns: [unit()] }, { headers: { 'if-match': '"stale"' } })).status, 412)
  await test.send({ method: 'PATCH', url: `/api/Orders/${id}/PatchOrder`, body: { isReadOnly: true } })
  t.match(await postReturn(id, { returns: [unit()] }), { status: 400, body: { error: 'OrderIsReadOnly' } })
  await test.send({ method: 'PATCH', url: `/api/Orders/${id}/PatchOrder`, body: { isReadOnly: false } })
  await test.send({ method: 'DELETE', url: `/api/Orders/${id}` })
  t.match(await postReturn(id, { returns: [unit()] }), { status: 400, body: { error: 'OrderIsDeleted' } })
})

t.test('when a return is repeated with its key, then it is created once', async (t) => {
  const { id } = await deliveredOrder()
  const headers = { 'idempotency-key': `return-${id}` }
  const first = await postReturn(id, { returns: [unit()] }, { headers })
  const replay = await postReturn(id, { returns: [unit()] }, { headers })
  t.equal(replay.headers['idempotent-replayed'], 'true')
  t.same(replay.body, first.body)
  t.equal((await readOrder(id)).returnOrderForms.length, 1)
})

t.test('when a return is created as completed, then it is refunded before the response', async (t) => {
  const { id } = await deliveredOrder()
  const { body } = await postReturn(id, { returns: [unit()], status: 'Completed' })
  t.match(body, {
    status: 'Completed',
    rmaNumber: /^RMA-/,
    creditPaymentTotal: 100,
    payments: [{ transactionType: 'Credit', amount: 100 }],
  })
  t.equal(paymentsByType(await readOrder(id), 'Credit').length, 1)
})

t.test('when a return is created, then its event has lines and credit, in the sequence of the order', async (t) => {
  const { id } = await deliveredOrder()
  const before = (await outboxEnvelopes(test, id)).length
  await postReturn(id, { returns: [unit({ returnQuantity: 2 })] })
  await returnStatus(id, { returnId: '1', status: 'InProgress' })
  const events = await outboxEnvelopes(test, id)
  t.same(
    events.map(({ sequence }) => sequence),
    events.map((_, index) => index + 1),
  )
  const published = events.slice(before).filter(({ type }) => type.startsWith('orders.return.'))
  const lines = [{ lineItemId: '1', quantity: 2, creditAmount: 200 }]
  t.match(published, [
    { type: 'orders.return.created.v1', data: { orderId: id, returnId: '1', status: 'New', lines, creditAmount: 200 } },
    { type: 'orders.return.updated.v1', data: { status: 'InProgress', lines } },
  ])
  t.equal(published.length, 2)
})

t.test('when amounts are sent, then they are stored in the decimals of the currency', async (t) => {
  const { id } = await deliveredOrder({ orderForm: orderFormBody({ handlingTotal: 5 }) })
  const sent = { creditAmount: 10.005, creditShipmentAmount: 1.005, chargeShipmentCostAmount: 2.005, handlingTotal: 3.005 }
  const { status, body } = await postReturn(id, { returns: [unit()], ...sent })
  t.equal(status, 200)
  t.match(body, {
    creditAmount: 10.01,
    shippingCreditedTotal: 1.01,
    returnCharges: [{ amount: 2.01 }],
    handlingTotal: 3.01,
    total: 102.01,
  })
  t.same((await readOrder(id)).returnOrderForms, [body])
})

t.test(
  'given any sequence of cancellations and returns, when they have ended, then refunds, credits and net total agree',
  async (t) => {
    const lineItems = [{ lineItemId: '1', code: 'CUP', quantity: 3, placedPrice: 3.3333, taxRate: 25 }]
    const { id, total } = await deliveredOrder({ orderForm: orderFormBody({ lineItems, shipments: [{}] }) })
    for (const place of [1, 2, 3]) t.equal((await postReturn(id, { returns: [unit()] })).body.returnId, String(place))
    await returnStatus(id, { returnId: '2', status: 'Completed' })
    await returnStatus(id, { returnId: '1', status: 'Cancelled' })
    await postReturn(id, { returns: [unit()] })
    for (const returnId of ['3', '4']) await returnStatus(id, { returnId, status: 'Completed' })
    await test.background.idle()
    const order = await readOrder(id)
    const forms = order.returnOrderForms.filter((form: { status: string }) => form.status === 'Completed')
    for (const form of forms) t.equal(form.total, form.creditPaymentTotal)
    t.match(order, { netTotal: 0, orderForm: { creditPaymentTotal: total, fullRefund: true } })
  },
)

t.test(
  'given a dry run, when goods are returned, then the response is the form as it would be, and nothing is kept',
  async (t) => {
    const { id } = await deliveredOrder()
    const before = await readOrder(id)
    const [dry, exchange] = [
      { returns: [unit()] },
      {
        returns: [unit()],
        exchangeOrderOptions: { exchangeOrderLines: [{ lineItemId: '1', code: 'MUG', quantity: 1, placedPrice: 40 }] },
      },
    ]
    const tried = (body: object) =>
      test.send({ method: 'POST', url: `/api/Returns/${id}/Return`, query: { dryRun: 'true' }, body })
    t.match(await tried(dry), { status: 200, body: { returnId: '1', status: 'New', creditAmount: 100 } })
    t.match(await tried(exchange), { status: 200, body: { creditAmount: 60, replacementOrderIds: [String] } })
    t.equal((await tried({ returns: [unit({ returnQuantity: 99 })] })).body.error, 'QuantityNotAvailable')
    t.same(await readOrder(id), before)
    t.match(await postReturn(id, dry), { status: 200, body: { returnId: '1', creditAmount: 100 } }, 'and it comes true')
  },
)
