import t from 'tap'
import { manualPayments } from '../../connectors/payment/manual.ts'
import type { PaymentConnector } from '../../connectors/payment/payment-connector.ts'
import { createdOrder, outboxEnvelopes, paymentsByType, testOrders, updateStatus } from '../../testing/test-orders.ts'
import { configWithSteps } from '../../testing/workflow/stepped-config.ts'
import { resumeRuns } from './runner/resume.ts'

const capturing = { name: 'CapturePayments', id: 'capture', stopOnError: true }
const last = { name: 'UpdateShipmentStatus', id: 'last', properties: [{ key: 'Status', value: 'Shipped' }] }

/** Refuses or loses the first captures, and then accepts everything. */
function provider(...first: ('refused' | 'dies')[]) {
  const asked: string[] = []
  const capture: PaymentConnector['capture'] = async (request) => {
    asked.push(request.idempotencyKey)
    const outcome = first.shift()
    if (outcome === 'dies') throw new Error('the process died')
    return outcome === undefined ? manualPayments.capture(request) : { outcome, reason: 'it was refused' }
  }
  return { asked, connectors: { payment: (): PaymentConnector => ({ ...manualPayments, capture }) } }
}

async function system(t: Parameters<typeof testOrders>[0], steps: Parameters<typeof configWithSteps>[0], outside = provider()) {
  const config = await configWithSteps(steps)
  const test = await testOrders(t, { config, connectors: outside.connectors, isMeantToFail: true })
  const { id } = await createdOrder(test)
  const enter = () => updateStatus(test, id, { body: { status: 'InProgress' } })
  const runs = async () => (await test.send({ url: `/api/Orders/${id}/WorkflowRuns` })).body.result
  const read = async () => (await test.send({ url: `/api/Orders/${id}` })).body
  const call = async (action: 'Resume' | 'RetryStep', sending: { query?: Record<string, string>; body?: object } = {}) => {
    const [{ runId }] = await runs()
    return test.send({ method: 'POST', url: `/api/Orders/${id}/WorkflowRuns/${runId}/${action}`, ...sending })
  }
  return { test, id, enter, runs, read, call }
}

const dryRun = { query: { dryRun: 'true' } }

t.test(
  'given an aborted run, when resuming or retrying is tried by a dry run, then it shows the capture and keeps nothing',
  async (t) => {
    const outside = provider('refused')
    const { test, id, enter, runs, read, call } = await system(t, [capturing, last], outside)
    await enter()
    const before = { order: await read(), runs: await runs(), events: (await outboxEnvelopes(test, id)).length }
    for (const trial of [await call('Resume', dryRun), await call('RetryStep', { ...dryRun, body: { stepId: 'capture' } })]) {
      t.match(trial, { status: 200, body: { isAborted: false, order: { orderForm: { capturedPaymentTotal: 498.9 } } } })
      t.match(trial.body.orderActionExecutionResults, [
        { stepId: 'capture', actionStatus: 'Success' },
        { stepId: 'last', actionStatus: 'Success' },
      ])
    }
    t.same({ order: await read(), runs: await runs(), events: (await outboxEnvelopes(test, id)).length }, before)
    t.equal(outside.asked.length, 1, 'the provider was asked by the request alone')
    t.match(
      (await call('Resume')).body,
      { order: { orderForm: { capturedPaymentTotal: 498.9 } } },
      'the real one does what it said',
    )
    t.match(await call('Resume', dryRun), { status: 400, body: { error: 'NothingToResume' } })
  },
)

t.test('given a failed step that runs after the order is saved, when its retry is tried, then it is in the result', async (t) => {
  const outside = provider('refused')
  const { test, enter, read, call } = await system(t, [{ ...capturing, runAfterOrderIsSaved: true }], outside)
  await enter()
  await test.background.idle()
  const trial = await call('RetryStep', { ...dryRun, body: { stepId: 'capture' } })
  t.match(trial.body.orderActionExecutionResults, [{ stepId: 'capture', actionStatus: 'Success' }])
  t.match(paymentsByType(trial.body.order, 'Capture').at(-1), { status: 'Processed', amount: 498.9 })
  t.match(await read(), { orderForm: { capturedPaymentTotal: 0 } })
  t.equal(outside.asked.length, 1)
})

t.test('given an interrupted call, when resuming is tried, then the call is not repeated and taken as successful', async (t) => {
  const outside = provider(...(Array(11).fill('dies') as 'dies'[]))
  const { test, enter, runs, call } = await system(t, [capturing], outside)
  t.equal((await enter()).status, 500)
  for (let count = 0; count < 11; count++) {
    await test.database.query({
      text: `update workflow_run set lease_until = now() - interval '1 second' where state = 'Running'`,
    })
    await resumeRuns(test.deps)
    await test.background.idle()
  }
  t.match(await runs(), [{ state: 'Interrupted' }])
  const asked = outside.asked.length
  t.match((await call('Resume', dryRun)).body, { order: { orderForm: { capturedPaymentTotal: 498.9 } } })
  t.equal(outside.asked.length, asked)
  t.match(await runs(), [{ state: 'Interrupted' }])
})
