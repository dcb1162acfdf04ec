import { eventually } from '@open-oms/service-kit/testing/test-events'
import t from 'tap'
import { held, releasedAll } from '../../testing/orders/holding.ts'
import { notingProvider } from '../../testing/payments/noting-provider.ts'
import { createdOrder, orderFormBody, paymentsByType, testOrders, updateStatus } from '../../testing/test-orders.ts'
import { configWithOnlySteps, moneyAndDates } from '../../testing/workflow/only-steps.ts'

const config = await configWithOnlySteps(...moneyAndDates, 'BookShipment')
const outside = notingProvider()
const test = await testOrders(t, { config, connectors: outside.connectors })
const read = async (id: string) => (await test.send({ url: `/api/Orders/${id}` })).body
const order = (id: string, path: string) => `/api/Orders/${id}${path}`

t.test('given a held order, when anybody lets goods leave by any call, then it is refused and nothing is written', async (t) => {
  const { id, ...created } = await createdOrder(test)
  const { versionId } = (await held(test, id)).body
  const line = { lineItemId: '1', deliveredQuantity: 1 }
  const shipment = { shipmentId: '1', status: 'Released' }
  const deliveredLine = { ...created.orderForm.shipments[0].lineItems[0], deliveredQuantity: 1 }
  const calls: [string, string, unknown][] = [
    ['POST', order(id, '/UpdateStatus'), { status: 'Shipped' }],
    ['POST', order(id, '/UpdateStatus'), { status: 'Completed' }],
    ['POST', order(id, '/UpdateStatus'), { status: 'Completed', skipRunWorkflow: true }],
    ['POST', order(id, '/UpdateStatus'), { status: 'Shipped', shipmentInfo: { shipmentId: '1' } }],
    ['POST', order(id, '/UpdateStatus?dryRun=true'), { status: 'Shipped' }],
    ['POST', order(id, '/OrderLinesUpdate'), { status: 'InProgress', lineItemUpdates: [line] }],
    ['PATCH', order(id, '/PatchOrder'), { status: 'Shipped' }],
    ['PATCH', `/api/OrderShipments/${id}`, [shipment]],
    ['PATCH', `/api/OrderShipments/${id}`, [{ shipmentId: '1', orderStatus: 'Completed' }]],
    ['PATCH', order(id, '/PatchOrder'), { orderForm: { shipments: [{ shipmentId: '1', lineItems: [deliveredLine] }] } }],
    ['PUT', '/api/Orders/Update', { ...created, id, status: 'Shipped' }],
    ['POST', '/api/Orders/UpdateMany', [{ ...created, id, status: 'Completed' }]],
  ]
  for (const [method, url, body] of calls) {
    const [path, query] = url.split('?') as [string, string | undefined]
    const response = await test.send({
      method: method as 'POST',
      url: path,
      body,
      ...(query === undefined ? {} : { query: { dryRun: 'true' } }),
    })
    t.match({ status: response.status, error: response.body?.error }, { status: 409, error: 'OrderIsHeld' }, `${method} ${url}`)
  }
  t.equal((await read(id)).versionId, versionId)
  t.strictSame(outside.names(), [])
})

t.test(
  'given held orders, when rows of a batch deliver them, then only those rows fail with Error-Policy continue',
  async (t) => {
    const [one, second, other] = [await createdOrder(test), await createdOrder(test), await createdOrder(test)]
    for (const { id } of [one, second]) await held(test, id)
    const response = await test.send({
      method: 'POST',
      url: '/api/Orders/UpdateMany',
      headers: { 'error-policy': 'continue' },
      body: [
        { ...one, status: 'Completed' },
        { ...second, status: 'Completed' },
        { ...other, customerName: 'Ola' },
      ],
    })
    t.match(response.body.results, [
      { id: one.id, status: 'failed', message: /held/ },
      { id: second.id, status: 'failed', message: /held/ },
      { id: other.id, status: 'updated' },
    ])
  },
)

t.test('given a held order, when it enters statuses with which nothing leaves, then that is allowed', async (t) => {
  const { id } = await createdOrder(test)
  await held(test, id)
  for (const status of ['InProgress', 'PackedAndReady', 'OnHold'])
    t.equal((await updateStatus(test, id, { body: { status } })).status, 200, status)
  const split = {
    status: 'InProgress',
    lineItemUpdates: [{ lineItemId: '1', splitQuantity: 1 }],
    shipmentInfo: { shipmentId: '2' },
  }
  t.equal((await test.send({ method: 'POST', url: order(id, '/OrderLinesUpdate'), body: split })).status, 200)
  const transitions = (await test.send({ url: order(id, '/Transitions') })).body as {
    status: string
    allowed: boolean
    reasons: string[]
  }[]
  const of = (name: string) => transitions.find(({ status }) => status === name)
  t.match(of('Shipped'), { allowed: false, reasons: [/held \(FraudCheck\)/] })
  t.match(of('PackedAndReady'), { allowed: true })
  t.match(of('Cancelled'), { allowed: true })
})

t.test(
  'given goods that had left before the hold, when their delivery is reported, then it is written and the money waits',
  async (t) => {
    const form = orderFormBody({
      shipments: [
        { shipmentId: '1', lineItems: [{ lineItemId: '1', quantity: 2 }] },
        { shipmentId: '2', lineItems: [{ lineItemId: '2', quantity: 1 }] },
      ],
    })
    const { id } = await createdOrder(test, { orderForm: form })
    const sent = await test.send({
      method: 'PATCH',
      url: `/api/OrderShipments/${id}`,
      body: [{ shipmentId: '1', status: 'Released' }],
    })
    t.equal(sent.status, 200)
    await held(test, id)
    const complete = (shipmentId: string) =>
      updateStatus(test, id, { body: { status: 'Completed', shipmentInfo: { shipmentId } } })
    const before = outside.names().length
    const { status, body } = await complete('1')
    t.equal(status, 200)
    t.equal(body.order.orderForm.lineItems[0].deliveredQuantity, 2)
    t.match(body.orderActionExecutionResults[0], { actionType: 'CapturePayments', actionStatus: 'Warning', message: /held/ })
    t.equal(outside.names().length, before)
    t.equal((await complete('2')).status, 409)
    await releasedAll(test, id)
    await eventually(async () => (await read(id)).orderForm.capturedPaymentTotal > 0, 'the capture continues')
  },
)

t.test('given a held order, when it is cancelled, then its authorisation is voided and its holds are released', async (t) => {
  const { id } = await createdOrder(test)
  await held(test, id)
  await held(test, id, { body: { reasonCode: 'CreditLimit' } })
  const { status, body } = await updateStatus(test, id, { body: { status: 'Cancelled', userId: 'kari' } })
  t.equal(status, 200)
  t.equal(body.isAborted, false)
  t.equal(paymentsByType(body.order, 'Void').length, 1)
  t.match(body.order.holds, [
    { releaseCause: 'Canceled', releasedBy: 'kari' },
    { releaseCause: 'Canceled', releasedBy: 'kari' },
  ])
})

t.test(
  'given a held order, when its lines are cancelled one by one, then that is allowed and the last one releases it',
  async (t) => {
    const { id } = await createdOrder(test)
    await held(test, id)
    for (const lineItemId of ['1', '2']) {
      const { status } = await test.send({ method: 'POST', url: order(id, `/OrderLines/${lineItemId}/Cancel`) })
      t.equal(status, 200)
    }
    t.match(await read(id), { status: 'Cancelled', holds: [{ releaseCause: 'Canceled' }] })
  },
)

t.test('given a held order, when replacement goods are requested, then that is refused', async (t) => {
  const { id } = await createdOrder(test)
  await updateStatus(test, id, { body: { status: 'Completed' } })
  await held(test, id)
  const replacement = { orderId: id, orderLineReplacements: [{ lineItemId: '1', quantity: 1 }] }
  const response = await test.send({ method: 'POST', url: '/api/Returns/CreateReplacementOrder', body: replacement })
  t.match([response.status, response.body.error], [409, 'OrderIsHeld'], response.text)
})
