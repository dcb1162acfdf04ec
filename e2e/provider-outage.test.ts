// Own process: it starts the whole system.
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { paidOrder } from './paid-order.ts'
import { eventually, rowsOf, systemUnderTest } from './system-under-test.ts'

const root = join(import.meta.dirname, '..')
const ORDERS = 40

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

/** The sample tenant, whose cards go through the provider, with short times in place of minutes. */
async function tenantFolder(t: Test, url: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'oms-outage-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await cp(join(root, 'config'), folder, { recursive: true })
  // biome-ignore lint/suspicious/noExplicitAny: the files of a tenant, of which few fields change.
  const change = async (name: string, edit: (content: any) => void) => {
    const content = JSON.parse(await readFile(join(folder, name), 'utf8'))
    edit(content)
    await writeFile(join(folder, name), JSON.stringify(content))
  }
  await change('connectors.json', ({ connectors }) =>
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
  )
  await change('payment-methods.json', ({ paymentMethods }) => {
    for (const method of paymentMethods) if (method.name === 'Card') method.connector = 'card'
  })
  await change('order-types.json', ({ orderTypes }) => {
    for (const { orderStatuses } of orderTypes)
      for (const { workflowSteps = [] } of orderStatuses)
        for (const step of workflowSteps) if (step.name === 'CapturePayments') step.retries = 0
  })
  await change('settings.json', (settings) => {
    settings.workflow = { ...settings.workflow, retryPauseFirstMs: 500, retryPauseMaxMs: 2_000 }
  })
  return folder
}

type Found = { orderForm: { capturedPaymentTotal: number }; completed: string | null; errors: { status: string | null }[] }

t.test(
  'given a provider that fails calls for a while, when it recovers, then all orders end right and nobody has done anything',
  async (t) => {
    const provider = await illProvider(t)
    const { system, client } = await systemUnderTest(t, { configDir: await tenantFolder(t, provider.url) })
    const orders = system.services['orders-workflow']
    const metrics = async () => (await fetch(`${orders.url}/metrics`)).text()
    /** The sum of a metric over its labels. */
    const total = async (name: string, labels = '') => {
      const lines = (await metrics()).split('\n').filter((line) => line.startsWith(`${name}{`) && line.includes(labels))
      return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
    }
    const withErrors = async () => {
      const { body } = await client.call<{ totalHits: number }>('POST', '/api/Orders/Search', { body: { hasErrors: true } })
      return body.totalHits
    }
    const runs = (condition: string) =>
      rowsOf(system.databaseUrls['orders-workflow'], `select id from workflow_run where state ${condition}`)

    const ids = Array.from({ length: ORDERS }, (_, index) => `outage-${index}`)
    for (const id of ids) await client.call('POST', '/api/Orders', { body: paidOrder(id, 'Authorization') })
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
    t.ok((await total('oms_workflow_runs_waiting')) > 0, 'the metrics show them')
    t.equal(await withErrors(), 0, 'nobody must look')

    provider.health.isIll = false
    await eventually(
      () => runs(`in ('Running', 'Waiting')`),
      (rows) => rows.length === 0,
    )
    t.same(await runs(`<> 'Finished' and order_id <> '${impatient}'`), [], 'all runs have ended right')
    t.equal((await runs(`= 'Finished' and order_id = '${impatient}' and status = 'Completed'`)).length, 1, 'and one of three')
    for (const id of ids) {
      const { body } = await client.call<Found>('GET', `/api/Orders/${id}`)
      t.match(body, { orderForm: { capturedPaymentTotal: 125 }, completed: String }, id)
      t.notOk(
        body.errors.some(({ status }) => status !== 'Solved'),
        `no error of ${id} is open`,
      )
    }
    t.equal(await withErrors(), 0)
    const captured = new Map<string, number>()
    for (const { orderId, amount } of provider.captures.values()) captured.set(orderId, (captured.get(orderId) ?? 0) + amount)
    t.same([...captured.values()], Array(ORDERS).fill(125), 'each order is captured once')
    t.equal(captured.size, ORDERS)

    t.ok((await total('oms_workflow_step_failures_total', 'outcome="Waiting"')) > 5, 'failures are counted')
    t.equal(await total('oms_workflow_step_failures_total', 'outcome="Error"'), 0, 'none was for good')
    t.ok((await total('oms_workflow_runs_resumed_total', 'cause="waited"')) > 0)
    t.ok((await total('oms_connector_breaker_changes_total', 'state="open"')) > 0)
    t.equal(await total('oms_connector_breaker_open'), 0)
    t.equal(await total('oms_workflow_runs_waiting'), 0)
  },
)
