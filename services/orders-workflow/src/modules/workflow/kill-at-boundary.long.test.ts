import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { manualPayments } from '../../connectors/payment/manual.ts'
import type { PaymentConnector } from '../../connectors/payment/payment-connector.ts'
import { outboxEnvelopes, paymentsByType, testOrders } from '../../testing/test-orders.ts'
import { killedAtBoundaries, restarted } from '../../testing/workflow/resuming.ts'
import { boundaryConfig } from '../../testing/workflow/stepped-config.ts'

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

const fetchRuns = async (id: string) => (await test.send({ url: `/api/Orders/${id}/WorkflowRuns` })).body.result

t.test('given a process killed with a run at each boundary, when it restarts, then each run ends', async (t) => {
  const orders = await killedAtBoundaries(test.database, ledger, 'order')
  t.ok(orders.length > 9, `${orders.length} orders`)
  const underWay = await test.database.query({ text: `select from workflow_run where state = 'Running'` })
  t.ok(underWay.length > 3, `${underWay.length} runs were under way`)
  await restarted(test)
  const charged = (await readFile(ledger, 'utf8')).split('\n').filter((key) => key !== '')
  t.equal(new Set(charged).size, charged.length, 'no key is charged twice')
  for (const [point, id] of orders.entries()) {
    const { body: order } = await test.send({ url: `/api/Orders/${id}` })
    const runs = await fetchRuns(id)
    const title = `killed at boundary ${point}`
    if (runs.length === 0) {
      t.match(order, { status: 'New', orderForm: { capturedPaymentTotal: 0 } }, `${title}: nothing had happened`)
      continue
    }
    t.match(runs, [{ state: 'Finished' }], title)
    t.match(order, { status: 'InProgress', readyForPickup: String, orderForm: { capturedPaymentTotal: 498.9 } }, title)
    t.match(order.orderForm.shipments, [{ status: 'Shipped' }], title)
    t.match(paymentsByType(order, 'Capture'), [{ amount: 498.9, status: 'Processed' }], title)
    const stepIds = runs[0].steps.map(({ stepId }: { stepId: string }) => stepId)
    t.same(stepIds.toSorted(), ['after', 'capture', 'date', 'nothing-left', 'packing'], `${title}: each step once`)
    const events = await outboxEnvelopes(test, id)
    t.same(
      events.map((event) => event.sequence),
      events.map((_, index) => index + 1),
      `${title}: events without a gap`,
    )
    t.equal(events.filter((event) => event.type === 'orders.workflow.completed.v1').length, 1, `${title}: published once`)
  }
  t.equal(charged.length, orders.length - (await countUntouched(orders)), 'each order that moved is charged once')
})

async function countUntouched(orders: readonly string[]) {
  const runs = await Promise.all(orders.map(fetchRuns))
  return runs.filter((list) => list.length === 0).length
}
