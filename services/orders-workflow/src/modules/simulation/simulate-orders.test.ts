import t from 'tap'
import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import { templateFiles } from '../../testing/documents/template-samples.ts'
import { storedRows } from '../../testing/stored-rows.ts'
import { createdOrder, type OrdersTest, sampleConfig, testOrders, updateStatus } from '../../testing/test-orders.ts'
import { readMoves } from '../configuration/domain/status-moves.ts'
import { simulateOrders } from './simulate-orders.ts'
import { readVersions, VERSIONS_MAX } from './simulation-queries.ts'

type Status = OrdersConfig['orderTypes'][number]['orderStatuses'][number]

/** The sample tenant with one status of type Online changed. */
async function withStatus(name: string, change: (status: Status) => Status): Promise<OrdersConfig> {
  const config = await sampleConfig()
  const orderTypes = config.orderTypes.map((type) =>
    type.name === 'Online'
      ? { ...type, orderStatuses: type.orderStatuses.map((status) => (status.name === name ? change(status) : status)) }
      : type,
  )
  return { ...config, orderTypes }
}

const noCalls = {
  payment: () => {
    throw new Error('a payment connector was called')
  },
}
const sample = await sampleConfig()
const test = await testOrders(t, { config: sample })
const simulate = (after: OrdersConfig, moves: Parameters<typeof readMoves>[0] = []) =>
  simulateOrders({
    before: test.deps,
    after: { ...test.deps, config: () => after },
    since: new Date(Date.now() - 3_600_000),
    countMax: 100,
    moves: moves.length === 0 ? [] : readMoves(moves, after.orderTypes),
  })

/** An order that was packed and shipped, with stock and captured money. */
async function shippedOrder(on: OrdersTest) {
  for (const skuId of ['CUP', 'POT'])
    await on.send({ method: 'PUT', url: '/api/Inventory', body: [{ skuId, warehouseCode: 'Central', quantity: 10 }] })
  const { id } = await createdOrder(on)
  await on.background.idle()
  for (const status of ['PackedAndReady', 'Shipped']) {
    const { body } = await updateStatus(on, id, { body: { status } })
    t.equal(body.isAborted, false, status)
    await on.background.idle()
  }
  return id
}
const id = await shippedOrder(test)

t.test(
  'given the same configuration, when orders are simulated, then every request has the same outcome and nothing is written',
  async (t) => {
    const before = await storedRows(test.database)
    const report = await simulate(sample)
    t.match(report, { orders: 1, requests: 3, same: 3, different: { length: 0 }, failed: { length: 0 } })
    t.same(report.notReplayed, {})
    t.equal(await storedRows(test.database), before)
  },
)

t.test(
  'given a step that is removed, when orders are simulated, then the requests of its status differ in money and postings',
  async (t) => {
    const after = await withStatus('Shipped', (status) => ({
      ...status,
      workflowSteps: status.workflowSteps.filter(({ name }) => name !== 'CapturePayments'),
    }))
    const { different, byAspect, same } = await simulate(after)
    t.equal(same, 2)
    t.match(different, [{ orderId: id, request: 'Shipped', orderType: 'Online' }])
    const money = different[0]?.differences.find(({ aspect }) => aspect === 'money')
    t.match(money, { before: ['Capture 498.9 Card Processed'], after: { length: 0 } })
    t.match(byAspect, { money: 1, postings: 1, steps: 1, messages: 0, refused: 0 })
  },
)

t.test(
  'given another policy, message and status of goods, when orders are simulated, then each difference is named',
  async (t) => {
    const policy = await withStatus('PackedAndReady', (status) => ({
      ...status,
      enforceAvailableStepsPolicy: true,
      availableSteps: ['InTransit'],
    }))
    t.match((await simulate(policy)).different, [
      { request: 'Shipped', differences: [{ aspect: 'refused', before: ['accepted'], after: [/TransitionNotAllowed/] }] },
    ])
    const silent = await withStatus('New', (status) => ({
      ...status,
      workflowSteps: status.workflowSteps.filter(({ name }) => name !== 'Notification'),
    }))
    const created = (await simulate(silent)).different
    t.match(created, [
      { request: 'New at its creation', differences: [{ aspect: 'steps' }, { aspect: 'messages', before: [/^email by email/] }] },
    ])
    const goods = await withStatus('PackedAndReady', (status) => ({ ...status, workflowSteps: [] }))
    t.match((await simulate(goods)).different, [
      { request: 'PackedAndReady', differences: [{ aspect: 'status' }, { aspect: 'steps' }] },
    ])
  },
)

t.test(
  'given a status that only gets another name, when orders are simulated with the mapping, then nothing differs',
  async (t) => {
    const after = await withStatus('PackedAndReady', (status) => ({ ...status, name: 'Packed' }))
    t.match((await simulate(after)).byAspect, { refused: 1 }, 'without the mapping the request is refused')
    const moves = [{ orderType: 'Online', status: 'PackedAndReady', toStatus: 'Packed' }]
    t.match(await simulate(after, moves), { same: 3, different: { length: 0 } })
  },
)

t.test(
  'given a mail of which only the text changes, when orders are simulated, then its message differs and no recipient is named',
  async (t) => {
    const { different } = await simulate({
      ...sample,
      templates: templateFiles({ 'order-confirmation/nb.text': 'Something else' }),
    })
    const found = different.flatMap(({ differences }) => differences)
    t.match(found, [{ aspect: 'messages', before: [/^email by email to \S…@\S+: .+ \(content [0-9a-f]{8}\)$/] }])
    const subject = (text = '') => text.replace(/ \(content .*$/, '')
    t.equal(subject(found[0]?.after[0]), subject(found[0]?.before[0]), 'only the content is another one')
  },
)

t.test('given a request that is not stored, when orders are simulated, then it is counted by its operation', async (t) => {
  const { id: other } = await createdOrder(test)
  await test.background.idle()
  const body = { status: 'Shipped', lineItemUpdates: [{ lineItemId: '1', deliveredQuantity: 1 }] }
  await test.send({ method: 'POST', url: `/api/Orders/${other}/OrderLinesUpdate`, body })
  await test.background.idle()
  t.match(await simulate(sample), { orders: 2, requests: 4, same: 4, notReplayed: { OrderLinesUpdate: 1 } })
})

t.test('given connectors that must not be called, when orders are simulated, then none is', async (t) => {
  const deps = { ...test.deps, connectors: { ...test.deps.connectors, ...noCalls } }
  const report = await simulateOrders({ before: deps, after: deps, since: new Date(0), countMax: 1, moves: [] })
  t.same([report.orders, report.failed], [1, []])
})

t.test(
  'given more versions than are looked at, when orders are simulated, then the newest are taken and the others counted',
  async (t) => {
    const order = (await readVersions(test.deps, id))[0]?.order
    const rows = Array.from({ length: VERSIONS_MAX }, (_, index) => ({
      version_number: VERSIONS_MAX + 5 - index,
      operation: 'Update',
      created: new Date(0),
      document: JSON.stringify(order),
    }))
    const before = {
      ...test.deps,
      query: async (statement: { name?: string }) =>
        statement.name === 'simulation-versions' ? rows.slice() : test.deps.query(statement as never),
    }
    const report = await simulateOrders({ before: before as never, after: test.deps, since: new Date(0), countMax: 1, moves: [] })
    t.same(report.notReplayed, { 'earlier versions': 5 })
    const numbers = (await readVersions(before as never, id)).map(({ versionNumber }) => versionNumber)
    t.same([numbers[0], numbers.at(-1)], [6, VERSIONS_MAX + 5])
    t.same((await readVersions(test.deps, id)).map(({ versionNumber }) => versionNumber)[0], 1, 'the oldest comes first')
  },
)
