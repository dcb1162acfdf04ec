import { randomUUID } from 'node:crypto'
import t from 'tap'
import { manualPayments } from '../../connectors/payment/manual.ts'
import type { PaymentConnector, PaymentResult } from '../../connectors/payment/payment-connector.ts'
import {
  createdOrder,
  type OrdersTest,
  outboxEnvelopes,
  paymentsByType,
  testOrders,
  updateStatus,
} from '../../testing/test-orders.ts'
import { configWithSteps } from '../../testing/workflow/stepped-config.ts'
import { resumeRuns } from './runner/resume.ts'

const config = await configWithSteps([
  { name: 'UpdateShipmentStatus', id: 'soft' },
  { name: 'CapturePayments', id: 'capture', stopOnError: true },
  { name: 'UpdateShipmentStatus', id: 'last', properties: [{ key: 'Status', value: 'Shipped' }] },
])

/** Gives the prepared responses, one after the other, and then accepts everything. */
function provider(...responses: (PaymentResult['outcome'] | 'dies')[]) {
  const asked: string[] = []
  const capture: PaymentConnector['capture'] = async (request) => {
    asked.push(request.idempotencyKey)
    const outcome = responses.shift() ?? 'done'
    if (outcome === 'dies') throw new Error('the process died')
    return outcome === 'done' ? manualPayments.capture(request) : { outcome, reason: `it was ${outcome}` }
  }
  return { asked, connectors: { payment: (): PaymentConnector => ({ ...manualPayments, capture }) } }
}

const enter = (test: OrdersTest, id: string) => updateStatus(test, id, { body: { status: 'InProgress', userId: 'kari' } })
const fetchRuns = async (test: OrdersTest, id: string) =>
  (await test.send({ url: `/api/Orders/${encodeURIComponent(id)}/WorkflowRuns` })).body.result
const resume = (test: OrdersTest, { id, runId, headers = {} }: { id: string; runId: string; headers?: Record<string, string> }) =>
  test.send({ method: 'POST', url: `/api/Orders/${id}/WorkflowRuns/${runId}/Resume`, headers })
const retry = (test: OrdersTest, { id, runId, stepId }: { id: string; runId: string; stepId: unknown }) =>
  test.send({ method: 'POST', url: `/api/Orders/${id}/WorkflowRuns/${runId}/RetryStep`, body: { stepId } })

t.test('given the runs of an order, when they are listed, then they have every attempt, newest run first', async (t) => {
  const test = await testOrders(t, { config, connectors: provider('refused').connectors })
  const { id } = await createdOrder(test)
  t.same(await fetchRuns(test, id), [], 'nothing ran at its creation')
  await enter(test, id)
  await enter(test, id)
  const runs = await fetchRuns(test, id)
  t.match(runs, [
    {
      runId: String,
      orderId: id,
      shipmentId: null,
      returnId: null,
      status: 'InProgress',
      state: 'Finished',
      started: String,
      finished: String,
      startedBy: 'kari',
      steps: [
        { stepId: 'soft' },
        { stepId: 'capture', actionType: 'CapturePayments', actionStatus: 'Success', attempt: 1 },
        { stepId: 'last' },
      ],
    },
    {
      state: 'Aborted',
      steps: [
        { stepId: 'soft', actionStatus: 'Error', errorReason: String },
        { stepId: 'capture', actionStatus: 'Error', errorReason: 'it was refused', finished: String },
      ],
    },
  ])
  t.equal((await test.send({ url: '/api/Orders/nobody/WorkflowRuns' })).status, 404)
  t.equal((await test.send({ url: `/api/Orders/${id}/WorkflowRuns`, as: { storeIds: ['142'] } })).status, 404)
})

t.test('given an aborted run, when it is resumed, then it continues at the step that stopped it', async (t) => {
  const outside = provider('refused')
  const test = await testOrders(t, { config, connectors: outside.connectors })
  const { id } = await createdOrder(test)
  t.equal((await enter(test, id)).body.isAborted, true)
  const [{ runId }] = await fetchRuns(test, id)
  const response = await resume(test, { id, runId })
  t.equal(response.status, 200)
  t.equal(response.headers.etag, `"${response.body.order.versionId}"`)
  t.match(response.body, {
    isAborted: false,
    order: { orderForm: { capturedPaymentTotal: 498.9 } },
    orderActionExecutionResults: [
      { stepId: 'soft', actionStatus: 'Error' },
      { stepId: 'capture', actionStatus: 'Success', runId },
      { stepId: 'last', actionStatus: 'Success' },
    ],
  })
  t.match(await fetchRuns(test, id), [
    {
      runId,
      state: 'Finished',
      steps: [{}, { stepId: 'capture', attempt: 1 }, { stepId: 'capture', attempt: 2, actionStatus: 'Success' }, {}],
    },
  ])
  t.equal(outside.asked.length, 2)
  const published = (await outboxEnvelopes(test, id)).filter((event) => event.type === 'orders.workflow.completed.v1')
  t.same(
    published.map((event) => event.data.isAborted),
    [true, false],
  )
  t.match(await resume(test, { id, runId }), { status: 400, body: { error: 'NothingToResume' } })
})

t.test('given a failed step, when it is retried, then it runs again, and no other step does', async (t) => {
  const test = await testOrders(t, { config, connectors: provider().connectors })
  const { id } = await createdOrder(test)
  await enter(test, id)
  const [{ runId }] = await fetchRuns(test, id)
  t.match((await retry(test, { id, runId, stepId: 'soft' })).body, {
    isAborted: false,
    orderActionExecutionResults: [{ stepId: 'capture' }, { stepId: 'last' }, { stepId: 'soft', actionStatus: 'Error' }],
  })
  t.match(await retry(test, { id, runId, stepId: 'capture' }), { status: 400, body: { error: 'NothingToResume' } })
  t.equal((await retry(test, { id, runId, stepId: 'nothing' })).status, 404)
  for (const stepId of [undefined, null, 5]) t.equal((await retry(test, { id, runId, stepId })).status, 400)
  const attempts = (await fetchRuns(test, id))[0].steps.filter(({ stepId }: { stepId: string }) => stepId === 'soft')
  t.match(attempts, [{ attempt: 1 }, { attempt: 2 }])
})

t.test('given two concurrent requests to resume a run, when both have ended, then the run is resumed once', async (t) => {
  const outside = provider('refused')
  const test = await testOrders(t, { config, connectors: outside.connectors })
  const { id } = await createdOrder(test)
  await enter(test, id)
  const [{ runId }] = await fetchRuns(test, id)
  const responses = await Promise.all([
    resume(test, { id, runId }),
    retry(test, { id, runId, stepId: 'capture' }),
    resume(test, { id, runId }),
    retry(test, { id, runId, stepId: 'capture' }),
  ])
  t.same(responses.map(({ status }) => status).sort(), [200, 400, 400, 400])
  t.equal(outside.asked.length, 2)
  const { body } = await test.send({ url: `/api/Orders/${id}` })
  t.match(
    paymentsByType(body, 'Capture').filter((payment) => 'status' in payment && payment.status === 'Processed'),
    { length: 1 },
  )
})

t.test(
  'given a resumed run, when the same Idempotency-Key is sent again, then the response is the same and nothing runs',
  async (t) => {
    const test = await testOrders(t, { config, connectors: provider('refused').connectors })
    const { id } = await createdOrder(test)
    await enter(test, id)
    const [{ runId }] = await fetchRuns(test, id)
    const first = await resume(test, { id, runId, headers: { 'idempotency-key': 'again' } })
    const second = await resume(test, { id, runId, headers: { 'idempotency-key': 'again' } })
    t.equal(second.headers['idempotent-replayed'], 'true')
    t.same(second.body, first.body)
  },
)

t.test('given an interrupted run, when it is resumed, then its call is repeated unchanged', async (t) => {
  const outside = provider(...(Array(11).fill('dies') as 'dies'[]))
  const test = await testOrders(t, { config, connectors: outside.connectors, isMeantToFail: true })
  const { id } = await createdOrder(test)
  t.equal((await enter(test, id)).status, 500)
  for (let count = 0; count < 11; count++) {
    await test.database.query({
      text: `update workflow_run set lease_until = now() - interval '1 second' where state = 'Running'`,
    })
    await resumeRuns(test.deps)
    await test.background.idle()
  }
  const [{ runId, state }] = await fetchRuns(test, id)
  t.equal(state, 'Interrupted')
  t.match((await retry(test, { id, runId, stepId: 'capture' })).body, { error: 'NothingToResume' })
  const response = await resume(test, { id, runId })
  t.match(response.body, { isAborted: false, order: { orderForm: { capturedPaymentTotal: 498.9 } } })
  t.equal(new Set(outside.asked).size, 1)
  t.match(await fetchRuns(test, id), [{ runId, state: 'Finished' }])
})

t.test('given an unknown run or an order that may not change, when a run is resumed, then it is refused', async (t) => {
  const test = await testOrders(t, { config, connectors: provider('refused').connectors })
  const order = await createdOrder(test)
  const { id } = order
  await enter(test, id)
  const [{ runId }] = await fetchRuns(test, id)
  const other = await createdOrder(test)
  t.equal((await resume(test, { id: 'nobody', runId })).status, 404)
  t.equal((await resume(test, { id: other.id, runId })).status, 404, 'the run of another order')
  for (const unknown of [randomUUID(), 'nonsense', '%F0%9F%98%80'])
    t.equal((await resume(test, { id, runId: unknown })).status, 404)
  const url = `/api/Orders/${id}/WorkflowRuns/${runId}/Resume`
  t.equal((await test.send({ method: 'POST', url, as: { storeIds: ['142'] } })).status, 403)
  t.equal((await resume(test, { id, runId, headers: { 'if-match': `"${order.versionId}"` } })).status, 412)
  const put = (body: unknown) => test.send({ method: 'PATCH', url: `/api/Orders/${id}/PatchOrder`, body })
  await put({ status: 'Queued' })
  t.match((await resume(test, { id, runId })).body, { error: 'OrderIsQueued' })
  await put({ status: 'New', isReadOnly: true })
  t.match((await resume(test, { id, runId })).body, { error: 'OrderIsReadOnly' })
  await put({ isReadOnly: false })
  await test.send({ method: 'DELETE', url: `/api/Orders/${id}` })
  t.match((await retry(test, { id, runId, stepId: 'capture' })).body, { error: 'OrderIsDeleted' })
})

t.test('given steps with the same start, when runs are listed, then they are in the order in which they ran', async (t) => {
  const steps = ['b', 'c', 'a', 'd'].map((id) => ({
    name: 'UpdateShipmentStatus',
    id,
    properties: [{ key: 'Status', value: 'Packing' }],
  }))
  const test = await testOrders(t, { config: await configWithSteps(steps) })
  const { id } = await createdOrder(test)
  await enter(test, id)
  await test.database.query({
    text: 'update workflow_step_attempt set started = now(), finished = now() where order_id = $1',
    values: [id],
  })
  const [run] = await fetchRuns(test, id)
  t.same(
    run.steps.map(({ stepId }: { stepId: string }) => stepId),
    ['b', 'c', 'a', 'd'],
  )
})
