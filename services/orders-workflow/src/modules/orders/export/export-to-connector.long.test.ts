import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Connector } from '@open-oms/contracts/config/connectors'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import t from 'tap'
import { fetchOrders, manyOrders } from '../../../testing/orders/many-orders.ts'
import { createdOrder, sampleConfig, testOrders } from '../../../testing/test-orders.ts'
import { exportOrders } from './export-to-connector.ts'

type Call = { key: string; signature: string; text: string; orderId: string }
const calls: Call[] = []
/** The status that the receiver returns for an order; 201 by default. */
const replies = new Map<string, number>()

const receiver = createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += chunk
  const orderId = JSON.parse(text).order.id
  calls.push({
    key: String(request.headers['idempotency-key']),
    signature: String(request.headers['x-signature']),
    text,
    orderId,
  })
  response.writeHead(replies.get(orderId) ?? 201).end(`"about ${orderId}"`)
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
t.teardown(() => {
  receiver.closeAllConnections()
  receiver.close()
})
process.env.TEST_ERP_SECRET = 'erp-secret'

const erp: Connector = {
  id: 'erp-1',
  name: 'erp',
  kind: 'export',
  type: 'http',
  url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/orders`,
  urlVariable: null,
  secretVariable: 'TEST_ERP_SECRET',
  previousSecretVariable: null,
  sender: null,
  timeoutMs: 120_000,
  retries: 0,
  breakerOpenMs: 15_000,
  active: true,
}
const asleep: Connector = { ...erp, id: 'asleep', name: 'asleep', active: false }
const sample = await sampleConfig()
const connectors = { ...sample.connectors, connectors: [...sample.connectors.connectors, erp, asleep] }
const test = await testOrders(t, { config: { ...sample, connectors } })
const send = (body: unknown, headers: Record<string, string> = {}) =>
  test.send({ method: 'POST', url: '/api/Orders/ExportOrders', body, headers })
const byAge = { sortOrder: 'CreatedAscending' }

t.beforeEach(() => {
  calls.length = 0
  replies.clear()
})

t.test('given a line with a picture of ours, when its order is sent, then the address of the picture is whole', async (t) => {
  const imageUrl = `http://shop.test/assets/front/cup.png?v=${'ab'.repeat(32)}`
  const lineItems = [{ lineItemId: '1', code: 'CUP', quantity: 1, placedPrice: 100, taxRate: 25, imageUrl }]
  await createdOrder(test, { customerId: 'pictured', orderForm: { lineItems } })
  const { body } = await send({ customerId: 'pictured', connectorName: 'erp' })
  const order = { orderForm: { lineItems: [{ imageUrl }] } }
  t.match(JSON.parse(calls[0]?.text ?? ''), { order })
  t.match(body, [{ item: { order } }])
})

t.test(
  'given found orders, when they are exported, then each is sent signed and the response has their results in order',
  async (t) => {
    const ids = await manyOrders(test, 5, { customerId: 'sent' })
    const orders = await fetchOrders(test, ids)
    replies
      .set(ids[1] as string, 200)
      .set(ids[2] as string, 422)
      .set(ids[3] as string, 503)
    const { status, body } = await send({ customerId: 'sent', connectorName: 'erp', format: 'csv', ...byAge })
    t.equal(status, 200)
    t.same(
      body.map(({ item }: { item: unknown }) => item),
      orders.map((order) => ({ order, returnOrderForm: null, shipment: null })),
    )
    const done = {
      created: true,
      errorLogged: false,
      errorReason: null,
      isSuccess: true,
      status: 'Exported',
      translateKey: null,
      type: 'erp',
    }
    const failed = { ...done, created: false, errorLogged: true, isSuccess: false }
    t.match(
      body.map(({ logItems }: { logItems: unknown }) => logItems),
      [
        [{ ...done, timestamp: /Z$/ }],
        [{ ...done, created: false }],
        [{ ...failed, status: 'Refused', errorReason: /422.*about/ }],
        [{ ...failed, status: 'Unreachable', errorReason: /503/ }],
        [done],
      ],
    )
    t.equal(calls.length, 5)
    for (const { text, signature, orderId } of calls) {
      const [, seconds, digest] = /^t=(\d+),v1=(\w+)$/.exec(signature) ?? []
      t.equal(digest, createHmac('sha256', 'erp-secret').update(`${seconds}.${text}`).digest('hex'))
      t.same(JSON.parse(text), { order: orders.find(({ id }) => id === orderId), returnOrderForm: null, shipment: null })
    }
  },
)

t.test(
  'given an export, when its request is repeated with its key, then the first response is returned and nothing is sent',
  async (t) => {
    const ids = await manyOrders(test, 2, { customerId: 'keys' })
    const body = { orderIds: ids, connectorId: 'erp-1' }
    await send(body)
    await send(body)
    t.equal(new Set(calls.map(({ key }) => key)).size, 4)
    const first = await send(body, { 'idempotency-key': 'export-1' })
    const again = await send(body, { 'idempotency-key': 'export-1' })
    t.match(again.headers, { 'idempotent-replayed': 'true' })
    t.same(again.body, first.body)
    t.equal(calls.length, 6)
  },
)

t.test('given a receiver that refuses, when it responds, then the log has the outcome and not its text', async (t) => {
  const [id] = (await manyOrders(test, 1, {})) as [string]
  replies.set(id, 422)
  const lines: string[] = []
  const log = createLogger({ service: 'test', level: 'info' }, { write: (line: string) => void lines.push(line) })
  const request = { orderIds: [id], connectorId: 'erp-1' }
  const caller = { clientId: 'shop', roles: [], storeIds: null, actor: 'shop' }
  const { body } = await exportOrders({ ...test.deps, log }, { request, caller, requestKey: undefined, omitsEmpty: false })
  t.match(body, [{ logItems: [{ errorReason: /about/ }] }])
  t.match(
    lines.map((line) => JSON.parse(line)),
    [{ connector: 'erp', orderId: id, outcome: 'Refused' }],
  )
  t.notMatch(lines.join(), /about/)
})

t.test('given an inactive connector, when orders are exported to it, then they are refused and nothing is sent', async (t) => {
  const [id] = await manyOrders(test, 1, {})
  const { status, body } = await send({ orderIds: [id], connectorId: 'asleep' })
  t.equal(status, 200)
  t.match(body[0].logItems, [{ isSuccess: false, status: 'Refused', errorReason: /not active/ }])
  t.equal(calls.length, 0)
})

t.test('given no matching order, when an export is sent, then the list of results is empty', async (t) => {
  t.same((await send({ customerId: 'nobody', connectorId: 'erp-1' })).body, [])
})

t.test('given more than 100 orders, when they are exported to a connector, then none is sent, and 100 are', async (t) => {
  const ids = await manyOrders(test, 101, { customerId: 'crowd' })
  const refused = await send({ customerId: 'crowd', connectorId: 'erp-1' })
  t.match(refused, { status: 400, body: { error: 'ValidationFailed', message: /100/ } })
  t.equal(calls.length, 0)
  const { body } = await send({ customerId: 'crowd', connectorId: 'erp-1', orderIds: ids.slice(1), ...byAge })
  t.same(
    body.map(({ item }: { item: { order: { id: string } } }) => item.order.id),
    ids.slice(1),
  )
  t.equal(calls.length, 100)
})
