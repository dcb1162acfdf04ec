// Own process: it takes long, so it begins first.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { manualPayments } from '../../connectors/payment/manual.ts'
import type { PaymentConnector } from '../../connectors/payment/payment-connector.ts'
import { createdOrder, outboxEnvelopes, paymentsByType, testOrders } from '../../testing/test-orders.ts'
import { killedAtEach, restarted } from '../../testing/workflow/resuming.ts'
import { waitingConfig } from '../../testing/workflow/stepped-config.ts'

const child = fileURLToPath(new URL('../../testing/workflow/dies-while-waiting.ts', import.meta.url))
const ledger = join(t.testdir(), 'ledger')
await writeFile(ledger, '')

/** What the provider has charged, by key, whichever process asked; it charges each key once. */
const capture: PaymentConnector['capture'] = async (request) => {
  const charged = (await readFile(ledger, 'utf8')).split('\n')
  if (!charged.includes(request.idempotencyKey)) await writeFile(ledger, `${request.idempotencyKey}\n`, { flag: 'a' })
  return manualPayments.capture(request)
}
const test = await testOrders(t, {
  config: await waitingConfig(),
  connectors: { payment: (): PaymentConnector => ({ ...manualPayments, capture }) },
})

/** The states of the runs of processes that were killed, right afterwards. */
const statesAtDeath: string[] = []

async function isKilled(id: string, point: number): Promise<boolean> {
  const [code, signal] = await once(fork(child, [test.database.url, ledger, id, String(point)]), 'exit')
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`The child failed at boundary ${point}.`)
  const text = 'select state from workflow_run where order_id = $1'
  const rows = await test.database.query<{ state: string }>({ text, values: [id] })
  statesAtDeath.push(...rows.map(({ state }) => state))
  return signal === 'SIGKILL'
}

t.test(
  'given a process killed at each boundary of a run that waits, when it restarts, then the run ends and money moved once',
  async (t) => {
    const orders = await killedAtEach(async (point) => {
      const { id } = await createdOrder(test)
      return { id, isKilled: await isKilled(id, point) }
    })
    t.ok(orders.length > 12, `${orders.length} processes`)
    t.ok(statesAtDeath.includes('Waiting'), 'some died while their run waited')
    await restarted(test)
    const charged = (await readFile(ledger, 'utf8')).split('\n').filter((key) => key !== '')
    t.equal(new Set(charged).size, charged.length, 'no key is charged twice')
    let untouched = 0
    for (const { id, point } of orders) {
      const { body: order } = await test.send({ url: `/api/Orders/${id}` })
      const runs = (await test.send({ url: `/api/Orders/${id}/WorkflowRuns` })).body.result
      const title = `killed at boundary ${point}`
      if (runs.length === 0) {
        untouched++
        t.match(order, { status: 'New' }, `${title}: nothing had happened`)
        continue
      }
      t.match(runs, [{ state: 'Finished', nextAttempt: null }], title)
      t.match(paymentsByType(order, 'Capture'), [{ amount: 498.9, status: 'Processed' }], title)
      t.match(order.orderForm.shipments, [{ status: 'Packing' }], title)
      t.notOk(
        order.errors.some((error: { status: string }) => error.status !== 'Solved'),
        `${title}: no error is open`,
      )
      const completions = (await outboxEnvelopes(test, id)).filter(({ type }) => type === 'orders.workflow.completed.v1')
      t.equal(completions.length, 1, `${title}: published once`)
    }
    t.equal(charged.length, orders.length - untouched, 'each order that moved is charged once')
  },
)
