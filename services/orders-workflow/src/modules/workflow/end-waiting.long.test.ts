import { randomUUID } from 'node:crypto'
import t from 'tap'
import { type Treatment, triedAgain, waitingProvider } from '../../testing/payments/waiting-provider.ts'
import {
  createdOrder,
  type OrdersTest,
  orderBody,
  orderFormBody,
  paymentsByType,
  testOrders,
  updateStatus,
} from '../../testing/test-orders.ts'
import { configWithSteps } from '../../testing/workflow/stepped-config.ts'

const config = await configWithSteps([{ name: 'CapturePayments', id: 'capture', stopOnError: true }])

const waitingOrder = async (
  t: { teardown(end: () => unknown): unknown; fail(message: string): unknown },
  treatments: Treatment[],
) => {
  const provider = waitingProvider(...treatments)
  const test = await testOrders(t, { config, connectors: provider.connectors })
  const { id } = await createdOrder(test)
  await enter(test, id)
  const [{ runId }] = await fetchRuns(test, id)
  return { provider, test, id, runId }
}
const enter = (test: OrdersTest, id: string, name = 'InProgress') => updateStatus(test, id, { body: { status: name } })
const fetchOrder = async (test: OrdersTest, id: string) => (await test.send({ url: `/api/Orders/${id}` })).body
const fetchRuns = async (test: OrdersTest, id: string) => (await test.send({ url: `/api/Orders/${id}/WorkflowRuns` })).body.result
const act = (test: OrdersTest, path: string, options: object = {}) =>
  test.send({ method: 'POST', url: `/api/Orders/${path}`, ...options })

t.test(
  'given a waiting run, when a newer status is entered, then nobody waits for it, it is over, and its error is open',
  async (t) => {
    const { test, id, provider } = await waitingOrder(t, ['away'])
    test.deps.requestWaitMs = 50
    t.equal((await enter(test, id, 'OnHold')).status, 200)
    t.match(await fetchRuns(test, id), [{ state: 'Aborted', status: 'InProgress', finished: String, nextAttempt: null }])
    t.match((await fetchOrder(test, id)).errors, [{ status: null, key: 'CapturePayments' }])
    t.equal(await triedAgain(test), 0)
    t.equal(provider.asked.length, 1)
  },
)

t.test(
  'given a capture that waits without having reached anybody, when the order is cancelled, then it is void and nothing is captured',
  async (t) => {
    const { test, id, provider } = await waitingOrder(t, ['away'])
    const { body } = await enter(test, id, 'Cancelled')
    t.equal(body.order.status, 'Cancelled')
    t.match(await fetchRuns(test, id), [{ status: 'Cancelled' }, { status: 'InProgress', state: 'Aborted' }])
    t.equal(await triedAgain(test), 0)
    t.equal(provider.captured.size, 0)
  },
)

t.test(
  'given a waiting run, when the same status is entered again, then the new run takes over, and the error of the old one is solved',
  async (t) => {
    const { test, id, provider } = await waitingOrder(t, ['lost', 'away', 'done'])
    t.match((await enter(test, id)).body, { isAborted: true })
    t.match(await fetchRuns(test, id), [{ state: 'Waiting' }, { state: 'Aborted' }])
    t.match((await fetchOrder(test, id)).errors, [{ status: 'Solved' }, { status: 'Waiting' }])
    t.equal(await triedAgain(test), 1)
    const order = await fetchOrder(test, id)
    t.match(order.errors, [{ status: 'Solved' }, { status: 'Solved' }])
    t.match(paymentsByType(order, 'Capture'), [{ status: 'Processed', amount: 498.9 }])
    t.same([...provider.captured.values()], [498.9])
  },
)

t.test('given a status that a patch writes, when the time of the run comes, then it is over and nobody is asked', async (t) => {
  const { test, id, provider } = await waitingOrder(t, ['away'])
  await test.send({ method: 'PATCH', url: `/api/Orders/${id}/PatchOrder`, body: { status: 'OnHold' } })
  t.equal(await triedAgain(test), 1)
  t.equal(provider.asked.length, 1)
  t.match(await fetchRuns(test, id), [{ state: 'Aborted' }])
  t.match((await fetchOrder(test, id)).errors, [{ status: null }])
})

t.test('given a waiting run, when the order is replaced and runs its workflow, then the new run takes over', async (t) => {
  const { test, id, provider } = await waitingOrder(t, ['lost', 'done'])
  const order = await fetchOrder(test, id)
  const query = { runWorkflow: 'true' }
  t.equal((await test.send({ method: 'POST', url: '/api/Orders/Update', query, body: order })).status, 200)
  await test.background.idle()
  t.match(await fetchRuns(test, id), [{ state: 'Finished' }, { state: 'Aborted' }])
  const after = await fetchOrder(test, id)
  t.match(after.errors, [{ status: 'Solved' }])
  t.match(paymentsByType(after, 'Capture'), [{ status: 'Processed' }])
  t.equal(provider.captured.size, 1)
})

t.test(
  'given waiting runs, when their orders are replaced in a batch that runs its workflow, then the new runs take over',
  async (t) => {
    const { test, id, provider } = await waitingOrder(t, ['lost', 'lost', 'done'])
    const { id: second } = await createdOrder(test)
    await enter(test, second)
    const batch = [await fetchOrder(test, id), { ...(await fetchOrder(test, second)), customerName: 'Ola' }, orderBody()]
    t.match(
      batch.map(({ errors }) => errors),
      [[{ status: 'Waiting' }], [{ status: 'Waiting' }], undefined],
    )
    const replace = (query: Record<string, string>) =>
      test.send({ method: 'POST', url: '/api/Orders/UpdateMany', query, body: batch })
    t.equal((await replace({})).status, 204)
    t.match(await fetchRuns(test, id), [{ state: 'Waiting' }], 'not without the workflow')
    t.equal((await replace({ runWorkflow: 'true' })).status, 204)
    await test.background.idle()
    for (const one of [id, second]) {
      t.match(await fetchRuns(test, one), [{ state: 'Finished' }, { state: 'Aborted', finished: String, nextAttempt: null }])
      const after = await fetchOrder(test, one)
      t.match(after.errors, [{ status: 'Solved', solvedBy: 'workflow' }])
      t.match(paymentsByType(after, 'Capture'), [{ status: 'Processed' }])
    }
    t.equal(await triedAgain(test), 0)
    t.equal(provider.captured.size, 2, 'each once')
  },
)

t.test(
  'given a waiting run, when a batch makes its order enter another status, then it is over, and its error is open',
  async (t) => {
    const { test, id, provider } = await waitingOrder(t, ['away'])
    const body = [{ ...(await fetchOrder(test, id)), status: 'OnHold' }]
    const response = await test.send({ method: 'POST', url: '/api/Orders/UpdateMany', query: { runWorkflow: 'true' }, body })
    t.equal(response.status, 204)
    t.match(await fetchRuns(test, id), [{ state: 'Aborted', status: 'InProgress', nextAttempt: null }])
    t.match(await fetchOrder(test, id), { status: 'OnHold', errors: [{ status: null }] })
    t.equal(await triedAgain(test), 0)
    t.equal(provider.asked.length, 1)
  },
)

t.test(
  'given runs that wait for shipments, when another shipment moves on, then only the run of that shipment is over, and a status of the order ends all',
  async (t) => {
    const unreachable = { kind: 'unreachable' as const, reason: 'It is unreachable.' }
    const hook = await configWithSteps([{ name: 'Webhook', id: 'hook' }])
    const test = await testOrders(t, { config: hook, connectors: { post: async () => unreachable } })
    const shipments = [
      { shipmentId: 'A', lineItems: [{ lineItemId: '1', quantity: 2 }] },
      { shipmentId: 'B', lineItems: [{ lineItemId: '2', quantity: 1 }] },
    ]
    const { id } = await createdOrder(test, { orderForm: orderFormBody({ shipments }) })
    const move = (status: string, shipmentId?: string) =>
      updateStatus(test, id, { body: { status, ...(shipmentId === undefined ? {} : { shipmentInfo: { shipmentId } }) } })
    const states = async () =>
      (await fetchRuns(test, id))
        .map((run: { shipmentId: string | null; state: string }) => `${run.shipmentId} ${run.state}`)
        .toSorted()
    await move('InProgress', 'A')
    await move('InProgress', 'B')
    t.same(await states(), ['A Waiting', 'B Waiting'])
    await move('OnHold', 'B')
    t.same(await states(), ['A Waiting', 'B Finished'])
    const fetchErrorStatus = async (shipmentId: string) =>
      (await fetchOrder(test, id)).errors.find((error: { shipmentId: string }) => error.shipmentId === shipmentId)?.status
    t.equal(await fetchErrorStatus('A'), 'Waiting')
    t.equal(await fetchErrorStatus('B'), null)
    await move('Pending')
    t.same(await states(), ['A Finished', 'B Finished'])
  },
)

t.test(
  'given an order that a request has locked, when the time of its run comes, then the run waits until the lock is released',
  async (t) => {
    const { test, id, provider } = await waitingOrder(t, ['away', 'done'])
    const request = await test.database.pool.connect()
    await request.query('begin')
    await request.query({ text: 'select from "order" where id = $1 for update', values: [id] })
    t.equal(await triedAgain(test), 0)
    t.match(await fetchRuns(test, id), [{ state: 'Waiting' }])
    await request.query('commit')
    request.release()
    t.equal(await triedAgain(test), 1)
    t.equal(provider.captured.size, 1)
  },
)

for (const [path, body] of [
  ['Resume', undefined],
  ['RetryStep', { stepId: 'capture' }],
] as const) {
  t.test(
    `given a waiting run, when someone sends ${path}, then its step is tried immediately, and its error is solved`,
    async (t) => {
      const { test, id, runId, provider } = await waitingOrder(t, ['away', 'done'])
      const response = await act(test, `${id}/WorkflowRuns/${runId}/${path}`, { body })
      t.match(response, { status: 200, body: { isAborted: false, order: { errors: [{ status: 'Solved' }] } } })
      t.match(await fetchRuns(test, id), [{ runId, state: 'Finished', nextAttempt: null }])
      t.equal(provider.captured.size, 1)
    },
  )

  t.test(`given a waiting run, when ${path} fails for a passing reason, then the run waits from the beginning`, async (t) => {
    const { test, id, runId } = await waitingOrder(t, ['away'])
    for (let times = 0; times < 8; times++) await triedAgain(test)
    t.match((await act(test, `${id}/WorkflowRuns/${runId}/${path}`, { body })).body, { isAborted: true })
    const [run] = await fetchRuns(test, id)
    t.equal(run.state, 'Waiting')
    t.ok(Date.parse(run.nextAttempt) - Date.now() < 15_000, 'the first pause again')
    t.match((await fetchOrder(test, id)).errors, [{ status: 'Waiting' }])
  })
}

t.test('given an aborted run, when it is resumed and succeeds, then the error that it left is solved', async (t) => {
  const { test, id, runId } = await waitingOrder(t, ['refused', 'done'])
  t.match((await fetchOrder(test, id)).errors, [{ status: null }])
  await act(test, `${id}/WorkflowRuns/${runId}/Resume`)
  t.match((await fetchOrder(test, id)).errors, [{ status: 'Solved', solvedBy: 'workflow' }])
})

t.test(
  'given a waiting run, when several dismiss it concurrently, then it is over once, and its error is deleted by that person',
  async (t) => {
    const { test, id, runId, provider } = await waitingOrder(t, ['away'])
    const responses = await Promise.all([1, 2, 3].map(() => act(test, `${id}/WorkflowRuns/${runId}/Dismiss`)))
    t.same(responses.map((response) => response.status).sort(), [200, 400, 400])
    const done = responses.find((response) => response.status === 200)
    t.match(done?.body.errors, [{ status: 'Deleted', solvedBy: String, solved: String }])
    t.equal(done?.headers.etag, `"${done?.body.versionId}"`)
    t.match(responses.find((response) => response.status === 400)?.body, { error: 'NothingToResume' })
    t.match(await fetchRuns(test, id), [{ state: 'Aborted', nextAttempt: null }])
    t.equal(await triedAgain(test), 0)
    t.equal(provider.asked.length, 1)
  },
)

t.test('given unknown runs, foreign stores and stale versions, when they are dismissed, then nothing is', async (t) => {
  const { test, id, runId } = await waitingOrder(t, ['away'])
  const dismissed = (path: string, options = {}) => act(test, `${path}/Dismiss`, options)
  t.equal((await dismissed(`nobody/WorkflowRuns/${runId}`)).status, 404)
  for (const unknown of [randomUUID(), 'nonsense']) t.equal((await dismissed(`${id}/WorkflowRuns/${unknown}`)).status, 404)
  t.equal((await dismissed(`${id}/WorkflowRuns/${runId}`, { as: { storeIds: ['142'] } })).status, 403)
  t.equal((await dismissed(`${id}/WorkflowRuns/${runId}`, { headers: { 'if-match': `"${randomUUID()}"` } })).status, 412)
  t.match(await fetchRuns(test, id), [{ state: 'Waiting' }])
})

t.test('given a read-only or deleted order, when its waiting run is dismissed, then it is 400 and waits on', async (t) => {
  const { test, id, runId } = await waitingOrder(t, ['away'])
  const dismissed = async () => (await act(test, `${id}/WorkflowRuns/${runId}/Dismiss`)).body
  const setReadOnly = (isReadOnly: boolean) =>
    test.send({ method: 'PATCH', url: `/api/Orders/${id}/PatchOrder`, body: { isReadOnly } })
  await setReadOnly(true)
  const { versionId } = await fetchOrder(test, id)
  t.match(await dismissed(), { error: 'OrderIsReadOnly' })
  t.equal((await fetchOrder(test, id)).versionId, versionId)
  t.match(await fetchRuns(test, id), [{ state: 'Waiting' }])
  await setReadOnly(false)
  await test.send({ method: 'DELETE', url: `/api/Orders/${id}` })
  t.match(await dismissed(), { error: 'OrderIsDeleted' })
  t.match(await fetchRuns(test, id), [{ state: 'Waiting' }])
})
