// Shared process: a started system.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { isLongRun } from '@open-oms/service-kit/testing/property-runs'
import t, { type Test } from 'tap'
import { paidOrder } from './paid-order.ts'
import { sharedSystem, type TenantChanges } from './shared-system.ts'
import { eventually, queryRows } from './system-under-test.ts'

const ORDERS = isLongRun ? 40 : 24
const CUSTOMER = 'of-the-outage'

type Capture = { orderId: string; amount: number }
type Manner = 'does' | 'fails' | 'isSilent' | 'loses'

/**
 * A payment provider that carries each key out once. While it is ill it does nothing for its first
 * calls, and then fails three of ten: it responds 503, it is silent, or it loses its response.
 */
async function illProvider(t: Test) {
  const captures = new Map<string, Capture>()
  const health = { isIll: true, calls: 0, failures: 0 }
  const manners: Manner[] = ['does', 'fails', 'does', 'does', 'isSilent', 'does', 'does', 'loses', 'does', 'does']
  const mannerNow = (): Manner => {
    if (!health.isIll) return 'does'
    const count = health.calls++
    return count < 12 ? 'fails' : (manners[count % manners.length] as Manner)
  }
  const respond = (response: ServerResponse, key: string) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ status: 'done', transactionId: `tx-${key}` }))
  const server = createServer(async (request, response) => {
    const key = String(request.headers['idempotency-key'])
    const body = (await json(request)) as Capture
    const manner = mannerNow()
    if (manner !== 'does') health.failures++
    if ((manner === 'does' || manner === 'loses') && !captures.has(key)) captures.set(key, body)
    if (manner === 'does') respond(response, key)
    else if (manner === 'fails') response.writeHead(503).end()
    else if (manner === 'loses') response.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, captures, health }
}

/** The cards of the sample tenant go through the provider, with short times in place of minutes. */
const illTenant = (url: string): TenantChanges => ({
  'connectors.json': ({ connectors }) =>
    connectors.push({
      id: 'card',
      name: 'card',
      kind: 'payment',
      type: 'http',
      url,
      timeoutMs: 400,
      retries: 0,
      breakerOpenMs: 1_500,
    }),
  'payment-methods.json': ({ paymentMethods }) => {
    for (const method of paymentMethods) if (method.name === 'Card') method.connector = 'card'
  },
  'order-types.json': ({ orderTypes }) => {
    for (const { orderStatuses } of orderTypes)
      for (const { workflowSteps = [] } of orderStatuses)
        for (const step of workflowSteps) if (step.name === 'CapturePayments') step.retries = 0
  },
  'settings.json': (settings) => {
    settings.workflow = { ...settings.workflow, retryPauseFirstMs: 500, retryPauseMaxMs: 2_000 }
  },
})

type OrderOutcome = { orderForm: { capturedPaymentTotal: number }; completed: string | null; errors: { status: string | null }[] }

t.test(
  'given a provider that fails calls for a while, when it recovers, then all orders end right and nobody has done anything',
  async (t) => {
    const provider = await illProvider(t)
    const { system, client } = await sharedSystem(illTenant(provider.url))
    const orders = system.services['orders-workflow']
    const metrics = async () => (await fetch(`${orders.url}/metrics`)).text()
    /** The sum of a metric over its labels. */
    const total = async (name: string, labels = '') => {
      const lines = (await metrics()).split('\n').filter((line) => line.startsWith(`${name}{`) && line.includes(labels))
      return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
    }
    const found = async (search: object) => {
      const body = { customerId: CUSTOMER, ...search }
      return (await client.call<{ totalHits: number }>('POST', '/api/Orders/Search', { body })).body.totalHits
    }
    const runs = (condition: string) =>
      queryRows(
        system.databaseUrls['orders-workflow'],
        `select id from workflow_run where order_id like 'outage-%' and state ${condition}`,
      )

    const errors = `outcome="Error"`
    const before = {
      waiting: await total('oms_workflow_runs_waiting'),
      errors: await total('oms_workflow_step_failures_total', errors),
    }
    const ids = Array.from({ length: ORDERS }, (_, index) => `outage-${index}`)
    for (const id of ids)
      await client.call('POST', '/api/Orders', { body: { ...paidOrder(id, 'Authorization'), customerId: CUSTOMER } })
    const responses: { isAborted: boolean }[] = []
    const complete = async (id: string) => {
      const sent = { body: { status: 'Completed' } }
      const { body } = await client.call<{ isAborted: boolean }>('POST', `/api/Orders/${id}/UpdateStatus`, sent)
      responses.push(body)
    }
    const [impatient = '', ...others] = ids
    // Whoever gets no response sends it again.
    await Promise.all([1, 2, 3].map(() => complete(impatient)))
    const ofImpatient = `= 'Waiting' and order_id = '${impatient}'`
    t.equal((await runs(ofImpatient)).length, 1, 'of concurrent requests one run waits')
    for (const id of others) await complete(id)
    t.ok(responses.filter(({ isAborted }) => isAborted).length > 5, 'captures failed')
    t.ok((await runs(`= 'Waiting'`)).length > 0, 'runs wait')
    t.ok((await total('oms_workflow_runs_waiting')) > before.waiting, 'the metrics show them')
    t.same([await found({}), await found({ hasErrors: true })], [ORDERS, 0], 'nobody must look')

    provider.health.isIll = false
    await eventually(
      () => runs(`in ('Running', 'Waiting')`),
      (rows) => rows.length === 0,
    )
    t.same(await runs(`<> 'Finished' and order_id <> '${impatient}'`), [], 'all runs have ended right')
    t.equal((await runs(`= 'Finished' and order_id = '${impatient}' and status = 'Completed'`)).length, 1, 'and one of three')
    for (const id of ids) {
      const { body } = await client.call<OrderOutcome>('GET', `/api/Orders/${id}`)
      t.match(body, { orderForm: { capturedPaymentTotal: 125 }, completed: String }, id)
      t.notOk(
        body.errors.some(({ status }) => status !== 'Solved'),
        `no error of ${id} is open`,
      )
    }
    t.equal(await found({ hasErrors: true }), 0)
    const captured = new Map<string, number>()
    for (const { orderId, amount } of provider.captures.values()) captured.set(orderId, (captured.get(orderId) ?? 0) + amount)
    t.same([...captured.values()], Array(ORDERS).fill(125), 'each order is captured once')
    t.equal(captured.size, ORDERS)

    t.ok((await total('oms_workflow_step_failures_total', 'outcome="Waiting"')) > 5, 'failures are counted')
    t.equal(await total('oms_workflow_step_failures_total', errors), before.errors, 'none was permanent')
    t.ok((await total('oms_workflow_runs_resumed_total', 'cause="waited"')) > 0)
    t.ok((await total('oms_connector_breaker_changes_total', 'connector="card",state="open"')) > 0)
    t.equal(await total('oms_connector_breaker_open', 'connector="card"'), 0)
    t.equal(await total('oms_workflow_runs_waiting'), before.waiting)
  },
)
