import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import { manualPayments } from '../../../connectors/payment/manual.ts'
import type { PaymentConnector, PaymentRequest, PaymentResult } from '../../../connectors/payment/payment-connector.ts'
import type { OrdersConfig } from '../../../order/rules/context/orders-config.ts'
import { takeOverRuns } from '../../../runs/run-take-over.ts'
import {
  createdOrder,
  type OrdersTest,
  orderBody,
  paymentsByType,
  testOrders,
  updateStatus,
} from '../../../testing/test-orders.ts'
import { configWithOnlySteps, moneyAndDates } from '../../../testing/workflow/only-steps.ts'
import { keepResuming, resumeRuns } from './resume.ts'

const onlyMoney = await configWithOnlySteps(...moneyAndDates)
const complete = (test: OrdersTest, id: string) => updateStatus(test, id, { body: { status: 'Completed' } })
const expireLeases = (test: OrdersTest) =>
  test.database.query({ text: `update workflow_run set lease_until = now() - interval '1 second' where state = 'Running'` })
const capturing = (capture: PaymentConnector['capture']) => ({
  payment: (): PaymentConnector => ({ ...manualPayments, capture }),
})

const collectSteps = (config: OrdersConfig) =>
  config.orderTypes.flatMap((type) => type.orderStatuses.flatMap((status) => status.workflowSteps))

/** The sample tenant with a capture among the steps of Online: Pending. */
async function capturesWhenPending() {
  const config = await configWithOnlySteps(...moneyAndDates)
  const statuses = config.orderTypes.find((type) => type.name === 'Online')?.orderStatuses ?? []
  const named = (name: string) => statuses.find((status) => status.name === name)
  const capture = named('Completed')?.workflowSteps.find((step) => step.name === 'CapturePayments')
  Object.assign(named('Pending') ?? {}, { workflowSteps: [{ ...capture, id: 'pending-capture' }] })
  return config
}

t.test('given an Idempotency-Key, when an order is created, then its first steps run with the creation', async (t) => {
  const test = await testOrders(t, { config: await capturesWhenPending() })
  const body = orderBody({ status: 'Pending' })
  const headers = { 'idempotency-key': 'created-once' }
  t.equal((await test.send({ method: 'POST', url: '/api/Orders', body, headers })).status, 201)
  await test.background.idle()
  t.equal((await test.send({ url: `/api/Orders/${body.id}` })).body.orderForm.capturedPaymentTotal, 498.9)
})

t.test('given a queued run that was taken over again, when its time comes, then the first process calls nobody', async (t) => {
  const asked: PaymentRequest[] = []
  let isDead = true
  const connectors = capturing(async (request) => {
    if (isDead) throw new Error('the process died')
    asked.push(request)
    return manualPayments.capture(request)
  })
  const test = await testOrders(t, { config: onlyMoney, connectors })
  const { id } = await createdOrder(test)
  await complete(test, id)
  isDead = false
  await expireLeases(test)
  const waiting: (() => Promise<void>)[] = []
  const background = { ...test.background, add: (task: () => Promise<void>) => void waiting.push(task) }
  t.equal(await resumeRuns({ ...test.deps, background }), 1)
  await expireLeases(test)
  t.equal((await takeOverRuns(test.deps, 1)).length, 1, 'another process takes it over')
  for (const task of waiting) await task()
  t.same(asked, [])
})

t.test(
  'given a run that never ends, when it was taken over too often, then it is given up and its order is unlocked',
  async (t) => {
    let isBroken = true
    const connectors = capturing(async (request) => {
      if (isBroken) throw new Error('a mistake in the step')
      return manualPayments.capture(request)
    })
    const test = await testOrders(t, { config: onlyMoney, connectors, isMeantToFail: true })
    const { id } = await createdOrder(test)
    t.equal((await complete(test, id)).status, 500)
    for (let count = 0; count < 12; count++) {
      await expireLeases(test)
      await resumeRuns(test.deps)
      await test.background.idle()
    }
    const states = () =>
      test.database.query({
        text: 'select state from workflow_run where order_id = $1 and status = $2 order by started',
        values: [id, 'Completed'],
      })
    t.same(await states(), [{ state: 'Interrupted' }])
    isBroken = false
    const response = await complete(test, id)
    t.equal(response.status, 200)
    t.equal(response.body.order.orderForm.capturedPaymentTotal, 498.9)
    t.same(await states(), [{ state: 'Interrupted' }, { state: 'Finished' }])
  },
)

t.test(
  'given a failed call, when the step runs again, then a lost request is repeated and a refused one is replaced',
  async (t) => {
    const responses: PaymentResult['outcome'][] = ['unreachable', 'refused', 'done']
    const charged: string[] = []
    const connectors = capturing(async (request) => {
      charged.push(request.idempotencyKey)
      const outcome = responses.shift() ?? 'done'
      return outcome === 'done' ? manualPayments.capture(request) : { outcome, reason: `it was ${outcome}` }
    })
    const config = await configWithOnlySteps(...moneyAndDates)
    for (const step of collectSteps(config)) step.retries = 0
    const test = await testOrders(t, { config, connectors })
    const { id } = await createdOrder(test)
    t.match((await complete(test, id)).body, {
      isAborted: true,
      orderActionExecutionResults: [{ errorReason: 'it was unreachable' }],
    })
    await complete(test, id)
    const { order } = (await complete(test, id)).body
    t.equal(charged[1], charged[0], 'what may have been charged is not charged under another key')
    t.not(charged[2], charged[1])
    t.match(paymentsByType(order, 'Capture'), [
      { status: 'Failed', reason: 'it was refused' },
      { status: 'Processed', reason: null, amount: 498.9 },
    ])
  },
)

t.test(
  'given a provider that never responds, when the timeout of the step ends, then the step fails and the next run repeats the request',
  async (t) => {
    const config = await configWithOnlySteps(...moneyAndDates)
    const steps = collectSteps(config)
    t.equal(steps.find((step) => step.name === 'CapturePayments')?.timeoutMs, 30_000)
    for (const step of steps) Object.assign(step, { timeoutMs: 60, retries: 0 })
    const asked: string[] = []
    let isHanging = true
    const connectors = capturing((request) => {
      asked.push(request.idempotencyKey)
      return isHanging ? new Promise(() => undefined) : manualPayments.capture(request)
    })
    const test = await testOrders(t, { config, connectors })
    const { id } = await createdOrder(test)
    const hung = await complete(test, id)
    t.match(hung, { status: 200, body: { isAborted: true, orderActionExecutionResults: [{ errorReason: /60 ms/ }] } })
    t.match(paymentsByType(hung.body.order, 'Capture'), [{ status: 'Failed', transactionId: '' }])
    isHanging = false
    const { order } = (await complete(test, id)).body
    t.match(paymentsByType(order, 'Capture'), [{ status: 'Processed', amount: 498.9 }])
    t.equal(asked.length, 2)
    t.equal(new Set(asked).size, 1)
  },
)

t.test(
  'given a crash between effect and response, when the same Idempotency-Key is sent again, then the payment is charged once and the response is returned',
  async (t) => {
    const asked: PaymentRequest[] = []
    const dead = await testOrders(t, {
      config: onlyMoney,
      connectors: capturing((request) => {
        asked.push(request)
        return new Promise(() => undefined)
      }),
    })
    const alive = await testOrders(t, {
      config: onlyMoney,
      database: dead.database,
      connectors: capturing(async (request) => {
        asked.push(request)
        return manualPayments.capture(request)
      }),
    })
    const { id } = await createdOrder(alive)
    const send = (test: OrdersTest) =>
      updateStatus(test, id, { body: { status: 'Completed' }, headers: { 'idempotency-key': 'crashed' } })
    void send(dead)
    while (asked.length === 0) await wait(5)
    t.match((await send(alive)).body, { error: 'IdempotencyInFlight' })
    await dead.database.query({ text: `update kit.idempotency_key set expires = now() - interval '1 second'` })
    // Only the dead process's lease: that of the repeated request is alive and must stay so.
    await expireLeases(alive)
    const repeated = send(alive)
    await wait(100)
    const stop = keepResuming(alive.deps, 20)
    const response = await repeated
    stop()
    t.equal(response.status, 200)
    t.equal(response.body.order.orderForm.capturedPaymentTotal, 498.9)
    t.equal(new Set(asked.map(({ idempotencyKey }) => idempotencyKey)).size, 1)
    const replay = await send(alive)
    t.equal(replay.headers['idempotent-replayed'], 'true')
    t.same(replay.body, response.body)
  },
)
