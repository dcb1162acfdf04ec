import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { manualPayments } from '../connectors/payment/manual.ts'
import type { PaymentConnector } from '../connectors/payment/payment-connector.ts'
import { boundaryConfig } from '../testing/boundary-config.ts'
import { createdOrder, envelopesOf, paymentsOf, testOrders } from '../testing/test-orders.ts'
import { keepResuming } from './resume.ts'

const child = fileURLToPath(new URL('../testing/dies-at-boundary.ts', import.meta.url))
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

async function runChild(id: string, place: number) {
  const running = fork(child, [test.database.url, ledger, id, String(place), JSON.stringify({ status: 'InProgress' })], {
    silent: true,
  })
  let output = ''
  running.stdout?.on('data', (chunk) => {
    output += chunk
  })
  const [code, signal] = await once(running, 'exit')
  return { code, signal, passed: Number(output) }
}

/** How many boundaries the whole has, counted by a process that nobody kills. */
const places = await (async () => {
  const { id } = await createdOrder(test)
  const { code, passed } = await runChild(id, -1)
  if (code !== 0) throw new Error('the child failed')
  return passed
})()

const runsOf = async (id: string) => (await test.send({ url: `/api/Orders/${id}/WorkflowRuns` })).body.result

/** After the restart, as the service does it; leases run out in their own time. */
async function restarted(ids: readonly string[]) {
  const stop = keepResuming(test.deps, 500)
  const began = performance.now()
  const isOver = async (id: string) => (await runsOf(id)).every((run: { state: string }) => run.state !== 'Running')
  while (!(await Promise.all(ids.map(isOver))).every(Boolean) && performance.now() - began < 35_000) await wait(250)
  stop()
  await test.background.idle()
  return performance.now() - began
}

t.test(`killed at each of its boundaries, a run ends within 30 s after the restart`, { timeout: 280_000 }, async (t) => {
  t.ok(places >= 9, `${places} boundaries`)
  const orders: { id: string; place: number }[] = []
  for (let place = 0; place < places; place++) orders.push({ id: (await createdOrder(test)).id, place })
  const waiting = [...orders]
  const one = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { signal } = await runChild(next.id, next.place)
      t.equal(signal, 'SIGKILL', `killed at boundary ${next.place}`)
    }
  }
  await Promise.all([one(), one()])
  const took = await restarted(orders.map(({ id }) => id))
  t.ok(took < 30_000, `all over after ${Math.round(took)} ms`)
  const charged = (await readFile(ledger, 'utf8')).split('\n').filter((key) => key !== '')
  t.equal(new Set(charged).size, charged.length, 'no key is charged twice')
  for (const { id, place } of orders) {
    const { body: order } = await test.send({ url: `/api/Orders/${id}` })
    const runs = await runsOf(id)
    const title = `killed at boundary ${place}`
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
    t.equal(events.filter((event) => event.type === 'orders.workflow.completed.v1').length, 1, `${title}: told once`)
  }
  t.equal(charged.length, orders.length + 1 - (await countUntouched(orders)), 'each order that moved is charged once')
})

async function countUntouched(orders: readonly { id: string }[]) {
  const runs = await Promise.all(orders.map(({ id }) => runsOf(id)))
  return runs.filter((list) => list.length === 0).length
}
