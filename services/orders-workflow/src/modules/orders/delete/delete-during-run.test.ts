import t from 'tap'
import { manualPayments } from '../../../connectors/payment/manual.ts'
import type { PaymentConnector } from '../../../connectors/payment/payment-connector.ts'
import {
  createdOrder,
  type OrdersTest,
  outboxEnvelopes,
  paymentsByType,
  sampleConfig,
  testOrders,
  updateStatus,
} from '../../../testing/test-orders.ts'
import { configWithSteps } from '../../../testing/workflow/stepped-config.ts'
import { resumeRuns } from '../../workflow/runner/resume.ts'

/** An app whose payment provider responds when the test says so. */
async function slowOrders() {
  const called = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const capture: PaymentConnector['capture'] = async (request) => {
    called.resolve()
    await held.promise
    return manualPayments.capture(request)
  }
  const test = await testOrders(t, { connectors: { payment: () => ({ ...manualPayments, capture }) } })
  return { test, called: called.promise, respond: held.resolve }
}
const remove = (test: OrdersTest, id: string, query = '') => test.send({ method: 'DELETE', url: `/api/Orders/${id}${query}` })
const findRuns = (test: OrdersTest, id: string) =>
  test.database.query({ text: 'select state from workflow_run where order_id = $1 and status = $2', values: [id, 'Completed'] })

t.test(
  'given a run that waits for a provider, when its order is deleted, then the outcome is recorded and the run ends',
  async (t) => {
    const { test, called, respond } = await slowOrders()
    const { id } = await createdOrder(test)
    const completing = updateStatus(test, id, { body: { status: 'Completed' } })
    await called
    t.equal((await remove(test, id)).status, 200)
    respond()
    const { status, body } = await completing
    t.strictSame([status, body.isAborted], [200, true])
    t.match(body.orderActionExecutionResults, [{ actionType: 'CapturePayments', actionStatus: 'Success' }])
    t.equal(body.orderActionExecutionResults.length, 1)
    const order = (await test.send({ url: `/api/Orders/${id}` })).body
    t.match(order, { status: 'Deleted', completed: null })
    t.match(paymentsByType(order, 'Capture'), [{ amount: 498.9 }], 'the captured amount is recorded')
    t.strictSame(await findRuns(test, id), [{ state: 'Aborted' }])
    t.match((await outboxEnvelopes(test, id)).at(-1), { type: 'orders.workflow.completed.v1', data: { isAborted: true } })
  },
)

t.test('given an open payment call, when the order is purged, then the purge is refused', async (t) => {
  const { test, called, respond } = await slowOrders()
  const { id } = await createdOrder(test)
  const completing = updateStatus(test, id, { body: { status: 'Completed' } })
  await called
  const refused = await remove(test, id, '?deletePermanently=true')
  t.match(refused, { status: 409, body: { error: 'ResourceLocked' }, headers: { 'retry-after': '1' } })
  respond()
  t.equal((await completing).body.isAborted, false)
  t.equal((await remove(test, id, '?deletePermanently=true')).status, 200)
})

/** An app that captures after the response, when an order is Pending. */
async function backgroundOrders(isAlive: () => boolean) {
  const config = structuredClone(await sampleConfig())
  const statuses = config.orderTypes.find((type) => type.name === 'Online')?.orderStatuses ?? []
  const capture = statuses.flatMap((status) => status.workflowSteps).find((step) => step.name === 'CapturePayments')
  const pending = statuses.find((status) => status.name === 'Pending')
  Object.assign(pending ?? {}, { workflowSteps: [{ ...capture, id: 'pending-capture', runAfterOrderIsSaved: true }] })
  const asked: string[] = []
  const connector: PaymentConnector = {
    ...manualPayments,
    capture(request) {
      asked.push(request.orderId)
      return manualPayments.capture(request)
    },
  }
  const test = await testOrders(t, { config, connectors: { payment: () => connector } })
  const { add } = test.background
  test.background.add = (task) => (isAlive() ? add(task) : undefined)
  return { test, asked }
}

for (const [what, query] of [
  ['deleted', ''],
  ['removed permanently', '?deletePermanently=true'],
] as const) {
  t.test(`given a run whose process ended, when its order is ${what}, then it calls no provider`, async (t) => {
    let isAlive = false
    const { test, asked } = await backgroundOrders(() => isAlive)
    const { id } = await createdOrder(test, { status: 'Pending' })
    await remove(test, id, query)
    isAlive = true
    await test.database.query({
      text: `update workflow_run set lease_until = now() - interval '1 second' where state = 'Running'`,
    })
    await resumeRuns(test.deps)
    await test.background.idle()
    t.strictSame(asked, [])
    t.strictSame(await test.database.query({ text: `select from workflow_run where state = 'Running'` }), [])
  })
}

t.test('given a run in the background queue, when its order is purged first, then the run ends without an error', async (t) => {
  const waiting: (() => Promise<void>)[] = []
  const { test, asked } = await backgroundOrders(() => true)
  const { add } = test.background
  test.background.add = (task) => void waiting.push(task)
  const { id } = await createdOrder(test, { status: 'Pending' })
  t.equal(waiting.length, 1)
  await remove(test, id, '?deletePermanently=true')
  for (const task of waiting) add(task)
  await test.background.idle()
  t.strictSame(asked, [])
})

t.test('given a run between two steps, when its order is purged, then the run ends without an error', async (t) => {
  const [asked, mayRespond] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const post: OrdersTest['deps']['connectors']['post'] = async () => {
    asked.resolve()
    await mayRespond.promise
    return { kind: 'accepted', status: 200, body: null }
  }
  const config = await configWithSteps([{ name: 'Webhook', runAfterOrderIsSaved: true }])
  // Background work that fails fails the test.
  const test = await testOrders(t, { config, connectors: { post } })
  const { id } = await createdOrder(test)
  await updateStatus(test, id, { body: { status: 'InProgress' } })
  await asked.promise
  // What a purge removes while no call is open, made to happen at the very moment between the call
  // and its outcome.
  await test.database.query({ text: 'delete from workflow_run where order_id = $1', values: [id] })
  mayRespond.resolve()
  await test.background.idle()
  t.pass('it held')
})
