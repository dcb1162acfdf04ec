// Own process: it starts the whole system.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { bin, installPacked } from '@open-oms/system/testing/packed-packages'
import t, { type Test } from 'tap'
import { consoleBrowser, consoleWindow } from './console-window.ts'
import { startExtension } from './extension-server.ts'
import { paidOrder } from './paid-order.ts'
import { runOms } from './run-tool.ts'
import { eventually, systemUnderTest } from './system-under-test.ts'

// How-to: docs/how-to/extend-without-a-fork.md, docs/how-to/add-links-panels-and-buttons.md.

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')

/** A system of the shop that remembers what is sent to each of its addresses, by key. */
async function shopSystem(t: Test) {
  const received: { path: string; key: string; body: string }[] = []
  const server = createServer(async (request, response) => {
    const key = String(request.headers['idempotency-key'])
    received.push({ path: request.url ?? '', key, body: await text(request) })
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const keys = (path: string, part: string) =>
    new Set(received.filter((one) => one.path === path && one.body.includes(part)).map(({ key }) => key))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, keys }
}

const parts = (url: string) => `
import { definePaymentConnector } from '@open-oms/extend'
import { defineField } from '@open-oms/extend/field'
import { defineReport } from '@open-oms/extend/report'
import { defineStep, stepProperty } from '@open-oms/extend/step'

type Sent = { idempotencyKey: string; signal: AbortSignal }

const send = (path: string, body: unknown, { idempotencyKey, signal }: Sent) =>
  fetch('${url}' + path, { method: 'POST', headers: { 'idempotency-key': idempotencyKey }, body: JSON.stringify(body), signal })

export const points = defineField({
  key: 'points', on: 'order', type: 'number', en: 'Points earned', nb: 'Opptjente poeng', searchable: true, inList: true,
})

export const earnPoints = defineStep({
  kind: 'change',
  names: ['EarnPoints'],
  properties: {
    PerPoint: { values: /^[1-9]\\d{0,4}$/, type: 'number', meaning: 'What gives a point.', default: '10', limits: '1 to 99999' },
  },
  reference: { does: 'Writes the points of the order', conditions: [], warnings: [], errors: [] },
  apply(order, { step }) {
    const value = String(Math.floor(order.total / Number(stepProperty(step, 'PerPoint') ?? '10')))
    const others = order.properties.filter(({ key }) => key !== 'points')
    const properties = [...others, { key: 'points', keyGroup: null, value, valueType: null }]
    return { order: { ...order, properties }, actionStatus: 'Success' }
  },
})

export const swish = definePaymentConnector({
  name: 'swish',
  async capture(request, call) {
    const { ok, status } = await send('/captures', request, call)
    return ok ? { status: 'done', transactionId: 'swish-' + request.orderId } : { status: 'unreachable', message: String(status) }
  },
})

export const ordersByStore = defineReport({
  name: 'orders-by-store',
  label: { en: 'Orders by store' },
  description: { en: 'Orders of the period.' },
  columns: [
    { name: 'store_id', type: 'Text', label: { en: 'Store' } },
    { name: 'orders', type: 'Integer', label: { en: 'Orders' } },
  ],
  sql: \`select store_id, count(*) as orders from reporting.orders
    where created_at >= :from and created_at < :to and (:stores is null or store_id = any(:stores))
    group by store_id order by store_id\`,
})

export const onEvent = {
  types: ['orders.order.status-changed.v1'],
  async handle(event: { data: unknown }, call: Sent) {
    const { ok } = await send('/events', event.data, call)
    if (!ok) throw new Error('The shop did not take it.')
  },
}
`
const module = `
import { defineExtension } from '@open-oms/extend/extension'
import { earnPoints, onEvent, ordersByStore, points, swish } from './parts.ts'

export const extension = defineExtension({
  name: 'loyalty', steps: [earnPoints], fields: [points], connectors: [swish], reports: [ordersByStore], onEvent,
})
`
const tests = `
import assert from 'node:assert/strict'
import test from 'node:test'
import { sendEvent } from '@open-oms/extend/send-event'
import { askConnector, runStep, testOrder } from '@open-oms/extend/testing'
import { earnPoints, onEvent, swish } from './parts.ts'

test('writes the points', async () => {
  const { order } = await runStep(earnPoints, testOrder({ total: 125 }), { properties: { PerPoint: '25' } })
  assert.deepEqual(order.properties.map(({ key, value }) => [key, value]), [['points', '5']])
})

test('captures', async () => {
  const authorization = { transactionId: 't', authorizationCode: null }
  const request = { operation: 'capture', orderId: 'tested', amount: 1, currency: 'NOK', paymentMethodName: 'Swish' }
  const answer = await askConnector(swish, { ...request, authorization, capture: null })
  assert.deepEqual(answer, { status: 'done', transactionId: 'swish-tested' })
})

test('tells the shop', async () => {
  const type = 'orders.order.status-changed.v1'
  const about = { source: '/orders/order', subject: 'tested', time: '2026-01-02T09:00:00.000Z' }
  const event = { specversion: '1.0', id: 'e', type, ...about, datacontenttype: 'application/json', data: { orderId: 'tested' } }
  assert.equal(await sendEvent(onEvent, { ...event, dataschema: 'urn:oms:event:' + type } as never), null)
})
`

/** The sample tenant, with an empty project of an extension; `folder` is that of the project. */
async function begunProject(t: Test) {
  const parent = await mkdtemp(join(await realpath(tmpdir()), 'oms-project-'))
  t.teardown(() => rm(parent, { recursive: true, force: true }))
  const configDir = join(parent, 'tenant')
  await cp(join(root, 'config'), configDir, { recursive: true })
  const begun = await runOms(['extension', 'new', 'loyalty', '--in', join(configDir, 'extensions')], parent)
  t.equal(begun.code, 0, begun.output)
  return { parent, configDir, folder: join(configDir, 'extensions', 'loyalty') }
}

/** Names the project and its parts in the tenant, as an integrator does. */
async function useProject(configDir: string, consoleUrl: string): Promise<void> {
  // biome-ignore lint/suspicious/noExplicitAny: the files of a tenant, of which few fields change.
  const change = async (file: string, edit: (content: any) => void) => {
    const content = JSON.parse(await readFile(join(configDir, file), 'utf8'))
    edit(content)
    await writeFile(join(configDir, file), JSON.stringify(content))
  }
  await change('extensions.json', (file) => {
    file.extensions = [{ module: './extensions/loyalty/src/extension.ts' }]
  })
  await change('connectors.json', ({ connectors }) => {
    connectors.push({ id: 'swish', name: 'swish', kind: 'payment', type: 'extension' })
    connectors.push({ id: 'own', name: 'own', kind: 'ask', type: 'http', url: `${consoleUrl}/ask` })
  })
  await change('payment-methods.json', ({ paymentMethods }) => {
    paymentMethods.push({ name: 'Swish', displayName: 'Swish', connector: 'swish', providerName: 'Swish' })
  })
  await change('order-types.json', ({ orderTypes }) => {
    const step = { id: 'points', index: 8, name: 'EarnPoints', properties: [{ key: 'PerPoint', value: '5' }] }
    orderTypes[0].orderStatuses[0].workflowSteps.push(step)
  })
  const label = { en: 'Loyalty', nb: 'Lojalitet' }
  const panel = { id: 'loyalty', label, page: 'order', url: `${consoleUrl}/panel?order={orderId}`, reads: ['getOrder'] }
  const button = { id: 'credit', label: { en: 'Check credit', nb: 'Kredittsjekk' }, connector: 'own' }
  await change('console-places.json', (places) => {
    places.panels = [panel]
    places.buttons = [button]
  })
}

type Read = { status: string; tags: string[]; properties: { key: string; value: string }[]; paymentStatus: string }

t.test(
  'given an empty folder, when an extension of all kinds is written there, then it is tested, runs and is shown',
  async (t) => {
    const browser = await consoleBrowser()
    const shop = await shopSystem(t)
    const { extension: service, url: serviceUrl } = await startExtension()
    const { parent, configDir, folder } = await begunProject(t)

    const files = { 'parts.ts': parts(shop.url), 'extension.ts': module, 'parts.test.ts': tests }
    for (const [file, content] of Object.entries(files)) await writeFile(join(folder, 'src', file), content)
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    // Those are fetched from a registry.
    await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, devDependencies: {} }))
    await installPacked(folder, parent)
    const env = { ...process.env, NODE_OPTIONS: '', NODE_TEST_CONTEXT: undefined }
    const tested = await run(process.execPath, ['--test', '--test-reporter=tap'], { cwd: folder, env })
    t.match(tested.stdout, /# pass 5\n# fail 0/)
    await t.resolves(run(join(bin, 'tsc'), ['--typeRoots', join(root, 'node_modules', '@types')], { cwd: folder }))
    t.match(shop.received, [{ path: '/captures' }, { path: '/events' }])

    await useProject(configDir, serviceUrl)
    const { system, client, dataDir } = await systemUnderTest(t, { configDir })
    const checked = await runOms(['config', 'check', configDir], dataDir)
    const listed = /extension loyalty .+ EarnPoints; connectors swish .+ fields points; reports orders-by-store; events orders/
    t.match(checked, { code: 0, output: listed })

    const read = async () => (await client.call<Read>('GET', '/api/Orders/of-project')).body
    const order = paidOrder('of-project', 'Authorization')
    const { payments, ...orderForm } = order.orderForm as { payments: object[] }
    const paidBySwish = payments.map((payment) => ({ ...payment, paymentMethodName: 'Swish' }))
    await client.call('POST', '/api/Orders', { body: { ...order, orderForm: { ...orderForm, payments: paidBySwish } } })
    t.match(await eventually(read, ({ properties }) => properties.length > 0), { properties: [{ key: 'points', value: '25' }] })
    await client.call('POST', '/api/Orders/of-project/UpdateStatus', { body: { status: 'Completed' } })
    t.match(await eventually(read, ({ paymentStatus }) => paymentStatus === 'Paid'), { status: 'Completed' })
    t.equal(shop.keys('/captures', 'of-project').size, 1)
    await eventually(
      async () => shop.keys('/events', 'of-project').size,
      (size) => size > 0,
    )

    const search = { propertyRanges: [{ key: 'points', from: '25', to: '25' }] }
    t.match((await client.call('POST', '/api/Orders/Search', { body: search })).body, { totalHits: 1 })
    const report = await runOms(['report', 'run', 'orders-by-store'], dataDir)
    t.match(report, { code: 0, stdout: /store_id,orders\s+Oslo-01,1/ })

    const { page, context } = await consoleWindow(browser, `${system.gatewayUrl}/console/orders/of-project`)
    await page.getByText('Points earned').waitFor()
    await page.frameLocator('iframe[title="Loyalty"]').locator('#order', { hasText: 'of-project' }).waitFor()
    service.answer = { result: 'done', tags: ['credit-checked'] }
    await page.getByRole('button', { name: 'Check credit' }).click()
    await page.getByRole('dialog', { name: 'Check credit' }).getByRole('button', { name: 'Check credit' }).click()
    t.match(await eventually(read, ({ tags }) => tags.length > 0), { tags: ['credit-checked'] })
    await context.close()
  },
)
