// Own process: it takes long, so it begins first.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { manualPayments } from '../../connectors/payment/manual.ts'
import type { PaymentConnector } from '../../connectors/payment/payment-connector.ts'
import { createdOrder, envelopesOf, paymentsOf, testOrders } from '../../testing/test-orders.ts'
import { boundaryConfig } from '../../testing/workflow/boundary-config.ts'
import { killedAtEach, restarted } from '../../testing/workflow/resuming.ts'

const child = fileURLToPath(new URL('../../testing/workflow/dies-at-boundary.ts', import.meta.url))
const ledger = join(t.testdir(), 'ledger')
await writeFile(ledger, '')

/** What the provider has charged, by key, whichever process asked; it charges each key once. */
const capture: PaymentConnector['capture'] = async (request) => {
  const charged = (await readFile(ledger, 'utf8')).split('\n')
  if (!charged.includes(request.idempotencyKey)) await writeFile(ledger, `${request.idempotencyKey}\n`, { flag: 'a' })
  return manualPayments.capture(request)
}
const test = await testOrders(t, {
  config: await boundaryConfig(),
  connectors: { payment: (): PaymentConnector => ({ ...manualPayments, capture }) },
})

/** Whether a process was killed at this point; otherwise it ended normally. */
async function isKilled(id: string, point: number): Promise<boolean> {
  const body = JSON.stringify({ status: 'InProgress' })
  const [code, signal] = await once(fork(child, [test.database.url, ledger, id, String(point), body]), 'exit')
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`The child failed at boundary ${point}.`)
  return signal === 'SIGKILL'
}

const runsOf = async (id: string) => (await test.send({ url: `/api/Orders/${id}/WorkflowRuns` })).body.result

t.test('given a process killed at each boundary of a run, when it restarts, then the run ends', async (t) => {
  const orders = await killedAtEach(async (point) => {
    const { id } = await createdOrder(test)
    return { id, isKilled: await isKilled(id, point) }
  })
  t.ok(orders.length > 9, `${orders.length} processes`)
  await restarted(test)
  const charged = (await readFile(ledger, 'utf8')).split('\n').filter((key) => key !== '')
  t.equal(new Set(charged).size, charged.length, 'no key is charged twice')
  for (const { id, point } of orders) {
    const { body: order } = await test.send({ url: `/api/Orders/${id}` })
    const runs = await runsOf(id)
    const title = `killed at boundary ${point}`
    if (runs.length === 0) {
      t.match(order, { status: 'New', orderForm: { capturedPaymentTotal: 0 } }, `${title}: nothing had happened`)
      continue
    }
    t.match(runs, [{ state: 'Finished' }], title)
    t.match(order, { status: 'InProgress', readyForPickup: String, orderForm: { capturedPaymentTotal: 498.9 } }, title)
    t.match(order.orderForm.shipments, [{ status: 'Shipped' }], title)
    t.match(paymentsOf(order, 'Capture'), [{ amount: 498.9, status: 'Processed' }], title)
    const stepIds = runs[0].steps.map(({ stepId }: { stepId: string }) => stepId)
    t.same(stepIds.toSorted(), ['after', 'capture', 'date', 'nothing-left', 'packing'], `${title}: each step once`)
    const events = await envelopesOf(test, id)
    t.same(
      events.map((event) => event.sequence),
      events.map((_, index) => index + 1),
      `${title}: events without a gap`,
    )
    t.equal(events.filter((event) => event.type === 'orders.workflow.completed.v1').length, 1, `${title}: published once`)
  }
  t.equal(charged.length, orders.length - (await countUntouched(orders)), 'each order that moved is charged once')
})

async function countUntouched(orders: readonly { id: string }[]) {
  const runs = await Promise.all(orders.map(({ id }) => runsOf(id)))
  return runs.filter((list) => list.length === 0).length
}
