import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import t from 'tap'
import { createdOrder, type OrdersTest, paymentsByType, testOrders, updateStatus } from '../../../testing/test-orders.ts'
import { configWithOnlySteps } from '../../../testing/workflow/only-steps.ts'
import { insertRun } from '../../../testing/workflow/run-of-order.ts'
import { stepContext } from '../../../testing/workflow/run-step.ts'

const config = await configWithOnlySteps('CapturePayments', 'SetCompletedDate')
const complete = (test: OrdersTest, id: string) => updateStatus(test, id, { body: { status: 'Completed' } })
const read = async (test: OrdersTest, id: string) => (await test.send({ url: `/api/Orders/${id}` })).body

t.test(
  'given a call without an external effect, when its status is entered, then the call is part of the write of the status',
  async (t) => {
    const real = await testDatabase(t, 'orders-workflow')
    const alone: (string | undefined)[] = []
    const database: typeof real = {
      ...real,
      query(statement) {
        alone.push(statement.name)
        return real.query(statement)
      },
    }
    const test = await testOrders(t, { config, database })
    const { id } = await createdOrder(test)
    await test.background.idle()
    const countVersions = async () =>
      (await real.query({ text: 'select from order_version where order_id = $1', values: [id] })).length
    const before = await countVersions()
    const { body } = await complete(test, id)
    t.match(paymentsByType(body.order, 'Capture'), [{ amount: 498.9, status: 'Processed', transactionId: /^manual-/ }])
    t.notOk(alone.includes('run-open-attempt'))
    t.equal((await countVersions()) - before, 1, 'the status and what the steps did are one write')
    const attempts = await real.query({
      text: `select a.attempt, a.action_status, a.input, a.open_for from workflow_step_attempt as a join workflow_run as r on r.id = a.run_id
      where a.order_id = $1 and r.status = 'Completed' and a.action_type = 'CapturePayments'`,
      values: [id],
    })
    t.same(attempts, [{ attempt: 1, action_status: 'Success', input: null, open_for: null }])
  },
)

t.test(
  'given an open external call of another run, when an in-transaction call is due, then it waits for that run',
  async (t) => {
    const test = await testOrders(t, { config })
    const { id: orderId } = await createdOrder(test)
    await test.background.idle()
    const other = { ...stepContext('CapturePayments').run, id: randomUUID(), orderId, started: new Date().toISOString() }
    await insertRun(test.database, other)
    await test.database.query({
      text: `insert into workflow_step_attempt (run_id, step_id, attempt, order_id, action_type, started, open_for)
      values ($1, 'capture', 1, $2, 'CapturePayments', now(), $2)`,
      values: [other.id, orderId],
    })
    const pending = complete(test, orderId)
    while ((await read(test, orderId)).status !== 'Completed') await sleep(20)
    await sleep(200)
    t.same(paymentsByType(await read(test, orderId), 'Capture'), [], 'what the other captures may be the same money')
    await test.database.query({
      text: 'update workflow_step_attempt set open_for = null, finished = now() where run_id = $1',
      values: [other.id],
    })
    const { status, body } = await pending
    t.equal(status, 200)
    t.match(paymentsByType(body.order, 'Capture'), [{ amount: 498.9, status: 'Processed' }])
  },
)
