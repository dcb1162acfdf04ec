import { eventually } from '@open-oms/service-kit/testing/test-events'
import t, { type Test } from 'tap'
import { manualPayments } from '../../connectors/payment/manual.ts'
import type { PaymentConnector } from '../../connectors/payment/payment-connector.ts'
import { held } from '../../testing/orders/holding.ts'
import { createdOrder, type OrdersTest, testOrders, updateStatus } from '../../testing/test-orders.ts'
import { configWithSteps } from '../../testing/workflow/stepped-config.ts'
import { maintenanceJobs } from '../maintenance/maintenance.ts'
import { resumeRuns } from '../workflow/runner/resume.ts'
import { wakeReleasedRuns } from './wake-released-runs.ts'

const config = await configWithSteps([
  { name: 'CapturePayments', id: 'capture', stopOnError: true },
  { name: 'BookShipment', id: 'book' },
  { name: 'SetCompletedDate', id: 'date' },
])

const fetchRuns = async (on: OrdersTest, id: string) =>
  (await on.send({ url: `/api/Orders/${id}/WorkflowRuns` })).body.result as { state: string; steps: { actionType: string }[] }[]
const fetchRunStates = async (on: OrdersTest, id: string) => (await fetchRuns(on, id)).map(({ state }) => state)

/** Orders whose payments are captured after `before`, and how often they were. */
async function capturing(t: Test, before: (on: OrdersTest) => Promise<unknown>) {
  const captures: string[] = []
  const capture: PaymentConnector['capture'] = async (request) => {
    captures.push(request.idempotencyKey)
    await before(on)
    return manualPayments.capture(request)
  }
  const connectors = { payment: (): PaymentConnector => ({ ...manualPayments, capture }) }
  const on = await testOrders(t, { config, connectors })
  return { on, captures }
}

t.test(
  'given a capture under way, when a hold until the order is paid comes and the capture pays it, then the run continues and ends',
  async (t) => {
    let id = ''
    const { on, captures } = await capturing(t, async (test) => {
      t.equal((await held(test, id, { body: { reasonCode: 'Unpaid', releaseRule: 'PaidInFull' } })).status, 200)
    })
    id = (await createdOrder(on)).id
    t.equal((await updateStatus(on, id, { body: { status: 'InProgress' } })).status, 200)
    t.match((await on.send({ url: `/api/Orders/${id}` })).body.holds, [{ releaseCause: 'PaidInFull' }])
    await eventually(async () => {
      await resumeRuns(on.deps)
      await on.background.idle()
      return (await fetchRunStates(on, id)).every((state) => state === 'Finished')
    }, 'the run has ended')
    const [run] = await fetchRuns(on, id)
    t.strictSame(
      run?.steps.map(({ actionType }) => actionType),
      ['CapturePayments', 'BookShipment', 'SetCompletedDate'],
    )
    t.equal(captures.length, 1)
  },
)

t.test(
  'given a held run of an order that is not held, when runs are looked after, then it continues, and no other',
  async (t) => {
    const { on } = await capturing(t, async () => undefined)
    const [left, kept] = [await createdOrder(on), await createdOrder(on)]
    for (const { id } of [left, kept]) {
      await held(on, id)
      await updateStatus(on, id, { body: { status: 'InProgress' } })
    }
    t.equal(await wakeReleasedRuns(on.deps), 0, 'both are held')
    const [hold] = (await on.send({ url: `/api/Orders/${left.id}` })).body.holds
    await on.send({ method: 'POST', url: `/api/Orders/${left.id}/Holds/${hold.id}/Release`, body: {} })
    await on.background.idle()
    // As a process of an earlier version leaves it, which writes the state after the release.
    await on.database.query({
      text: `update workflow_run set state = 'Held', lease_until = null, finished = null where order_id = $1`,
      values: [left.id],
    })
    t.equal(await wakeReleasedRuns(on.deps), 1)
    t.equal(await wakeReleasedRuns(on.deps), 0, 'once')
    await resumeRuns(on.deps)
    await on.background.idle()
    t.strictSame([await fetchRunStates(on, left.id), await fetchRunStates(on, kept.id)], [['Finished'], ['Held']])
    t.ok(maintenanceJobs.some(({ run }) => run === wakeReleasedRuns))
  },
)
