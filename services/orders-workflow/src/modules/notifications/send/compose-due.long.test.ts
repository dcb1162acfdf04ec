import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import t, { type Test } from 'tap'
import { templateFiles } from '../../../testing/documents/template-samples.ts'
import { composed, messageRows } from '../../../testing/messages/test-messages.ts'
import { writer } from '../../../testing/orders/direct-writes.ts'
import { createdOrder, type OrdersTest, testOrders, updateStatus } from '../../../testing/test-orders.ts'
import { configWithSteps } from '../../../testing/workflow/stepped-config.ts'
import { purgeOrder } from '../../orders/delete/purge-order.ts'
import { forgetPurgedMessages } from '../messages/message-removal.ts'
import { claimMessages, countMessages } from '../messages/message-store.ts'
import { onTemplateFailure } from '../templates/template-failures.ts'
import { type ComposeDeps, composeDue } from './compose-due.ts'
import { GROUP_MAX, lockDueMessages } from './composition-store.ts'
import { startMessages } from './start-messages.ts'

const silent = createLogger({ service: 'test', level: 'silent' })
const all = { email: 100, sms: 100 }

/** Orders whose status InProgress notifies the customer of message `shipped`. */
async function notifying(t: Test, templates: Record<string, string> = {}) {
  const properties = [{ key: 'Template', value: 'shipped' }]
  const config = await configWithSteps([{ name: 'Notification', properties }])
  const test = await testOrders(t, { config: { ...config, templates: templateFiles(templates) } })
  return { ...test, compose: (deps: Partial<ComposeDeps> = {}) => composeWith(test, deps) }
}

function composeWith({ database, deps }: OrdersTest, { config = deps.config, log = silent }: Partial<ComposeDeps>) {
  return composeDue({ inTransaction: database.inTransaction, config, log })
}

/** Creates an order whose customer will be notified; returns its id. */
async function notified(test: OrdersTest, fields: Record<string, unknown> = {}): Promise<string> {
  const { id } = await createdOrder(test, fields)
  await updateStatus(test, id, { body: { status: 'InProgress' } })
  return id
}

const contents = async ({ database }: OrdersTest) => (await messageRows(database)).map(({ content }) => JSON.parse(content))
const listed = async (test: OrdersTest, id: string) => (await test.send({ url: `/api/Orders/${id}/Messages` })).body.result
/** Ends the pauses between tries. */
const expirePauses = ({ database }: OrdersTest) =>
  database.query({ text: 'update message set compose_at = now() where compose_at is not null' })

t.test('given a due message, when it is looked at, then it waits with its recipients and without texts', async (t) => {
  const test = await notifying(t)
  const id = await notified(test)
  const [message] = await listed(test, id)
  t.match(message, { state: 'Waiting', to: ['kari@example.com'], subject: null, template: 'shipped', attempts: 0, reason: null })
  const url = `/api/Orders/${id}/Messages/${message.id}`
  t.match((await test.send({ url })).body, { id: message.id, text: null, html: null })
  t.match((await test.send({ method: 'POST', url: `${url}/Resend` })).body, { id: message.id }, 'it is not sent twice')
  t.same(await claimMessages(test.database, all), [], 'nobody sends it before it is composed')
  t.match(await countMessages(test.database), { waiting: { email: 1, sms: 0 } })
  await test.compose()
  t.match(await claimMessages(test.database, all), [
    { id: message.id, content: { subject: /er på vei/, open: ['kari@example.com'] } },
  ])
})

t.test('when an order is written, then no template is rendered before the commit', async (t) => {
  const test = await notifying(t, { 'shipped/any.text': '{{ order.number | money }}' })
  let rendered = 0
  t.teardown(onTemplateFailure(() => rendered++))
  await notified(test, { orderNumber: 'A-1' })
  t.equal(rendered, 0)
  await test.compose()
  t.equal(rendered, 1)
})

t.test(
  'given an order that changes after its message was stored, then the message is about the version of its write',
  async (t) => {
    const test = await notifying(t)
    const id = await notified(test, { orderNumber: 'A-1' })
    const body = { orderNumber: 'B-2', marketId: 'GBR', customerEmail: 'ola@example.com' }
    t.equal((await test.send({ method: 'PATCH', url: `/api/Orders/${id}/PatchOrder`, body })).status, 200)
    await composed(test)
    t.match(await contents(test), [{ to: ['kari@example.com'], subject: 'Bestillingen din A-1 er på vei' }])
  },
)

t.test('given a configuration that changes after the write, when messages are composed, then it holds', async (t) => {
  const test = await notifying(t)
  await notified(test, { orderNumber: 'A-1' })
  const templates = templateFiles({ 'shipped/any.subject': 'Sendt: {{ order.number }}' })
  await test.compose({ config: () => ({ ...test.deps.config(), templates }) })
  t.match(await contents(test), [{ subject: 'Sendt: A-1' }])
})

t.test('given a process that is killed while it composes, then another one composes and sends each message once', async (t) => {
  const test = await notifying(t)
  for (const orderNumber of ['A-1', 'A-2', 'A-3']) await notified(test, { orderNumber })
  const program = fileURLToPath(new URL('../../../testing/messages/dies-composing.ts', import.meta.url))
  const [, signal] = await once(fork(program, [test.database.url]), 'exit')
  t.equal(signal, 'SIGKILL')
  t.ok((await messageRows(test.database)).every(({ composition }) => composition !== null))
  await eventually(async () => {
    await composed(test)
    return (await claimMessages(test.database, all)).length === 3
  }, 'Postgres has given the messages back, and they are due')
})

t.test('given several processes, when they compose, then each message is composed once', async (t) => {
  const test = await notifying(t)
  const ids: string[] = []
  for (let count = 0; count < 2 * GROUP_MAX; count++) ids.push(await notified(test))
  const [one, other] = await Promise.all([test.compose(), test.compose()])
  t.same([one, other], [true, true], 'both had a full group')
  t.equal(await test.compose(), false)
  t.equal(new Set((await contents(test)).map(({ subject }) => subject)).size, ids.length)
  t.ok((await messageRows(test.database)).every(({ attempts, composition }) => attempts === 0 && composition === null))
})

t.test('given messages that another process has locked, when due ones are looked for, then they are passed over', async (t) => {
  const test = await notifying(t)
  await notified(test)
  await test.database.inTransaction(async (tx) => {
    t.equal((await lockDueMessages(tx, null)).length, 1)
    const other = await lockDueMessages(test.database, null)
    t.same(other, [])
  })
  await test.compose()
  t.match(await contents(test), [{ subject: String }])
})

t.test('when a group is composed, then its number of statements does not grow with it', async (t) => {
  const test = await notifying(t)
  const recordStatements = async (count: number) => {
    for (let done = 0; done < count; done++) await notified(test)
    const names: (string | undefined)[] = []
    const inTransaction: typeof test.database.inTransaction = (work) =>
      test.database.inTransaction((tx) =>
        work({
          ...tx,
          later: (statement) => tx.later(statement),
          afterCommit: (action) => tx.afterCommit(action),
          execute: (statement) => tx.execute(statement),
          commitWith: (statement) => tx.commitWith(statement),
          query: (statement) => {
            names.push(statement.name)
            return tx.query(statement)
          },
        }),
      )
    await composeDue({ inTransaction, config: test.deps.config, log: silent })
    return names
  }
  const expected = ['message-lock-due', 'message-versions', 'message-composed']
  t.same(await recordStatements(1), expected)
  t.same(await recordStatements(5), expected)
})

t.test('given a fault while a message is composed, then it is tried again for a day, and others are composed', async (t) => {
  const test = await notifying(t)
  const [broken, whole] = [await notified(test), await notified(test)]
  const lines: string[] = []
  const log = createLogger({ service: 'test', level: 'error' }, { write: (line: string) => void lines.push(line) })
  const config = () => ({ ...test.deps.config(), markets: [] })
  await test.compose({ config, log })
  t.match(await listed(test, broken), [{ state: 'Waiting', attempts: 1, reason: /could not be composed/, nextAttemptAt: String }])
  t.match(JSON.parse(lines[0] ?? '{}'), { msg: 'a message could not be composed; it is tried again', messageId: String })
  t.equal(await test.compose({ config }), false, 'not before the pause has ended')
  await expirePauses(test)
  await test.database.query({
    text: `update message set created = now() - interval '25 hours' where order_id = $1`,
    values: [broken],
  })
  await test.compose({ config, log })
  t.match(await listed(test, broken), [{ state: 'Failed', attempts: 2, nextAttemptAt: null }])
  t.match(await listed(test, whole), [{ state: 'Waiting', attempts: 2 }])
  await expirePauses(test)
  await test.compose()
  t.match(await listed(test, whole), [{ state: 'Waiting', subject: String, reason: null }])
  t.match(await countMessages(test.database), { waiting: { email: 1 }, failed: { email: 1 } })
})

t.test('given a due message, when its order is purged, then it is composed first and sent all the same', async (t) => {
  const test = await notifying(t)
  const id = await notified(test, { orderNumber: 'A-1' })
  await purgeOrder(test.deps, { orderId: id, write: writer })
  t.match(await claimMessages(test.database, all), [{ orderId: null, content: { subject: 'Bestillingen din A-1 er på vei' } }])
})

t.test('given a message whose version was purged, when it is composed, then it fails, and goes with its order', async (t) => {
  const test = await notifying(t)
  await notified(test)
  await test.database.query({ text: 'update message set order_id = null' })
  await test.compose()
  t.match(await messageRows(test.database), [{ state: 'Failed', failure_reason: /order version .* no longer exists/ }])
  await forgetPurgedMessages(test.database)
  t.same(await messageRows(test.database), [])
})

t.test('when messages are stored, then they are composed and sent soon', async (t) => {
  const test = await notifying(t)
  const { query, inTransaction } = test.database
  const { config } = test.deps
  const surroundings = { environment: () => undefined, dataDir: t.testdir(), log: silent }
  const messages = await startMessages({ query, inTransaction, config, ...surroundings })
  t.teardown(messages.stop)
  const id = await notified(test)
  await eventually(async () => (await listed(test, id))[0].state === 'Sent', 'the message is sent')
  t.match(await listed(test, id), [{ subject: /er på vei/, attempts: 1, nextAttemptAt: null }])
})
