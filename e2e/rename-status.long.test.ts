// Own process: it starts the whole system.
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { paidOrder } from './paid-order.ts'
import { runOms } from './run-tool.ts'
import { eventually, queryRows, systemUnderTest } from './system-under-test.ts'

// How-to: docs/how-to/rename-a-status.md. A shop says Dispatched where it said Shipped, with 200
// orders in flight.

const root = join(import.meta.dirname, '..')
const ORDERS = 200
const [OLD, NEW] = ['Shipped', 'Dispatched']

/** A payment provider that carries each key out once, and responds 503 while it is down. */
async function provider(t: Test) {
  const captured = new Map<string, { orderId: string; amount: number }>()
  const health = { isAway: false }
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as { orderId: string; amount: number }
    const key = String(request.headers['idempotency-key'])
    if (health.isAway) return void response.writeHead(503).end()
    captured.set(key, body)
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ status: 'done', transactionId: `tx-${key}` }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, captured, health }
}

// biome-ignore lint/suspicious/noExplicitAny: the files of a tenant, of which few fields change.
async function change(folder: string, name: string, edit: (content: any) => void): Promise<void> {
  const content = JSON.parse(await readFile(join(folder, name), 'utf8'))
  edit(content)
  await writeFile(join(folder, name), JSON.stringify(content))
}

async function temporaryFolder(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'oms-rename-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/**
 * The sample tenant, whose cards go through the provider, with short pauses in place of minutes.
 */
async function tenantFolder(t: Test, url: string): Promise<string> {
  const folder = await temporaryFolder(t)
  await cp(join(root, 'config'), folder, { recursive: true })
  const card = {
    id: 'card',
    name: 'card',
    kind: 'payment',
    type: 'http',
    url,
    timeoutMs: 2_000,
    retries: 0,
    breakerOpenMs: 1_000,
  }
  await change(folder, 'connectors.json', ({ connectors }) => connectors.push(card))
  await change(folder, 'payment-methods.json', ({ paymentMethods }) => {
    for (const method of paymentMethods) if (method.name === 'Card') method.connector = 'card'
  })
  await change(folder, 'order-types.json', ({ orderTypes }) => {
    for (const { orderStatuses } of orderTypes)
      for (const { workflowSteps = [] } of orderStatuses)
        for (const step of workflowSteps) if (step.name === 'CapturePayments') step.retries = 0
  })
  await change(folder, 'settings.json', (settings) => {
    settings.workflow = { ...settings.workflow, retryPauseFirstMs: 500, retryPauseMaxMs: 2_000 }
  })
  return folder
}

type OrderOutcome = {
  status: string
  orderForm: { capturedPaymentTotal: number; shipments: { orderStatus: string }[] }
  completed: string | null
  errors: { status: string | null }[]
}
type MigrationReport = { orders: number; runs: number; busy: string[]; refused: string[]; left: number }

t.test(
  'given 200 orders in flight, some waiting for their money, when a status is renamed, then none gets stuck and each is paid once',
  async (t) => {
    const { url, captured, health } = await provider(t)
    const folder = await tenantFolder(t, url)
    const { system, client, dataDir } = await systemUnderTest(t, { configDir: folder })
    const database = system.databaseUrls['orders-workflow']
    const oms = (...args: string[]) => runOms(args, dataDir)
    const enter = (id: string, status: string) =>
      client.call<{ isAborted: boolean }>('POST', `/api/Orders/${id}/UpdateStatus`, { body: { status } })
    const ids = Array.from({ length: ORDERS }, (_, index) => `rename-${index}`)
    const [early, paid, waiting, held] = [ids.slice(0, 50), ids.slice(50, 110), ids.slice(110, 180), ids.slice(180)]
    for (const id of ids) await client.call('POST', '/api/Orders', { body: paidOrder(id, 'Authorization') })
    for (const id of [...paid, ...held]) await enter(id, OLD)
    for (const id of held) await client.call('POST', `/api/Orders/${id}/Holds`, { body: { reasonCode: 'FraudCheck' } })
    health.isAway = true
    for (const id of waiting) await enter(id, OLD)
    t.equal((await queryRows(database, `select from workflow_run where state = 'Waiting'`)).length, waiting.length)

    // The new configuration is checked, compared and tried before anything uses it.
    const next = await temporaryFolder(t)
    await cp(folder, next, { recursive: true })
    await change(next, 'order-types.json', ({ orderTypes }) => {
      for (const type of orderTypes)
        if (type.name === 'Online') for (const status of type.orderStatuses) if (status.name === OLD) status.name = NEW
    })
    t.match(await oms('config', 'check', next), { code: 0, output: /0 errors/ })
    const mapping = join(next, 'mapping.json')
    const diff = await oms('config', 'diff', '--to', next, '--write-mapping', mapping, '--json')
    t.match(JSON.parse(diff.stdout).changes, [
      { what: 'Online: status "Shipped" is renamed to "Dispatched"', orders: 150, runs: waiting.length },
    ])
    const simulation = await oms('config', 'simulate', '--config', next, '--mapping', mapping, '--orders', 'last-40', '--json')
    t.match(JSON.parse(simulation.stdout), { orders: 40, different: { length: 0 }, failed: { length: 0 } })
    t.equal(simulation.code, 0, simulation.output)

    // It is put in place, while the shop continues.
    await cp(join(next, 'order-types.json'), join(folder, 'order-types.json'))
    for (const { pid } of Object.values(system.services)) process.kill(pid, 'SIGHUP')
    type InFlight = { orders: { status: string; count: number; isConfigured: boolean }[] }
    await eventually(
      () => client.call<InFlight>('GET', '/api/Configuration/InFlight'),
      ({ body }) => body.orders.some(({ status, isConfigured }) => status === OLD && !isConfigured),
    )
    const tried = await oms('config', 'migrate', '--mapping', mapping, '--reason', 'The shop says Dispatched.', '--json')
    const preview: MigrationReport = JSON.parse(tried.stdout)
    t.match(preview, { isDryRun: true, left: 150, refused: { length: 0 } })
    // A waiting run may just be tried again.
    t.equal(preview.orders + preview.busy.length, 150)
    const shop = async () => {
      for (const id of early) await enter(id, NEW)
    }
    const [applied] = await Promise.all([
      oms('config', 'migrate', '--mapping', mapping, '--reason', 'The shop says Dispatched.', '--apply', '--json'),
      shop(),
    ])
    const result: MigrationReport = JSON.parse(applied.stdout)
    t.equal(applied.code, 0, applied.output)
    t.match(result, { busy: { length: 0 }, refused: { length: 0 }, left: 0 })
    t.ok(result.runs > 0, `${result.runs} waiting runs continue under the new name`)
    t.equal((await queryRows(database, `select from order_search where status = $1`, [OLD])).length, 0)

    // Waiting runs continue when the provider is back.
    health.isAway = false
    await eventually(
      () => queryRows(database, `select from workflow_run where state in ('Running', 'Waiting')`),
      (rows) => rows.length === 0,
    )
    for (const id of held) {
      const { body } = await client.call<{ result: { id: string }[] }>('GET', `/api/Orders/${id}/Holds`)
      for (const hold of body.result ?? body)
        await client.call('POST', `/api/Orders/${id}/Holds/${hold.id}/Release`, { body: {} })
    }
    for (const id of ids) {
      const { body } = await client.call<OrderOutcome>('GET', `/api/Orders/${id}`)
      t.match(body, { status: NEW, orderForm: { capturedPaymentTotal: 125 } }, id)
      t.ok(
        body.orderForm.shipments.every(({ orderStatus }) => orderStatus === NEW),
        id,
      )
      t.notOk(
        body.errors.some(({ status }) => status !== 'Solved'),
        `no error of ${id} is open`,
      )
      t.equal((await enter(id, 'Completed')).body.isAborted, false, id)
    }
    await eventually(
      () => queryRows(database, `select from workflow_run where state <> 'Finished'`),
      (rows) => rows.length === 0,
    )
    t.equal((await queryRows(database, `select from order_search where status = 'Completed'`)).length, ORDERS)
    const sums = new Map<string, number>()
    for (const { orderId, amount } of captured.values()) sums.set(orderId, (sums.get(orderId) ?? 0) + amount)
    t.same([...new Set(sums.values())], [125], 'each order is captured once')
    t.equal(sums.size, ORDERS)
  },
)
