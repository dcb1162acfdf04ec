import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import { manualPayments } from '../../connectors/payment/manual.ts'
import type { PaymentConnector, PaymentRequest, PaymentResult } from '../../connectors/payment/payment-connector.ts'
import {
  authorization,
  createdOrder,
  type OrdersTest,
  orderFormBody,
  paymentsByType,
  testOrders,
  updateStatus,
} from '../../testing/test-orders.ts'
import { resumeAll } from '../../testing/workflow/resuming.ts'
import { configWithSteps } from '../../testing/workflow/stepped-config.ts'
import { resumeRuns } from './runner/resume.ts'

const config = await configWithSteps([{ name: 'CapturePayments', id: 'capture', stopOnError: true, retries: 3 }])
const enter = (test: OrdersTest, id: string, headers = {}) => updateStatus(test, id, { body: { status: 'InProgress' }, headers })

type Outcome = PaymentResult['outcome'] | 'hangs'
function provider(...outcomes: Outcome[]) {
  const asked: PaymentRequest[] = []
  const times: number[] = []
  const aborted: string[] = []
  const capture: PaymentConnector['capture'] = async (request, signal) => {
    asked.push(request)
    times.push(performance.now())
    const outcome = outcomes.shift() ?? 'done'
    if (outcome === 'hangs') {
      signal?.addEventListener('abort', () => aborted.push(request.idempotencyKey))
      return new Promise(() => undefined)
    }
    return outcome === 'done' ? manualPayments.capture(request) : { outcome, reason: `it was ${outcome}` }
  }
  return { asked, times, aborted, connectors: { payment: (): PaymentConnector => ({ ...manualPayments, capture }) } }
}

const fetchAttempts = async (test: OrdersTest, id: string) =>
  (await test.send({ url: `/api/Orders/${id}/WorkflowRuns` })).body.result.flatMap((run: { steps: unknown[] }) => run.steps)

t.test(
  'given a provider that does not respond, when a call is retried, then the pauses grow and the key stays the same',
  async (t) => {
    const outside = provider('unreachable', 'unreachable', 'unreachable')
    const test = await testOrders(t, { config, connectors: outside.connectors })
    test.deps.retryPauseMs = 60
    const { id } = await createdOrder(test)
    const { body } = await enter(test, id)
    t.match(body, { isAborted: false, orderActionExecutionResults: [{ actionStatus: 'Success', stepId: 'capture' }] })
    t.equal(body.orderActionExecutionResults.length, 1, 'a try is no result')
    t.match(paymentsByType(body.order, 'Capture'), [{ status: 'Processed', amount: 498.9 }])
    t.equal(outside.asked.length, 4)
    t.equal(new Set(outside.asked.map((request) => JSON.stringify(request))).size, 1)
    const pauses = outside.times.slice(1).map((time, index) => time - (outside.times[index] as number))
    for (const [index, pause] of pauses.entries()) t.ok(pause >= 30 * 2 ** index - 5, `pause ${index} is ${pause} ms`)
    t.match(await fetchAttempts(test, id), [
      { attempt: 1, actionStatus: 'Error', errorReason: 'it was unreachable', finished: String },
      { attempt: 2, actionStatus: 'Error' },
      { attempt: 3, actionStatus: 'Error' },
      { attempt: 4, actionStatus: 'Success', errorReason: null },
    ])
  },
)

t.test('given a failed call, when it was the last retry or a refusal, then the step fails and is not retried', async (t) => {
  const silent = provider(...(Array(9).fill('unreachable') as Outcome[]))
  const test = await testOrders(t, { config, connectors: silent.connectors })
  test.deps.retryPauseMs = 1
  const { id } = await createdOrder(test)
  t.match((await enter(test, id)).body, { isAborted: true, orderActionExecutionResults: [{ errorReason: 'it was unreachable' }] })
  t.equal(silent.asked.length, 4)
  const refusing = provider('refused')
  const other = await testOrders(t, { config, connectors: refusing.connectors, database: test.database })
  const second = await createdOrder(other)
  t.match((await enter(other, second.id)).body, {
    isAborted: true,
    orderActionExecutionResults: [{ errorReason: 'it was refused' }],
  })
  t.equal(refusing.asked.length, 1)
})

t.test('given a call that exceeds its timeout, when it is aborted, then it is retried', async (t) => {
  const quick = structuredClone(config)
  for (const { orderStatuses } of quick.orderTypes)
    for (const { workflowSteps } of orderStatuses) for (const step of workflowSteps) step.timeoutMs = 50
  const outside = provider('hangs')
  const test = await testOrders(t, { config: quick, connectors: outside.connectors })
  test.deps.retryPauseMs = 1
  const { id } = await createdOrder(test)
  t.match((await enter(test, id)).body, { isAborted: false, orderActionExecutionResults: [{ actionStatus: 'Success' }] })
  t.same(outside.aborted, [outside.asked[0]?.idempotencyKey])
  t.equal(outside.asked.length, 2)
})

t.test(
  'given a pause between retries, when another run is due or the process dies, then no other run calls and the remaining retries are made',
  async (t) => {
    const dead = provider('unreachable', 'unreachable')
    const test = await testOrders(t, { config, connectors: dead.connectors })
    test.deps.retryPauseMs = 100_000
    const { id } = await createdOrder(test)
    void enter(test, id)
    while (dead.asked.length === 0) await wait(5)
    while ((await fetchAttempts(test, id)).length < 2) await wait(5)
    const outside = provider(...(Array(9).fill('unreachable') as Outcome[]))
    const alive = await testOrders(t, { config, connectors: outside.connectors, database: test.database })
    alive.deps.retryPauseMs = 1
    const meanwhile = enter(alive, id)
    await wait(150)
    t.equal(outside.asked.length, 0, 'the second run waits for the first one’s call')
    await alive.database.query({
      text: `update workflow_run set lease_until = now() - interval '1 second' where id in (select run_id from workflow_step_attempt)`,
    })
    t.equal(await resumeRuns(alive.deps), 1)
    await alive.background.idle()
    t.equal(outside.asked.slice(0, 3).filter((request) => request.idempotencyKey === dead.asked[0]?.idempotencyKey).length, 3)
    await meanwhile
    const first = (await fetchAttempts(alive, id)).slice(-4)
    t.match(first, [{ attempt: 1 }, { attempt: 2 }, { attempt: 3 }, { attempt: 4, actionStatus: 'Error' }])
  },
)

t.test(
  'given a slow run, when the request has waited its maximum, then the response says that the run continues in the background',
  async (t) => {
    const outside = provider('unreachable')
    const test = await testOrders(t, { config, connectors: outside.connectors })
    test.deps.retryPauseMs = 600
    test.deps.requestWaitMs = 100
    const { id } = await createdOrder(test)
    const headers = { 'idempotency-key': 'impatient' }
    const response = await enter(test, id, headers)
    t.match(response, {
      status: 200,
      body: {
        isAborted: false,
        order: { status: 'InProgress', orderForm: { capturedPaymentTotal: 0 } },
        orderActionExecutionResults: [{ stepId: 'capture', actionStatus: 'Warning', message: /background/ }],
      },
    })
    await test.background.idle()
    t.equal((await test.send({ url: `/api/Orders/${id}` })).body.orderForm.capturedPaymentTotal, 498.9)
    t.equal(outside.asked.length, 2)
    const replay = await enter(test, id, headers)
    t.equal(replay.headers['idempotent-replayed'], 'true')
    t.same(replay.body, response.body)
  },
)

t.test(
  'given a payment method that is not configured, when it is configured later, then the step fails first without a retry and succeeds then',
  async (t) => {
    const config = await configWithSteps([{ name: 'CapturePayments', id: 'capture', stopOnError: true, retries: 3 }])
    const test = await testOrders(t, { config })
    test.deps.retryPauseMs = 60_000
    const payments = [{ ...authorization(), paymentMethodName: 'Shells' }]
    const { id } = await createdOrder(test, { orderForm: orderFormBody({ payments }) })
    t.match((await enter(test, id)).body, {
      isAborted: true,
      orderActionExecutionResults: [{ actionStatus: 'Error', errorReason: '"Shells" is not a configured payment method.' }],
    })
    t.equal((await fetchAttempts(test, id)).length, 1)
    const [card] = config.paymentMethods.filter(({ name }) => name === 'Card')
    config.paymentMethods.push({
      ...(card as (typeof config.paymentMethods)[number]),
      name: 'Shells',
      paymentMethodName: 'Shells',
    })
    t.equal((await enter(test, id)).body.order.orderForm.capturedPaymentTotal, 498.9)
  },
)

// It was refused as locked after 45 s, although its status was written.
t.test(
  'given a run that waits for the call of another run, when the request has waited its maximum, then the response has the results so far',
  async (t) => {
    const held = Promise.withResolvers<void>()
    const called = Promise.withResolvers<void>()
    const capture: PaymentConnector['capture'] = async (request) => {
      called.resolve()
      await held.promise
      return manualPayments.capture(request)
    }
    const connectors = { payment: (): PaymentConnector => ({ ...manualPayments, capture }) }
    const test = await testOrders(t, { config, connectors, isMeantToFail: true })
    const { id } = await createdOrder(test)
    const first = enter(test, id)
    await called.promise
    test.deps.requestWaitMs = 100
    t.match(await enter(test, id), {
      status: 200,
      body: {
        order: { status: 'InProgress', orderForm: { capturedPaymentTotal: 0 } },
        orderActionExecutionResults: [{ stepId: 'capture', actionStatus: 'Warning', message: /background/ }],
      },
    })
    await test.background.idle()
    held.resolve()
    t.match((await first).body.order.orderForm, { capturedPaymentTotal: 498.9 })
    t.equal(await resumeAll(test), 1)
    t.equal((await test.send({ url: `/api/Orders/${id}` })).body.orderForm.capturedPaymentTotal, 498.9)
  },
)
