// Own process: it starts the whole system.
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { paidOrder } from './paid-order.ts'
import { runOms } from './run-tool.ts'
import { eventually, systemUnderTest } from './system-under-test.ts'

// How-to: docs/how-to/extend-without-a-fork.md.

/** A loyalty system that counts a key once. While it is slow it counts and does not answer. */
async function loyaltySystem(t: Test) {
  const counted = new Map<string, string>()
  const state = { isSlow: false, calls: 0 }
  const server = createServer(async (request, response) => {
    counted.set(String(request.headers['idempotency-key']), await text(request))
    state.calls += 1
    if (!state.isSlow) response.end('gold')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, counted, state }
}

const steps = (url: string) => `
import { defineStep } from '@open-oms/extend/step'

const reference = { does: 'Counts the order', conditions: [], warnings: [], errors: [] }

export const tellLoyalty = defineStep<string, string>({
  kind: 'call', names: ['TellLoyalty'], properties: {}, reference,
  ask: (order) => ({ input: order.id }),
  async call(id, { idempotencyKey, signal }) {
    const sent = { method: 'POST', headers: { 'idempotency-key': idempotencyKey }, body: id, signal }
    return (await fetch('${url}', sent)).text()
  },
  dryRun: () => 'unknown',
  record: (order, { output }) => ({ order: { ...order, tags: [...order.tags, output] }, actionStatus: 'Success' }),
})

export const markOrder = defineStep({
  kind: 'change', names: ['MarkOrder'], properties: {}, reference,
  apply: (order) => ({ order: { ...order, tags: [...order.tags, 'marked'] }, actionStatus: 'Success' }),
})
`
const extension = `
import { defineExtension } from '@open-oms/extend/extension'
import { markOrder, tellLoyalty } from './steps.ts'

export const extension = defineExtension({ name: 'loyalty', steps: [tellLoyalty, markOrder] })
`

/** The sample tenant, whose new orders go through the steps of an extension. */
async function tenantFolder(t: Test, url: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'oms-extension-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await cp(join(import.meta.dirname, '..', 'config'), folder, { recursive: true })
  const own = join(folder, 'extensions', 'loyalty')
  await mkdir(own, { recursive: true })
  await writeFile(join(own, 'steps.ts'), steps(url))
  await writeFile(join(own, 'extension.ts'), extension)
  const module = './extensions/loyalty/extension.ts'
  await writeFile(join(folder, 'extensions.json'), JSON.stringify({ extensions: [{ module }] }))
  const orderTypes = JSON.parse(await readFile(join(folder, 'order-types.json'), 'utf8'))
  const [online] = orderTypes.orderTypes
  online.orderStatuses[0].workflowSteps.push(
    { id: 'loyalty', index: 8, name: 'TellLoyalty' },
    { id: 'mark', index: 9, name: 'MarkOrder' },
  )
  await writeFile(join(folder, 'order-types.json'), JSON.stringify(orderTypes))
  return folder
}

t.test(
  'given an extension in the configuration, when orders are created and the service is killed, then each effect is there once',
  async (t) => {
    const loyalty = await loyaltySystem(t)
    const folder = await tenantFolder(t, loyalty.url)
    const { system, client, dataDir } = await systemUnderTest(t, { configDir: folder })
    const read = async (id: string) => (await client.call<{ tags: string[] }>('GET', `/api/Orders/${id}`)).body
    const checked = await runOms(['config', 'check', folder], dataDir)
    t.match(checked, { code: 0, output: /extension loyalty \(.+\): steps TellLoyalty, MarkOrder/ })

    await client.call('POST', '/api/Orders', { body: paidOrder('extended') })
    const ended = ({ tags }: { tags: string[] }) => tags?.includes('marked')
    t.same((await eventually(() => read('extended'), ended)).tags, ['gold', 'marked'])
    t.same([...loyalty.counted.values()], ['extended'])

    loyalty.state.isSlow = true
    const created = client.call('POST', '/api/Orders', { body: paidOrder('killed') }).catch(() => undefined)
    await eventually(
      async () => [...loyalty.counted.values()],
      (orders) => orders.includes('killed'),
    )
    const { calls } = loyalty.state
    system.services['orders-workflow'].kill()
    loyalty.state.isSlow = false
    await created
    t.same((await eventually(() => read('killed'), ended)).tags, ['gold', 'marked'])
    t.ok(loyalty.state.calls > calls, 'it was asked again')
    t.same([...loyalty.counted.values()], ['extended', 'killed'], 'with the same key')
  },
)
