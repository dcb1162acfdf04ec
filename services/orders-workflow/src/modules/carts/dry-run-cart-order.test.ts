import t from 'tap'
import { manualPayments } from '../../connectors/payment/manual.ts'
import type { PaymentConnector } from '../../connectors/payment/payment-connector.ts'
import { aProduct } from '../../testing/products/test-products.ts'
import { storedRows } from '../../testing/stored-rows.ts'
import { cartCalls, createdCart, knownProducts } from '../../testing/test-carts.ts'
import { authorization, createdOrder, orderFormBody, paymentsByType, testOrders } from '../../testing/test-orders.ts'
import { configWithSteps } from '../../testing/workflow/stepped-config.ts'

const calls: string[] = []
const capture: PaymentConnector['capture'] = async (request) => {
  calls.push(request.orderId)
  return manualPayments.capture(request)
}
const config = await configWithSteps([
  { name: 'CapturePayments', id: 'capture', stopOnError: true },
  { name: 'UpdateShipmentStatus', id: 'last', properties: [{ key: 'Status', value: 'Shipped' }] },
  { name: 'GenerateSecretKey', id: 'after', runAfterOrderIsSaved: true },
])
for (const type of config.orderTypes) type.enableCreateFromCart = type.name !== 'Replacement'
const test = await testOrders(t, { config, connectors: { payment: (): PaymentConnector => ({ ...manualPayments, capture }) } })
const carts = cartCalls(test)
await knownProducts(test, aProduct('CUP'))

/**
 * Every row of every table that a write touches, except the responses recorded for repeats
 * (http.md#idempotency-keys).
 */
const everything = () => storedRows(test.database, { except: ['idempotency_key'] })

t.test(
  'given a cart, when its order is created in a dry run, then the result is shown and nothing is stored, published or called',
  async (t) => {
    const { id } = await createdCart(test, { orderForm: orderFormBody() })
    const before = await everything()
    for (const headers of [{}, { 'idempotency-key': 'try-1' }, { 'idempotency-key': 'try-1' }] as Record<string, string>[]) {
      const { status, body } = await carts.dryRun(id, 'InProgress', { headers })
      t.equal(status, 200)
      t.match(body, {
        isAborted: false,
        order: {
          status: 'InProgress',
          orderType: 'Online',
          total: 498.9,
          orderForm: { cartId: id, capturedPaymentTotal: 498.9, shipments: [{ status: 'Shipped' }] },
        },
        orderActionExecutionResults: [
          { stepId: 'capture', actionStatus: 'Success' },
          { stepId: 'last', actionStatus: 'Success' },
        ],
      })
      t.match(paymentsByType(body.order, 'Capture'), [{ amount: 498.9, status: 'Processed' }])
    }
    await test.background.idle()
    t.equal(await everything(), before)
    t.same(calls, [])
    t.equal((await carts.order(id, { status: 'InProgress' })).status, 201)
    await test.background.idle()
    t.equal(calls.length, 1)
  },
)

t.test(
  'given a cart with an order, when processCartWorkflowTest names a status, then the result is that of UpdateStatus',
  async (t) => {
    const { id } = await createdCart(test, { orderForm: orderFormBody() })
    const order = (await carts.order(id)).body
    const named = await createdOrder(test, { orderForm: orderFormBody({ cartId: 'named' }) })
    await test.background.idle()
    const before = await everything()
    calls.length = 0
    for (const [cartId, orderId] of [
      [id, order.id],
      ['named', named.id],
    ]) {
      const { status, body } = await carts.dryRun(cartId as string, 'InProgress')
      t.match({ status, body }, { status: 200, body: { order: { id: orderId, status: 'InProgress' } } })
      t.equal(paymentsByType(body.order, 'Capture').length, 1)
    }
    t.equal(await everything(), before)
    t.same(calls, [])
  },
)

t.test(
  'given a cart that makes no valid order, when it is ordered in a dry run, then it fails as the real request does',
  async (t) => {
    const expired = orderFormBody({ payments: [authorization({ authorizationExpires: '2020-01-01' })] })
    const { id } = await createdCart(test, { orderForm: expired })
    t.match((await carts.dryRun(id, 'InProgress')).body, {
      isAborted: true,
      order: { errors: [{ key: 'CapturePayments' }] },
      orderActionExecutionResults: [{ actionStatus: 'Error', cancelWorkflow: true }],
    })
    t.match(await carts.dryRun(id, 'Nowhere'), { status: 400, body: { errors: { status: [String] } } })
    t.equal((await carts.dryRun('nothing', 'InProgress')).status, 404)
    t.equal((await carts.dryRun(id, 'InProgress', { as: { storeIds: ['Bergen-01'] } })).status, 403)
    t.equal((await carts.dryRun(id, 'InProgress', { as: { roles: ['OrderRead', 'ProductAdmin'] } })).status, 403)
    const other = await createdCart(test, { orderType: 'Replacement' })
    t.match(await carts.dryRun(other.id, 'New'), { status: 400, body: { errors: { orderType: [String] } } })
  },
)

t.test('given an Idempotency-Key, when a dry run is sent, then only the response is stored, for orders too', async (t) => {
  const { id } = await createdOrder(test)
  await test.background.idle()
  const before = await everything()
  for (const path of ['UpdateStatus', 'OrderLinesUpdate']) {
    const url = `/api/Orders/${id}/${path}`
    const body = { status: 'InProgress', lineItemUpdates: [{ lineItemId: '1', deliveredQuantity: 1 }] }
    const keyed = { method: 'POST', body, headers: { 'idempotency-key': 'dry' } } as const
    t.equal((await test.send({ ...keyed, url, query: { dryRun: 'true' } })).status, 200)
    t.match(await test.send({ ...keyed, url, query: { dryRun: 'true' } }), {
      status: 200,
      headers: { 'idempotent-replayed': 'true' },
    })
    t.equal((await test.send({ ...keyed, url })).status, 422, 'the same key never does what was only tried')
  }
  await test.background.idle()
  t.equal(await everything(), before)
})

t.test(
  'given the sample tenant, when each first status is set in a dry run, then it succeeds, also where stock moves',
  async (t) => {
    const whole = await testOrders(t, { database: test.database })
    const { id } = await createdCart(whole, {
      orderForm: { lineItems: [{ code: 'CUP', quantity: 2 }], payments: [authorization()] },
    })
    for (const status of ['New', 'InProgress', 'Shipped', 'Completed', 'Cancelled']) {
      const before = await everything()
      const response = await cartCalls(whole).dryRun(id, status)
      t.match(response, { status: 200, body: { order: { status, orderNumber: String } } }, status)
      t.equal(await everything(), before)
    }
  },
)

t.test(
  'given a cart with an order number, when it is ordered during a dry run, then the result is for the cart or for its order',
  async (t) => {
    for (let round = 0; round < 4; round++) {
      const { id } = await createdCart(test, { orderForm: orderFormBody(), orderNumber: `DRY-${round}` })
      const [ordered, ...dryRuns] = await Promise.all([
        carts.order(id),
        ...Array.from({ length: 4 }, () => carts.dryRun(id, 'InProgress')),
      ])
      t.equal(ordered?.status, 201)
      for (const { status, body } of dryRuns) t.match({ status, body }, { status: 200, body: { order: { id: `DRY-${round}` } } })
      await test.background.idle()
    }
    const other = await createdCart(test, { orderForm: orderFormBody(), orderNumber: 'DRY-0' })
    t.match(await carts.dryRun(other.id, 'New'), { status: 409, body: { error: 'OrderIdExists' } })
  },
)
