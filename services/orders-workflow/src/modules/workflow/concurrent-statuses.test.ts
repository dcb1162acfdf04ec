// Completed and Cancelled sent concurrently, while the payment provider was slow, left an order
// that no serial order of the two gives: delivered and captured, but its shipments without a
// `completed` date and a status. The steps of the first continued after the second had changed the
// order under them. Here the provider's response is held at a gate until the second request has
// arrived, and both must end as if sent one after the other.
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { connectorTo, testProvider } from '../../testing/payments/test-provider.ts'
import { createdOrder, sampleConfig, testOrders, updateStatus } from '../../testing/test-orders.ts'

const config = structuredClone(await sampleConfig())
const configured = config.connectors.connectors
const steps = config.orderTypes.flatMap((type) => type.orderStatuses.flatMap((status) => status.workflowSteps))
for (const step of steps) Object.assign(step, { retries: 0, timeoutMs: 240_000 })

/** From now on cards go through this provider. */
function useForCards({ url }: { url: string }): void {
  const card = connectorTo(url, { timeoutMs: 240_000 })
  config.connectors.connectors = [...configured, card]
  for (const method of config.paymentMethods) Object.assign(method, { connector: card.name })
}

type TestScope = { teardown(end: () => unknown): unknown }

/** A provider for cards that keeps every response to itself until the gate is opened. */
async function gatedProvider(t: TestScope) {
  const provider = await testProvider(t)
  const reply = provider.mood.reply
  const [called, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  provider.mood.reply = (...call) => {
    called.resolve()
    void opened.promise.then(() => reply(...call))
  }
  useForCards(provider)
  return { provider, called: called.promise, open: () => opened.resolve() }
}

const test = await testOrders(t, { config })
const waiting: unknown[] = []
const { info } = test.deps.log
Object.assign(test.deps.log, {
  info(...entry: Parameters<typeof info>) {
    if (String(entry[1]).includes('waits for a workflow run')) waiting.push(entry[0])
    else info.apply(test.deps.log, entry)
  },
})

const to = (id: string, status: string, headers = {}) => updateStatus(test, id, { body: { status }, headers })
const read = async (id: string) => (await test.send({ url: `/api/Orders/${id}` })).body

/**
 * Waits until a sent request has arrived: either it waits for another run, or it has changed the
 * order already.
 */
async function arrived(id: string, before: { versionId: string }): Promise<void> {
  const isWaiting = () => waiting.some((entry) => (entry as { orderId: string }).orderId === id)
  while (!isWaiting() && (await read(id)).versionId === before.versionId) await sleep(10)
}

/** The order without what differs between two orders that went through the same. */
function comparable(order: { id: string }): unknown {
  const text = JSON.stringify(order).replaceAll(order.id, 'the order')
  return JSON.parse(text, (key, value) => {
    if (key === 'secretKey' || key === 'durationSincePreviousMs') return null
    if (typeof value !== 'string') return value
    if (/^\d{4}-\d\d-\d\dT/.test(value)) return 'a time'
    return /^(tx-.*|.*-[0-9a-f]{40}|[0-9a-f]{8}-[0-9a-f-]{27})$/.test(value) ? 'an id' : value
  })
}

const pairs = [
  ['Completed', 'Cancelled'],
  ['Completed', 'OrderCanceled'],
  ['Cancelled', 'Completed'],
  ['OrderCanceled', 'Completed'],
  ['Shipped', 'Cancelled'],
  ['Cancelled', 'Shipped'],
] as const
for (const [first, second] of pairs) {
  t.test(
    `given ${first} waits for the provider, when ${second} is sent, then both end as if sent one after the other`,
    async (t) => {
      const { provider, called, open } = await gatedProvider(t)
      const { id } = await createdOrder(test)
      const [before, responses] = [called.then(() => read(id)), [to(id, first)]]
      await called
      responses.push(to(id, second))
      await arrived(id, await before)
      open()
      for (const response of await Promise.all(responses)) t.match(response, { status: 200, body: { isAborted: false } })
      await test.background.idle()
      const effects = provider.effects.length

      const alone = await createdOrder(test)
      for (const status of [first, second]) t.equal((await to(alone.id, status)).status, 200)
      await test.background.idle()
      t.strictSame(comparable(await read(id)), comparable(await read(alone.id)))
      t.equal(provider.effects.length, 2 * effects, 'the provider was asked for the same')
      t.end()
    },
  )
}

t.test(
  'given Completed is waiting for the provider, when Cancelled is sent, then the shipments are completed first',
  async (t) => {
    const { called, open } = await gatedProvider(t)
    const { id } = await createdOrder(test)
    const completed = to(id, 'Completed')
    await called
    const before = await read(id)
    const cancelled = to(id, 'Cancelled')
    await arrived(id, before)
    open()
    await Promise.all([completed, cancelled])
    t.match(await read(id), {
      status: 'Cancelled',
      completed: String,
      orderForm: { capturedPaymentTotal: 498.9, shipments: [{ completed: String, status: 'Shipped', orderStatus: 'Cancelled' }] },
    })
  },
)

/**
 * Sends a request while Completed waits for the provider, opens the gate once it has arrived, and
 * gives the order afterwards.
 */
async function during(t: TestScope, send: (id: string) => Promise<{ status: number }>, abortedBefore?: string) {
  const { id } = await createdOrder(test)
  if (abortedBefore !== undefined) {
    useForCards(await testProvider(t, ['refuses']))
    await to(id, abortedBefore)
  }
  const { called, open } = await gatedProvider(t)
  const completed = to(id, 'Completed')
  await called
  const before = await read(id)
  const sent = send(id)
  await arrived(id, before)
  open()
  const [{ status }] = await Promise.all([sent, completed])
  await test.background.idle()
  return { status, order: await read(id) }
}

const completedFirst = {
  completed: String,
  orderForm: { capturedPaymentTotal: 498.9, shipments: [{ completed: String, status: 'Shipped' }] },
}

t.test(
  'given Completed is waiting for the provider, when Cancelled is sent without its steps, then Completed ends first',
  async (t) => {
    const body = { status: 'Cancelled', skipRunWorkflow: true }
    const { status, order } = await during(t, (id) => updateStatus(test, id, { body }))
    t.match({ status, order }, { status: 200, order: { status: 'Cancelled', ...completedFirst } })
  },
)

t.test(
  'given Completed is waiting for the provider, when an update enters another status, then Completed ends first',
  async (t) => {
    const { status, order } = await during(t, async (id) => {
      const { versionId: _, ...body } = { ...(await read(id)), status: 'OnHold' }
      return test.send({ method: 'POST', url: '/api/Orders/Update', query: { runWorkflow: 'true' }, body })
    })
    t.match({ status, order }, { status: 200, order: { status: 'OnHold' } })
    t.match(order, { completed: String, orderForm: { capturedPaymentTotal: 498.9 } })
  },
)

const cancelLine = (id: string, line: string, headers = {}) =>
  test.send({ method: 'POST', url: `/api/Orders/${id}/OrderLines/${line}/Cancel`, headers })
const cancelBatch = (orders: readonly string[]) =>
  test.send({
    method: 'POST',
    url: '/api/Orders/OrderLines/Cancel',
    body: orders.map((orderId) => ({ orderId, lineItemIds: ['1', '2'] })),
  })

// The order was cancelled immediately, the capture was recorded afterwards, and the warning did not
// name the money.
t.test(
  'given Shipped is waiting for the provider, when the last line is cancelled, then the capture comes first and the order warns of it',
  async (t) => {
    const { called, open } = await gatedProvider(t)
    const { id } = await createdOrder(test)
    const shipped = to(id, 'Shipped')
    await called
    t.match(
      await cancelLine(id, '1'),
      { status: 200, body: { status: 'Shipped' } },
      'a line that leaves the status does not wait',
    )
    const before = await read(id)
    const headers = { 'idempotency-key': `cancel-${id}` }
    const cancelled = cancelLine(id, '2', headers)
    await arrived(id, before)
    open()
    for (const response of await Promise.all([shipped, cancelled])) t.equal(response.status, 200)
    await test.background.idle()
    const order = await read(id)
    t.match(order, { status: 'Cancelled', orderForm: { capturedPaymentTotal: 498.9 } })
    t.match(order.errors.at(-1), { key: 'ShippedGoodsCancelled', message: /^1 unit had left.*498\.9 stays captured/ })
    const again = await cancelLine(id, '2', headers)
    t.match(again, { status: 200, headers: { 'idempotent-replayed': 'true' }, body: (await cancelled).body })
  },
)

t.test(
  'given Shipped is waiting for the provider, when all lines of several orders are cancelled, then only that order is passed over',
  async (t) => {
    const others = [await createdOrder(test), await createdOrder(test)]
    const { called, open } = await gatedProvider(t)
    const { id } = await createdOrder(test)
    const shipped = to(id, 'Shipped')
    await called
    const before = await read(id)
    t.match(await cancelBatch([id, ...others.map((other) => other.id)]), { status: 200, text: '4' })
    t.same(await read(id), before, 'nothing of it is cancelled')
    open()
    t.equal((await shipped).status, 200)
    t.match(await cancelBatch([id]), { status: 200, text: '2' }, 'sent again it is cancelled')
    t.match(await read(id), { status: 'Cancelled', errors: [{ message: /498\.9 stays captured/ }] })
  },
)

t.test(
  'given Completed is waiting for the provider, when an aborted run of Shipped is resumed, then Completed ends first',
  async (t) => {
    const { status, order } = await during(
      t,
      async (id) => {
        const runs = (await test.send({ url: `/api/Orders/${id}/WorkflowRuns` })).body.result
        const { runId } = runs.find((run: { status: string }) => run.status === 'Shipped')
        return test.send({ method: 'POST', url: `/api/Orders/${id}/WorkflowRuns/${runId}/Resume` })
      },
      'Shipped',
    )
    t.match({ status, order }, { status: 200, order: { status: 'Completed', completed: String } })
    t.match(order.orderForm.shipments, [{ completed: String, status: 'Released' }], 'the steps of Shipped came last')
  },
)

t.test(
  'given the provider does not respond in time, when another status is sent, then it is 409 and nothing is written',
  async (t) => {
    const { called, open } = await gatedProvider(t)
    const { id } = await createdOrder(test)
    const completed = to(id, 'Completed')
    await called
    const before = await read(id)
    test.deps.requestWaitMs = 100
    const headers = { 'idempotency-key': `cancel-${id}` }
    const refused = await to(id, 'Cancelled', headers)
    delete test.deps.requestWaitMs
    t.match(refused, { status: 409, headers: { 'retry-after': '1' }, body: { error: 'ResourceLocked' } })
    t.same(await read(id), before)
    open()
    t.equal((await completed).status, 200)
    t.match(await to(id, 'Cancelled', headers), { status: 200, body: { order: { status: 'Cancelled' } } })
  },
)

t.test('given only background steps of a run are left, when another status is sent, then it does not wait', async (t) => {
  const shipped = steps.find(({ id }) => id === 'Online.Completed.CapturePayments')
  Object.assign(shipped ?? {}, { runAfterOrderIsSaved: true })
  const { called, open } = await gatedProvider(t)
  const { id } = await createdOrder(test)
  t.equal((await to(id, 'Completed')).status, 200)
  await called
  t.match(await to(id, 'OnHold'), { status: 200, body: { order: { status: 'OnHold' } } })
  open()
  Object.assign(shipped ?? {}, { runAfterOrderIsSaved: false })
  await test.background.idle()
  t.equal((await read(id)).orderForm.capturedPaymentTotal, 498.9)
})
