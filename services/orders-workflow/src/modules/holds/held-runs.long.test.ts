import type { WorkflowStep } from '@open-oms/contracts/config/order-types'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import t from 'tap'
import { held, released, releasedAll } from '../../testing/orders/holding.ts'
import { notingProvider } from '../../testing/payments/noting-provider.ts'
import { returning } from '../../testing/returning.ts'
import { createdOrder, type OrdersTest, orderFormBody, testOrders, updateStatus } from '../../testing/test-orders.ts'
import { configWithOnlySteps, moneyAndDates } from '../../testing/workflow/only-steps.ts'
import { configWithSteps } from '../../testing/workflow/stepped-config.ts'
import { resumeRuns } from '../workflow/runner/resume.ts'

const read = async (id: string, on: OrdersTest) => (await on.send({ url: `/api/Orders/${id}` })).body
const runs = async (id: string, on: OrdersTest) =>
  (await on.send({ url: `/api/Orders/${id}/WorkflowRuns` })).body.result as { status: string; state: string; runId: string }[]
const order = (id: string, path: string) => `/api/Orders/${id}${path}`

/** A tenant whose orders in progress note a date, ask the provider, note another and mail. */
const stepped = await configWithSteps([
  { name: 'GenerateSecretKey' },
  { name: 'AuthorizePayment', properties: [{ key: 'PaymentMethodName', value: 'Card' }] },
  { name: 'SetReadyForPickupDate' },
] as (Partial<WorkflowStep> & { name: string })[])

const unpaid = () => ({ orderForm: orderFormBody({ payments: [] }), customerId: 'K-1' })

t.test(
  'given a held order, when a status with an outside step is entered, then the run stops before it and continues at the release',
  async (t) => {
    const asked = notingProvider()
    const on = await testOrders(t, { config: stepped, connectors: asked.connectors })
    const { id } = await createdOrder(on, unpaid())
    const [hold] = (await held(on, id)).body.holds
    const { body } = await updateStatus(on, id, { body: { status: 'InProgress' } })
    t.equal(body.isAborted, false)
    t.ok(body.order.secretKey, 'the step before it has run')
    t.equal(body.order.readyForPickup, null, 'the step behind it waits')
    t.match(body.orderActionExecutionResults, [
      { actionType: 'GenerateSecretKey', actionStatus: 'Success' },
      { actionType: 'AuthorizePayment', actionStatus: 'Warning', message: /held/ },
    ])
    t.match(await runs(id, on), [{ status: 'InProgress', state: 'Held' }])
    const runId = (await runs(id, on))[0]?.runId
    const resumed = await on.send({ method: 'POST', url: order(id, `/WorkflowRuns/${runId}/Resume`) })
    t.match([resumed.status, resumed.body.error], [400, 'NothingToResume'])
    t.equal((await updateStatus(on, id, { body: { status: 'PackedAndReady' } })).status, 200, 'a held run makes nobody wait')
    t.strictSame(asked.names(), [])

    await released(on, [id, hold.id])
    await eventually(async () => (await runs(id, on)).every(({ state }) => state === 'Finished'), 'the run has continued')
    t.strictSame(asked.names(), ['authorize'])
    t.match(await read(id, on), { readyForPickup: String })
  },
)

t.test(
  'given a run that waits for the release, when the order is cancelled instead, then the run ends and asks nobody',
  async (t) => {
    const asked = notingProvider()
    const on = await testOrders(t, { config: stepped, connectors: asked.connectors })
    const { id } = await createdOrder(on, unpaid())
    await held(on, id)
    await updateStatus(on, id, { body: { status: 'InProgress' } })
    t.equal((await updateStatus(on, id, { body: { status: 'Cancelled' } })).status, 200)
    await resumeRuns(on.deps)
    await on.background.idle()
    t.match(
      (await runs(id, on)).find(({ status }) => status === 'InProgress'),
      { state: 'Aborted' },
    )
    t.strictSame(asked.names(), [])
  },
)

/** A tenant that captures in progress, and delivers and cancels without steps. */
async function capturing() {
  const config = await configWithSteps([{ name: 'CapturePayments', stopOnError: true }])
  const plain = ['Completed', 'Cancelled']
  for (const { orderStatuses } of config.orderTypes)
    for (const status of orderStatuses) if (plain.includes(status.name)) status.workflowSteps = []
  return config
}

// The capture for goods that had been sent was dropped, and nothing said so.
for (const isSent of [true, false])
  t.test(
    `given a held capture and goods that were ${isSent ? '' : 'not '}sent, when the order is cancelled, then there is ${isSent ? 'an' : 'no'} open error`,
    async (t) => {
      const asked = notingProvider()
      const on = await testOrders(t, { config: await capturing(), connectors: asked.connectors })
      const { id } = await createdOrder(on)
      if (isSent) await updateStatus(on, id, { body: { status: 'Completed' } })
      await held(on, id)
      await updateStatus(on, id, { body: { status: 'InProgress' } })
      await updateStatus(on, id, { body: { status: 'Cancelled' } })
      await resumeRuns(on.deps)
      await on.background.idle()
      t.match(
        (await runs(id, on)).find(({ status }) => status === 'InProgress'),
        { state: 'Aborted' },
      )
      const { errors } = await read(id, on)
      const ofCapture = errors.filter(({ key }: { key: string }) => key === 'CapturePayments')
      t.match(ofCapture, isSent ? [{ severity: 'Error', status: null, message: /still due/ }] : { length: 0 })
      t.equal(ofCapture.length, isSent ? 1 : 0)
      t.strictSame(asked.names(), isSent ? [] : ['cancel'], 'what is not due is voided')
    },
  )

t.test(
  'given a cancellation by a process whose clock is ahead, when the order enters a status again, then its run is carried out',
  async (t) => {
    const asked = notingProvider()
    const on = await testOrders(t, { config: await capturing(), connectors: asked.connectors })
    const ahead = await testOrders(t, { config: await capturing(), connectors: asked.connectors, database: on.database })
    ahead.deps.now = () => new Date(Date.now() + 60_000)
    const { id } = await createdOrder(on)
    await updateStatus(on, id, { body: { status: 'Completed' } })
    await held(on, id)
    await updateStatus(ahead, id, { body: { status: 'Cancelled' } })
    await updateStatus(on, id, { body: { status: 'InProgress' } })
    t.match(await runs(id, on), [{ status: 'InProgress', state: 'Finished' }])
    t.strictSame(asked.names(), ['capture'])
  },
)

t.test(
  'given a held order, when a dry run enters a status with an outside step, then it shows that the step waits',
  async (t) => {
    const on = await testOrders(t, { config: stepped, connectors: notingProvider().connectors })
    const { id } = await createdOrder(on, unpaid())
    await held(on, id)
    const response = await on.send({
      method: 'POST',
      url: order(id, '/UpdateStatus'),
      query: { dryRun: 'true' },
      body: { status: 'InProgress' },
    })
    t.match(response.body.orderActionExecutionResults.at(-1), { actionType: 'AuthorizePayment', message: /held/ })
    t.strictSame(await runs(id, on), [])
  },
)

t.test('given a held order, when goods come back, then the refund waits and an exchange is refused', async (t) => {
  const refunding = await configWithOnlySteps(...moneyAndDates, 'CreditReturn')
  const asked = notingProvider()
  const on = await testOrders(t, { config: refunding, connectors: asked.connectors })
  const { deliveredOrder, postReturn, returnStatus, readOrder } = returning(on)
  const { id } = await deliveredOrder()
  await held(on, id)
  const returns = [{ lineItemId: '1', returnQuantity: 1, returnReason: 'Broken' }]
  const exchangeOrderOptions = { exchangeOrderLines: [{ code: 'CUP', quantity: 1, placedPrice: 100 }] }
  const exchange = await postReturn(id, { returns, exchangeOrderOptions })
  t.match([exchange.status, exchange.body.error], [409, 'OrderIsHeld'])
  t.equal((await postReturn(id, { returns })).status, 200)
  const completed = await returnStatus(id, { returnId: '1', status: 'Completed' })
  t.match(completed.body.orderActionExecutionResults, [{ actionType: 'CreditReturn', message: /held/ }])
  t.strictSame(asked.names(), ['capture'])
  await releasedAll(on, id)
  await eventually(async () => (await readOrder(id)).orderForm.creditPaymentTotal > 0, 'the refund continues')
  t.strictSame(asked.names(), ['capture', 'refund'])
})
