import { eventually } from '@open-oms/service-kit/testing/test-events'
import t from 'tap'
import { manualPayments } from '../../connectors/payment/manual.ts'
import { held, released } from '../../testing/orders/holding.ts'
import {
  authorization,
  createdOrder,
  type OrdersTest,
  orderFormBody,
  outboxEnvelopes,
  testOrders,
  updateStatus,
} from '../../testing/test-orders.ts'
import { resumeAll } from '../../testing/workflow/resuming.ts'
import { configWithSteps } from '../../testing/workflow/stepped-config.ts'
import { resumeRuns } from '../workflow/runner/resume.ts'
import { holdOrder, releaseHold } from './hold-order.ts'
import { releaseDueHolds } from './release-due-holds.ts'

const properties = [{ key: 'PaymentMethodName', value: 'Card' }]
const config = await configWithSteps([{ name: 'AuthorizePayment', properties }])

/** An order whose run waits before it asks the provider, and how often that was asked. */
async function waiting(t: Parameters<typeof testOrders>[0], hold: Record<string, unknown> = {}) {
  let asked = 0
  const authorize: typeof manualPayments.authorize = (request) => {
    asked++
    return manualPayments.authorize(request)
  }
  const test = await testOrders(t, { config, connectors: { payment: () => ({ ...manualPayments, authorize }) } })
  const { id } = await createdOrder(test, { orderForm: orderFormBody({ payments: [] }) })
  const { holds } = (await held(test, id, { body: { reasonCode: 'FraudCheck', ...hold } })).body
  await updateStatus(test, id, { body: { status: 'InProgress' } })
  return { test, id, holdId: holds[0].id as string, asked: () => asked }
}

const read = async (test: OrdersTest, id: string) => (await test.send({ url: `/api/Orders/${id}` })).body
const fetchRunStates = async (test: OrdersTest, id: string) =>
  (await test.send({ url: `/api/Orders/${id}/WorkflowRuns` })).body.result.map(({ state }: { state: string }) => state)
const fetchVersions = async (test: OrdersTest, id: string) => (await test.send({ url: `/api/Orders/${id}/Versions` })).body
const releaseEvents = async (test: OrdersTest, id: string) =>
  (await outboxEnvelopes(test, id)).filter(({ type }) => type === 'orders.hold.released.v1')
const inAnHour = () => new Date(Date.now() + 3_600_000)

t.test(
  'given a hold, when it is released twice concurrently, then there is one release, and the run continues once',
  async (t) => {
    const { test, id, holdId, asked } = await waiting(t)
    const responses = await Promise.all([released(test, [id, holdId]), released(test, [id, holdId])])
    t.strictSame(
      responses.map(({ status }) => status),
      [200, 200],
    )
    // The run may have gone on between the two, so the versions may differ; the release is one.
    t.equal(new Set(responses.map(({ body }) => JSON.stringify(body.holds))).size, 1)
    await eventually(async () => (await fetchRunStates(test, id))[0] === 'Finished', 'the run has continued')
    t.equal(asked(), 1)
    t.equal((await releaseEvents(test, id)).length, 1)
  },
)

t.test('given a hold, when it is released without a body, then it is released', async (t) => {
  const { test, id, holdId } = await waiting(t)
  const response = await test.send({ method: 'POST', url: `/api/Orders/${id}/Holds/${holdId}/Release` })
  t.match([response.status, response.body.holds], [200, [{ releaseCause: 'Call', releaseNote: null }]], response.text)
  await test.background.idle()
})

t.test('given a process that dies right after the release, when another looks for runs, then the run continues', async (t) => {
  const { test, id, holdId, asked } = await waiting(t)
  const dead = { ...test.deps, background: { ...test.background, add: () => undefined } }
  const write = { operation: 'ReleaseHold', by: 'kari', actor: 'test', requireScope: () => undefined }
  await releaseHold(dead, { orderId: id, holdId, note: null, write })
  t.strictSame([await fetchRunStates(test, id), asked()], [['Running'], 0])
  t.equal(await resumeRuns(test.deps), 1)
  await test.background.idle()
  t.strictSame([await fetchRunStates(test, id), asked()], [['Finished'], 1])
})

t.test('given a release that is rolled back, when runs are looked for, then the run waits as before', async (t) => {
  const { test, id, holdId, asked } = await waiting(t)
  const inTransaction: typeof test.deps.inTransaction = (work) =>
    test.deps.inTransaction(async (tx) => {
      await work(tx)
      // Sends what was put off.
      await tx.query({ text: 'select 1' })
      throw new Error('power failure')
    })
  const write = { operation: 'ReleaseHold', by: 'kari', actor: 'test', requireScope: () => undefined }
  await t.rejects(releaseHold({ ...test.deps, inTransaction }, { orderId: id, holdId, note: null, write }), /power failure/)
  t.equal(await resumeAll(test), 0)
  t.equal((await read(test, id)).holds[0].released, null)
  t.strictSame([await fetchRunStates(test, id), asked()], [['Held'], 0])
})

t.test('given a hold with a time, when several processes look after it, then one of them releases it', async (t) => {
  const { test, id, asked } = await waiting(t, { until: inAnHour().toISOString() })
  t.equal(await releaseDueHolds(test.deps), 0, 'not before its time')
  const later = { ...test.deps, now: () => new Date(inAnHour().getTime() + 1_000) }
  const counts = await Promise.all([releaseDueHolds(later), releaseDueHolds(later), releaseDueHolds(later)])
  t.equal(
    counts.reduce((sum, count) => sum + count, 0),
    1,
  )
  t.match((await read(test, id)).holds, [{ releaseCause: 'Until', releasedBy: 'holds' }])
  t.match((await fetchVersions(test, id))[0], { operation: 'ReleaseHold', createdBy: 'holds' })
  await resumeRuns(test.deps)
  await test.background.idle()
  t.strictSame([await fetchRunStates(test, id), asked()], [['Finished'], 1])
  t.equal((await releaseEvents(test, id)).length, 1)
})

t.test(
  'given due holds of a read-only and of a deleted order, when they are looked after, then only the first is released',
  async (t) => {
    const test = await testOrders(t)
    const until = inAnHour().toISOString()
    const orders = [await createdOrder(test), await createdOrder(test)]
    for (const { id } of orders) await held(test, id, { body: { reasonCode: 'R', until } })
    const [readOnly, deleted] = orders
    await test.send({ method: 'PATCH', url: `/api/Orders/${readOnly.id}/PatchOrder`, body: { isReadOnly: true } })
    await test.send({ method: 'DELETE', url: `/api/Orders/${deleted.id}` })
    const later = { ...test.deps, now: () => new Date(inAnHour().getTime() + 1_000) }
    t.equal(await releaseDueHolds(later), 1)
    await test.send({ method: 'POST', url: `/api/Orders/${deleted.id}/Restore` })
    const failing = new Map([['gone', { failures: 3, retryAt: Number.POSITIVE_INFINITY }]])
    t.equal(await releaseDueHolds(later, undefined, failing), 1, 'the other one when it is restored')
    t.equal(failing.size, 0, 'an order without due holds is not remembered as failing')
  },
)

t.test('given a hold until the order is paid, when payments come in, then the one that covers it releases it', async (t) => {
  const { test, id, asked } = await waiting(t, { releaseRule: 'PaidInFull' })
  const pay = (transactionId: string, amount: number) => {
    const body = [authorization({ transactionId, amount, transactionType: 'Sale' })]
    return test.send({ method: 'POST', url: `/api/Orders/${id}/AddPayments`, body })
  }
  t.equal((await pay('s-1', 400)).body.holds[0].released, null)
  const { body } = await pay('s-2', 98.9)
  t.match(body.holds, [{ releaseCause: 'PaidInFull', released: String }])
  t.equal(await resumeRuns(test.deps), 1)
  await test.background.idle()
  t.strictSame(await fetchRunStates(test, id), ['Finished'])
  t.equal(asked(), 0, 'nothing is left to authorise')
})

t.test('given a held order, when a batch brings the payment that releases it, then its run continues', async (t) => {
  const { test, id } = await waiting(t, { releaseRule: 'PaidInFull' })
  const order = await read(test, id)
  const payments = [authorization({ transactionType: 'Capture' })]
  const body = [{ ...order, orderForm: { ...order.orderForm, payments } }]
  t.equal((await test.send({ method: 'POST', url: '/api/Orders/UpdateMany', body })).status, 204)
  t.match((await read(test, id)).holds, [{ releaseCause: 'PaidInFull' }])
  t.strictSame(await fetchRunStates(test, id), ['Running'])
})

t.test(
  'given holds and completions that race, when both have their response, then an order is either delivered or held',
  async (t) => {
    const test = await testOrders(t)
    for (let round = 0; round < 12; round++) {
      const { id } = await createdOrder(test)
      const complete = () => updateStatus(test, id, { body: { status: 'Completed' } })
      const [hold, status] = await Promise.all(
        round % 2 === 0 ? [held(test, id), complete()] : [complete(), held(test, id)].toReversed(),
      )
      t.equal(hold?.status, 200)
      const { orderForm, holds, status: now } = await read(test, id)
      const isDelivered = orderForm.lineItems.every((line: { deliveredQuantity: number }) => line.deliveredQuantity > 0)
      t.equal(holds.length, 1)
      t.equal(isDelivered, status?.status === 200, `${status?.status}: ${now}`)
      const versions = (await fetchVersions(test, id)).map(({ operation }: { operation: string }) => operation).toReversed()
      if (isDelivered)
        t.ok(versions.indexOf('UpdateStatus') < versions.indexOf('HoldOrder'), `the status went out first: ${versions}`)
      else t.match(status?.body, { error: 'OrderIsHeld' })
      await test.background.idle()
    }
  },
)

t.test(
  'given a call to a provider under way, when the order is held, then the call is written and the next one waits',
  async (t) => {
    const { promise: response, resolve: respond } = Promise.withResolvers<void>()
    const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>()
    const calls: string[] = []
    const payment = {
      ...manualPayments,
      authorize: async (request: Parameters<typeof manualPayments.authorize>[0]) => {
        calls.push(request.idempotencyKey)
        isAsked()
        await response
        return manualPayments.authorize(request)
      },
    }
    const steps = [
      { name: 'AuthorizePayment', properties },
      { name: 'BookShipment', connector: 'carrier' },
    ]
    const booked: unknown[] = []
    const shipping = { book: async (request: unknown) => void booked.push(request) }
    const orderLock = await configWithSteps(steps)
    orderLock.settings = { ...orderLock.settings, orderLock: true }
    const test = await testOrders(t, {
      config: orderLock,
      connectors: { payment: () => payment, shipping: () => shipping as never },
    })
    const { id } = await createdOrder(test, { orderForm: orderFormBody({ payments: [] }) })
    const entering = updateStatus(test, id, { body: { status: 'InProgress' } })
    await asked
    const write = { operation: 'HoldOrder', by: 'kari', actor: 'test', requireScope: () => undefined }
    await holdOrder(test.deps, { orderId: id, request: { reasonCode: 'FraudCheck' }, write })
    respond()
    const { body } = await entering
    t.equal(body.order.orderForm.authorizedPaymentTotal, 498.9, 'what was asked for is on the order')
    t.match(body.orderActionExecutionResults.at(-1), { actionType: 'BookShipment', message: /held/ })
    t.strictSame([calls.length, booked.length, await fetchRunStates(test, id)], [1, 0, ['Held']])
  },
)
