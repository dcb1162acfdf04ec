import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { waitingProvider } from '../../../testing/payments/waiting-provider.ts'
import { createdOrder, paymentsByType, testOrders, updateStatus } from '../../../testing/test-orders.ts'
import { restarted } from '../../../testing/workflow/resuming.ts'
import { waitingConfig } from '../../../testing/workflow/stepped-config.ts'
import { expireItems, fetchJob, finished } from '../../../testing/workflow/working-jobs.ts'

const program = fileURLToPath(new URL('../../../testing/workflow/dies-in-job.ts', import.meta.url))
const ITEMS = 6

t.test(
  'given a process that is killed in the middle of a job, when another one continues, then each run is resumed once and the job ends',
  async (t) => {
    const ledger = join(t.testdir(), 'ledger')
    writeFileSync(ledger, '')
    const provider = waitingProvider(...Array(ITEMS).fill('refused'), 'done')
    const test = await testOrders(t, { config: await waitingConfig(), connectors: provider.connectors })
    const orders: string[] = []
    for (let count = 0; count < ITEMS; count++) {
      const { id } = await createdOrder(test)
      await updateStatus(test, id, { body: { status: 'InProgress' } })
      orders.push(id)
    }
    const { body } = await test.send({ method: 'POST', url: '/api/WorkflowRuns/Retry', body: { filter: {} } })
    const [, signal] = await once(fork(program, [test.database.url, ledger]), 'exit')
    t.equal(signal, 'SIGKILL')
    const killed = await fetchJob(test, body.id)
    t.match(killed, { state: 'Running', total: ITEMS })
    t.ok(killed.done < 2, 'it died before the outcome of its second item')

    await expireItems(test)
    await restarted(test)
    t.match(await finished(test, body.id), { state: 'Finished', done: ITEMS, succeeded: ITEMS })
    const moved = [...readFileSync(ledger, 'utf8').trim().split('\n'), ...provider.captured.keys()]
    t.equal(new Set(moved).size, ITEMS, 'one effect for each order')
    for (const id of orders) {
      const order = (await test.send({ url: `/api/Orders/${id}` })).body
      t.match(paymentsByType(order, 'Capture').at(-1), { status: 'Processed', amount: 498.9 })
      t.equal(order.orderForm.capturedPaymentTotal, 498.9)
      const { result } = (await test.send({ url: `/api/Orders/${id}/WorkflowRuns` })).body
      t.match(result, [{ state: 'Finished' }])
    }
  },
)
