import t from 'tap'
import { manualPayments } from '../../connectors/payment/manual.ts'
import type { PaymentConnector } from '../../connectors/payment/payment-connector.ts'
import { configWithSteps } from '../../testing/stepped-config.ts'
import { authorization, createdOrder, type OrdersTest, orderFormBody, paymentsOf, testOrders } from '../../testing/test-orders.ts'

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

type Rehearsal = { body?: Record<string, unknown>; query?: string; headers?: Record<string, string>; on?: OrdersTest }
const rehearse = (id: string, { body = {}, query = '?dryRun=true', headers = {}, on = test }: Rehearsal = {}) =>
  on.send({ method: 'POST', url: `/api/Orders/${id}/UpdateStatus${query}`, body: { status: 'InProgress', ...body }, headers })

/** Every row of every table that a write touches. */
async function everything() {
  const tables = await test.database.query<{ name: string }>({
    text: `select schemaname || '."' || tablename || '"' as name from pg_tables where schemaname in ('public', 'kit') order by 1`,
  })
  const rows = await Promise.all(
    tables.map(async ({ name }) => [
      name,
      await test.database.query({ text: `select t::text as row from ${name} as t order by 1` }),
    ]),
  )
  return JSON.stringify(rows)
}

t.test('a rehearsal answers what would happen, and nothing is kept, told or called', async (t) => {
  const { id, versionId } = await createdOrder(test)
  await test.background.idle()
  const before = await everything()
  for (const query of ['?dryRun=true', '?DRYRUN=True']) {
    const { status, body } = await rehearse(id, { query })
    t.equal(status, 200)
    t.match(body, {
      isAborted: false,
      order: { status: 'InProgress', orderForm: { capturedPaymentTotal: 498.9, shipments: [{ status: 'Shipped' }] } },
      orderActionExecutionResults: [
        { stepId: 'capture', actionStatus: 'Success' },
        { stepId: 'last', actionStatus: 'Success' },
      ],
    })
    t.match(paymentsOf(body.order, 'Capture'), [{ amount: 498.9, status: 'Processed' }])
  }
  await test.background.idle()
  t.equal(await everything(), before)
  t.same(calls, [])
  const real = await rehearse(id, { query: '?dryRun=false' })
  t.not(real.body.order.versionId, versionId)
  t.same(calls, [id])
})

t.test('what would fail fails in a rehearsal too', async (t) => {
  const expired = orderFormBody({ payments: [authorization({ authorizationExpires: '2020-01-01' })] })
  const { id, versionId } = await createdOrder(test, { orderForm: expired })
  t.match((await rehearse(id)).body, {
    isAborted: true,
    order: { errors: [{ key: 'CapturePayments' }] },
    orderActionExecutionResults: [{ actionStatus: 'Error', cancelWorkflow: true }],
  })
  t.same((await test.send({ url: `/api/Orders/${id}` })).body.errors, [])
  t.equal((await rehearse(id, { body: { status: 'Nowhere' } })).status, 400)
  t.equal((await rehearse('nobody')).status, 404)
  t.equal((await rehearse(id, { headers: { 'if-match': '"stale"' } })).status, 412)
  t.equal((await rehearse(id, { headers: { 'if-match': `"${versionId}"` } })).status, 200)
  t.equal((await rehearse((await createdOrder(test, { isReadOnly: true })).id)).body.error, 'OrderIsReadOnly')
})

t.test('rehearsals and the real thing at once have one effect', async (t) => {
  const { id } = await createdOrder(test)
  calls.length = 0
  const answers = await Promise.all(['?dryRun=true', '', '?dryRun=true', '?dryRun=true'].map((query) => rehearse(id, { query })))
  t.same(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  t.same(calls, [id])
  t.equal(paymentsOf((await test.send({ url: `/api/Orders/${id}` })).body, 'Capture').length, 1)
})

t.test('every default step is rehearsed, those that move stock too', async (t) => {
  const whole = await testOrders(t, { database: test.database })
  const { id } = await createdOrder(whole)
  await whole.background.idle()
  for (const status of ['PackedAndReady', 'Shipped', 'Completed', 'Cancelled']) {
    const before = await everything()
    const { status: code, body } = await rehearse(id, { body: { status }, on: whole })
    t.match([code, body.isAborted, body.order?.status], [200, false, status], status)
    t.equal(await everything(), before)
  }
})

// It was told as still under way, because a later step waited for the background.
t.test('a step whose condition does not hold is left out of the answer, with a later step in the background too', async (t) => {
  const stepped = await configWithSteps([
    { name: 'UpdateShipmentStatus', id: 'first', properties: [{ key: 'Status', value: 'Packing' }] },
    { name: 'UpdateShipmentStatus', id: 'on-error', workflowStepConditions: [{ type: 'Error' }] },
    { name: 'GenerateSecretKey', id: 'after', runAfterOrderIsSaved: true },
  ])
  const on = await testOrders(t, { config: stepped })
  const { id } = await createdOrder(on)
  for (const query of ['?dryRun=true', '']) {
    const { body } = await rehearse(id, { query, on })
    t.same(
      body.orderActionExecutionResults.map(({ stepId }: { stepId: string }) => stepId),
      ['first'],
    )
  }
  await on.background.idle()
  const { body } = await on.send({ url: `/api/Orders/${id}` })
  t.equal(typeof body.secretKey, 'string', 'the later step runs after the answer')
})
