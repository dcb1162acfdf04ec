import { eventually } from '@open-oms/service-kit/testing/test-events'
import t, { type Test } from 'tap'
import { held, released } from '../../testing/orders/holding.ts'
import { triedAgain, waitingProvider } from '../../testing/payments/waiting-provider.ts'
import { createdOrder, type OrdersTest, testOrders, updateStatus } from '../../testing/test-orders.ts'
import { configWithSteps } from '../../testing/workflow/stepped-config.ts'

const config = await configWithSteps([
  { name: 'CapturePayments', id: 'capture', stopOnError: true, retryFor: '24h' },
  { name: 'SetCompletedDate', id: 'date' },
])

const fetchOrder = async (on: OrdersTest, id: string) => (await on.send({ url: `/api/Orders/${id}` })).body
const fetchRun = async (on: OrdersTest, id: string) =>
  (await on.send({ url: `/api/Orders/${id}/WorkflowRuns` })).body.result.find(
    ({ status }: { status: string }) => status === 'InProgress',
  )

/** An order whose run waited for its capture when it was held, and the hold. */
async function heldWhileWaiting(t: Test) {
  const provider = waitingProvider('away', 'done')
  const on = await testOrders(t, { config, connectors: provider.connectors })
  const { id } = await createdOrder(on)
  await updateStatus(on, id, { body: { status: 'InProgress' } })
  const [hold] = (await held(on, id)).body.holds
  return { provider, on, id, holdId: hold.id as string }
}

t.test(
  'given a run that waits, when its time comes while the order is held, then it is held, and the release captures once',
  async (t) => {
    const { provider, on, id, holdId } = await heldWhileWaiting(t)
    t.match(await fetchRun(on, id), { state: 'Waiting' }, 'a hold alone does not end the waiting')
    t.equal(await triedAgain(on), 1)
    t.match(await fetchRun(on, id), { state: 'Held', nextAttempt: null })
    t.equal(await triedAgain(on), 0, 'what is held is not woken')
    t.equal(provider.asked.length, 1, 'nobody is asked while it is held')

    await released(on, [id, holdId])
    await eventually(async () => (await fetchRun(on, id)).state === 'Finished', 'the run has ended')
    t.equal(provider.captured.size, 1)
    t.match((await fetchOrder(on, id)).errors, [{ key: 'CapturePayments', status: 'Solved' }])
  },
)

t.test(
  'given a held run with a step that waited, when the order is cancelled, then the run ends and no error still waits',
  async (t) => {
    const { provider, on, id } = await heldWhileWaiting(t)
    await triedAgain(on)
    t.equal((await updateStatus(on, id, { body: { status: 'Cancelled' } })).status, 200)
    await triedAgain(on)
    t.match(await fetchRun(on, id), { state: 'Aborted' })
    t.equal(provider.captured.size, 0)
    const errors = (await fetchOrder(on, id)).errors as { status: string | null }[]
    t.notOk(errors.some(({ status }) => status === 'Waiting'))
  },
)

t.test('given a run that waits, when the hold is released before its time, then it is tried at its time, once', async (t) => {
  const { provider, on, id, holdId } = await heldWhileWaiting(t)
  await released(on, [id, holdId])
  await on.background.idle()
  t.match(await fetchRun(on, id), { state: 'Waiting' })
  t.equal(await triedAgain(on), 1)
  t.match(await fetchRun(on, id), { state: 'Finished' })
  t.equal(provider.captured.size, 1)
})
