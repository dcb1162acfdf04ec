import t from 'tap'
import { manualPayments } from '../../../connectors/payment/manual.ts'
import type { PaymentConnector, PaymentRequest } from '../../../connectors/payment/payment-connector.ts'
import {
  createdOrder,
  type OrdersTest,
  orderFormBody,
  outboxEnvelopes,
  testOrders,
  updateStatus,
} from '../../../testing/test-orders.ts'
import { configWithOnlySteps, moneyAndDates } from '../../../testing/workflow/only-steps.ts'
import { resumeAll } from '../../../testing/workflow/resuming.ts'
import { resumeRuns } from './resume.ts'

/**
 * A provider that keeps what it was asked for, charges each key once, and may die around a call.
 */
function provider(dies: { before?: boolean; after?: boolean } = {}) {
  const asked: PaymentRequest[] = []
  const charged = new Map<string, number>()
  const capture = async (request: PaymentRequest) => {
    if (dies.before) throw new Error('the process died before the call')
    asked.push(request)
    charged.set(request.idempotencyKey, request.amount)
    if (dies.after) throw new Error('the process died after the call')
    return manualPayments.capture(request)
  }
  const connector: PaymentConnector = { ...manualPayments, capture }
  return { asked, charged, dies, connectors: { payment: () => connector } }
}

const onlyMoney = await configWithOnlySteps(...moneyAndDates)
const complete = (test: OrdersTest, id: string) => updateStatus(test, id, { body: { status: 'Completed' } })
for (const moment of ['before', 'after'] as const) {
  t.test(
    `given a process that died ${moment} the response of the provider, when its run is resumed, then the payment is charged once`,
    async (t) => {
      const outside = provider({ [moment]: true })
      const test = await testOrders(t, { config: onlyMoney, connectors: outside.connectors })
      const { id } = await createdOrder(test)
      t.equal((await complete(test, id)).status, 500)
      const interrupted = (await test.send({ url: `/api/Orders/${id}` })).body
      t.equal(interrupted.status, 'Completed', 'the status was written first')
      t.equal(interrupted.orderForm.capturedPaymentTotal, 0)

      t.equal(await resumeRuns(test.deps), 0, 'not before its lease has run out')
      outside.dies[moment] = false
      t.equal(await resumeAll(test), 1)
      const { body } = await test.send({ url: `/api/Orders/${id}` })
      t.equal(body.orderForm.capturedPaymentTotal, 498.9)
      t.ok(body.completed)
      t.equal(outside.charged.size, 1)
      t.same(new Set(outside.asked.map((request) => request.idempotencyKey)).size, 1)

      const events = await outboxEnvelopes(test, id)
      t.same(
        events.map((event) => event.sequence),
        events.map((_, index) => index + 1),
      )
      t.match(events.at(-1), { type: 'orders.workflow.completed.v1', data: { isAborted: false, results: [{}, {}, {}] } })
      t.equal(await resumeAll(test), 0, 'a finished run is left alone')
    },
  )
}

t.test(
  'given an order that changed meanwhile, when its call is repeated, then the provider gets the same request again',
  async (t) => {
    const outside = provider({ after: true })
    const test = await testOrders(t, { config: onlyMoney, connectors: outside.connectors })
    const { id } = await createdOrder(test)
    await complete(test, id)
    const sale = { amount: 100, paymentMethodName: 'Cash', transactionId: 's', transactionType: 'Sale', status: 'Processed' }
    await test.send({ method: 'POST', url: `/api/Orders/${id}/AddPayments`, body: [sale] })
    outside.dies.after = false
    await resumeAll(test)
    t.same([...outside.charged.values()], [498.9])
  },
)

t.test('given a run that another process took over, when the first process returns, then it writes nothing', async (t) => {
  const test = await testOrders(t, { config: onlyMoney })
  const slow = provider()
  const held = Promise.withResolvers<void>()
  const called = Promise.withResolvers<void>()
  const connector: PaymentConnector = {
    ...manualPayments,
    capture: async (request) => {
      called.resolve()
      await held.promise
      return slow.connectors.payment().capture(request)
    },
  }
  const stalled = await testOrders(t, { config: onlyMoney, connectors: { payment: () => connector }, database: test.database })
  const { id } = await createdOrder(test)
  const response = complete(stalled, id)
  await called.promise
  t.equal(await resumeAll(test), 1)
  const finished = (await test.send({ url: `/api/Orders/${id}` })).body
  t.equal(finished.orderForm.capturedPaymentTotal, 498.9)
  held.resolve()
  t.equal((await response).status, 503)
  t.same((await test.send({ url: `/api/Orders/${id}` })).body, finished)
})

t.test(
  'given concurrent runs of one order, when both call the provider, then the calls are serialised and the second sees the effect of the first',
  async (t) => {
    let underWay = 0
    let most = 0
    const asked: number[] = []
    const connector: PaymentConnector = {
      ...manualPayments,
      capture: async (request) => {
        most = Math.max(most, ++underWay)
        await new Promise((resolve) => setTimeout(resolve, 120))
        underWay--
        asked.push(request.amount)
        return manualPayments.capture(request)
      },
    }
    const test = await testOrders(t, { config: onlyMoney, connectors: { payment: () => connector } })
    const { id } = await createdOrder(test)
    const responses = await Promise.all([complete(test, id), complete(test, id), complete(test, id)])
    t.same(
      responses.map((response) => response.status),
      [200, 200, 200],
    )
    t.equal(most, 1)
    t.same(asked, [498.9])
  },
)

t.test(
  'given a first status with external calls, when the order is created, then those steps run in the background',
  async (t) => {
    const config = await configWithOnlySteps(...moneyAndDates)
    const status = config.orderTypes
      .find((type) => type.name === 'Online')
      ?.orderStatuses.find((candidate) => candidate.name === 'Pending')
    const completed = config.orderTypes
      .find((type) => type.name === 'Online')
      ?.orderStatuses.find((candidate) => candidate.name === 'Completed')
    const capture = completed?.workflowSteps.find((step) => step.name === 'CapturePayments')
    Object.assign(status ?? {}, { workflowSteps: [{ ...capture, id: 'pending-capture', runAfterOrderIsSaved: true }] })
    const test = await testOrders(t, { config })
    const created = await createdOrder(test, { status: 'Pending' })
    t.equal(created.orderForm.capturedPaymentTotal, 0, 'the response does not wait')
    await test.background.idle()
    const { body } = await test.send({ url: `/api/Orders/${created.id}` })
    t.equal(body.orderForm.capturedPaymentTotal, 498.9)
    const after = await createdOrder(test, { orderForm: orderFormBody() })
    const { body: response } = await test.send({
      method: 'POST',
      url: `/api/Orders/${after.id}/UpdateStatus`,
      body: { status: 'Pending' },
    })
    t.same(response.orderActionExecutionResults, [], 'a step that runs after the save is not in the response')
    await test.background.idle()
    t.equal((await test.send({ url: `/api/Orders/${after.id}` })).body.orderForm.capturedPaymentTotal, 498.9)
  },
)

// Found when a process died under many requests for one order: its waiting runs took all places for
// 45 s each, and other orders waited for minutes.
t.test(
  'given several interrupted runs of one order, when runs are resumed, then they run one after the other and do not delay other orders',
  async (t) => {
    const outside = provider({ before: true })
    const test = await testOrders(t, { config: onlyMoney, connectors: outside.connectors, isMeantToFail: true })
    test.deps.requestWaitMs = 40
    const [crowded, ...others] = await Promise.all(Array.from({ length: 3 }, () => createdOrder(test)))
    await complete(test, crowded.id)
    for (let count = 0; count < 5; count++) t.equal((await complete(test, crowded.id)).status, 200)
    for (const { id } of others) await complete(test, id)
    await test.background.idle()
    outside.dies.before = false
    const orderOf = `select order_id from workflow_run where state = 'Running' order by lease_until`
    t.equal((await test.database.query({ text: orderOf })).length, 8)
    t.equal(await resumeAll(test), 3, 'the one that waits for its own call, and those of the other orders')
    for (const { id } of others)
      t.equal((await test.send({ url: `/api/Orders/${id}` })).body.orderForm.capturedPaymentTotal, 498.9)
    for (let left = 5; left > 0; left--) t.equal(await resumeAll(test), 1, `one of ${left} that are left`)
    t.equal(await resumeAll(test), 0)
    t.equal(outside.charged.size, 3)
  },
)

t.test(
  'given a resumed run of an order, when runs are resumed again, then no other run of that order is taken over',
  async (t) => {
    const outside = provider({ before: true })
    const test = await testOrders(t, { config: onlyMoney, connectors: outside.connectors, isMeantToFail: true })
    test.deps.requestWaitMs = 40
    const { id } = await createdOrder(test)
    for (let count = 0; count < 3; count++) await complete(test, id)
    await test.background.idle()
    outside.dies.before = false
    await test.database.query({ text: `update workflow_run set lease_until = now() - interval '1 second'` })
    const waiting: (() => Promise<void>)[] = []
    const background = { ...test.background, add: (task: () => Promise<void>) => void waiting.push(task) }
    t.equal(await resumeRuns({ ...test.deps, background }), 1)
    t.equal(await resumeRuns({ ...test.deps, background }), 0)
    let ended = 0
    for (const task of waiting.splice(0)) await task()
    while ((await resumeRuns({ ...test.deps, background }, () => ended++)) > 0) for (const task of waiting.splice(0)) await task()
    t.equal(ended, 2, 'the caller is notified of each end')
    t.match(await test.database.query({ text: 'select state from workflow_run' }), Array(3).fill({ state: 'Finished' }))
    t.equal(outside.charged.size, 1)
  },
)
