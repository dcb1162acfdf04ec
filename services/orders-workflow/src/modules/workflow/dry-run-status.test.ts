import t from 'tap'
import { manualPayments } from '../../connectors/payment/manual.ts'
import type { PaymentConnector } from '../../connectors/payment/payment-connector.ts'
import { storedRows } from '../../testing/stored-rows.ts'
import {
  authorization,
  createdOrder,
  type OrdersTest,
  orderFormBody,
  paymentsByType,
  testOrders,
} from '../../testing/test-orders.ts'
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
const test = await testOrders(t, { config, connectors: { payment: (): PaymentConnector => ({ ...manualPayments, capture }) } })

type StatusRequest = { body?: Record<string, unknown>; query?: string; headers?: Record<string, string>; on?: OrdersTest }
const enter = (id: string, { body = {}, query = '?dryRun=true', headers = {}, on = test }: StatusRequest = {}) =>
  on.send({ method: 'POST', url: `/api/Orders/${id}/UpdateStatus${query}`, body: { status: 'InProgress', ...body }, headers })

/** Every row of every table that a write touches. */
const everything = () => storedRows(test.database)

t.test(
  'given a payment to capture, when a status is entered in a dry run, then the response shows the result and nothing is stored, published or called',
  async (t) => {
    const { id, versionId } = await createdOrder(test)
    await test.background.idle()
    const before = await everything()
    for (const query of ['?dryRun=true', '?DRYRUN=True']) {
      const { status, body } = await enter(id, { query })
      t.equal(status, 200)
      t.match(body, {
        isAborted: false,
        order: { status: 'InProgress', orderForm: { capturedPaymentTotal: 498.9, shipments: [{ status: 'Shipped' }] } },
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
    const real = await enter(id, { query: '?dryRun=false' })
    t.not(real.body.order.versionId, versionId)
    t.same(calls, [id])
  },
)

t.test('given a request that would fail, when it is a dry run, then it fails with the same status and error', async (t) => {
  const expired = orderFormBody({ payments: [authorization({ authorizationExpires: '2020-01-01' })] })
  const { id, versionId } = await createdOrder(test, { orderForm: expired })
  t.match((await enter(id)).body, {
    isAborted: true,
    order: { errors: [{ key: 'CapturePayments' }] },
    orderActionExecutionResults: [{ actionStatus: 'Error', cancelWorkflow: true }],
  })
  t.same((await test.send({ url: `/api/Orders/${id}` })).body.errors, [])
  t.equal((await enter(id, { body: { status: 'Nowhere' } })).status, 400)
  t.equal((await enter('nobody')).status, 404)
  t.equal((await enter(id, { headers: { 'if-match': '"stale"' } })).status, 412)
  t.equal((await enter(id, { headers: { 'if-match': `"${versionId}"` } })).status, 200)
  t.equal((await enter((await createdOrder(test, { isReadOnly: true })).id)).body.error, 'OrderIsReadOnly')
})

t.test('given one request among concurrent dry runs, when all have ended, then the payment is captured once', async (t) => {
  const { id } = await createdOrder(test)
  calls.length = 0
  const responses = await Promise.all(['?dryRun=true', '', '?dryRun=true', '?dryRun=true'].map((query) => enter(id, { query })))
  t.same(
    responses.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  t.same(calls, [id])
  t.equal(paymentsByType((await test.send({ url: `/api/Orders/${id}` })).body, 'Capture').length, 1)
})

t.test('given the default steps, when each status is entered in a dry run, then no table changes, stock included', async (t) => {
  const whole = await testOrders(t, { database: test.database })
  const { id } = await createdOrder(whole)
  // What the tests before have begun continues in the same tables.
  await Promise.all([whole.background.idle(), test.background.idle()])
  for (const status of ['PackedAndReady', 'Shipped', 'Completed', 'Cancelled']) {
    const before = await everything()
    const { status: code, body } = await enter(id, { body: { status }, on: whole })
    t.match([code, body.isAborted, body.order?.status], [200, false, status], status)
    t.equal(await everything(), before)
  }
})

// It was reported as still under way because a later step waited for the background.
t.test(
  'given a step whose condition does not hold, when a later step runs in the background, then the response leaves the first out',
  async (t) => {
    const stepped = await configWithSteps([
      { name: 'UpdateShipmentStatus', id: 'first', properties: [{ key: 'Status', value: 'Packing' }] },
      { name: 'UpdateShipmentStatus', id: 'on-error', workflowStepConditions: [{ type: 'Error' }] },
      { name: 'GenerateSecretKey', id: 'after', runAfterOrderIsSaved: true },
    ])
    const on = await testOrders(t, { config: stepped })
    const { id } = await createdOrder(on)
    for (const query of ['?dryRun=true', '']) {
      const { body } = await enter(id, { query, on })
      t.same(
        body.orderActionExecutionResults.map(({ stepId }: { stepId: string }) => stepId),
        ['first'],
      )
    }
    await on.background.idle()
    const { body } = await on.send({ url: `/api/Orders/${id}` })
    t.equal(typeof body.secretKey, 'string', 'the later step runs after the response')
  },
)
