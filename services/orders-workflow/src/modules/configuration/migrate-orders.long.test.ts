import t from 'tap'
import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import { triedAgain, waitingProvider } from '../../testing/payments/waiting-provider.ts'
import { storedRows } from '../../testing/stored-rows.ts'
import {
  createdOrder,
  type OrdersTest,
  type OrdersTestOptions,
  orderFormBody,
  outboxEnvelopes,
  paymentsByType,
  sampleConfig,
  testOrders,
  updateStatus,
} from '../../testing/test-orders.ts'
import { configWithSteps } from '../../testing/workflow/stepped-config.ts'

/** A configuration whose status of type Online has another name. */
function renamed(config: OrdersConfig, from: string, to: string): OrdersConfig {
  const orderTypes = config.orderTypes.map((type) =>
    type.name === 'Online'
      ? { ...type, orderStatuses: type.orderStatuses.map((status) => (status.name === from ? { ...status, name: to } : status)) }
      : type,
  )
  return { ...config, orderTypes }
}

type TestScope = Parameters<typeof testOrders>[0]

/** The service before and after a change of its configuration, on one database. */
async function beforeAndAfter(t: TestScope, [before, after]: [OrdersConfig, OrdersConfig], options: OrdersTestOptions = {}) {
  const old = await testOrders(t, { ...options, config: before })
  const test = await testOrders(t, { ...options, config: after, database: old.database })
  return { old, test }
}

const sample = await sampleConfig()
const packed = renamed(sample, 'PackedAndReady', 'Packed')
const move = { orderType: 'Online', status: 'PackedAndReady', toStatus: 'Packed' }

const migrate = (test: OrdersTest, body: object = {}, query = '') =>
  test.send({
    method: 'POST',
    url: `/api/Configuration/MigrateOrders${query}`,
    body: { moves: [move], reason: 'The shop says Packed.', ...body },
  })
const fetchOrder = async (test: OrdersTest, id: string) => (await test.send({ url: `/api/Orders/${id}` })).body
const inFlight = async (test: OrdersTest) => (await test.send({ url: '/api/Configuration/InFlight' })).body

t.test(
  'given orders in a renamed status, when they are moved, then each has a version with the reason and nothing else',
  async (t) => {
    const { old, test } = await beforeAndAfter(t, [sample, packed])
    const { id } = await createdOrder(old)
    const other = await createdOrder(old)
    await updateStatus(old, id, { body: { status: 'PackedAndReady' } })
    await old.background.idle()
    const before = await fetchOrder(test, id)
    t.match(await inFlight(test), {
      orders: [
        { status: 'New', isConfigured: true },
        { status: 'PackedAndReady', isConfigured: false, count: 1 },
      ],
    })

    const stored = await storedRows(test.database)
    const tried = await migrate(test, {}, '?dryRun=true')
    t.match(tried, {
      status: 200,
      body: { orders: 1, shipments: 1, moved: [{ ...move, toOrderType: 'Online', orders: 1 }], next: null },
    })
    t.equal(await storedRows(test.database), stored, 'a dry run writes nothing')

    t.match((await migrate(test)).body, {
      lookedAt: 2,
      orders: 1,
      shipments: 1,
      busy: { length: 0 },
      refused: { length: 0 },
      next: null,
    })
    const after = await fetchOrder(test, id)
    t.match(after, { status: 'Packed', updateStatusDate: before.updateStatusDate })
    t.match(after.orderForm.shipments[0], { orderStatus: 'Packed', prevStatus: 'PackedAndReady' })
    t.match(after.orderNotes, [{ type: 'Internal', detail: /"PackedAndReady" was replaced by "Packed".*The shop says Packed\./ }])
    const { orderForm, orderNotes, status, modified, modifiedBy, versionId, ...rest } = after
    t.match(before, rest, 'nothing else has changed')
    t.same(
      [orderForm.total, orderForm.lineItems, orderForm.payments],
      [before.orderForm.total, before.orderForm.lineItems, before.orderForm.payments],
    )
    const versions = (await test.send({ url: `/api/Orders/${id}/Versions` })).body
    t.match(
      versions.find((version: { versionId: string }) => version.versionId === versionId),
      { operation: 'MigrateStatus' },
    )
    const envelopes = await outboxEnvelopes(test, id)
    t.ok(envelopes.some(({ type, data }) => type === 'orders.order.status-changed.v1' && data.status === 'Packed'))
    t.equal((await fetchOrder(test, other.id)).versionId, other.versionId)
    t.match((await inFlight(test)).orders, [{ status: 'New' }, { status: 'Packed', isConfigured: true }])

    t.match((await migrate(test)).body, { orders: 0, moved: { length: 0 } }, 'a repetition finds nothing left')
    t.equal(
      (await updateStatus(test, id, { body: { status: 'Shipped' } })).body.order.status,
      'Shipped',
      'and the order continues',
    )
  },
)

t.test('given a status whose steps have run, when its order is moved, then they have run for the new name too', async (t) => {
  const config = await configWithSteps([{ name: 'CapturePayments', id: 'capture', stopOnError: true, retryFor: null }])
  const provider = waitingProvider('refused', 'done')
  const options = { connectors: provider.connectors }
  const { old, test } = await beforeAndAfter(t, [config, renamed(config, 'InProgress', 'Picking')], options)
  const { id } = await createdOrder(old)
  // The first is refused, the second is not.
  for (let times = 0; times < 2; times++) {
    await updateStatus(old, id, { body: { status: 'InProgress' } })
    await old.background.idle()
  }
  const moves = [{ orderType: 'Online', status: 'InProgress', toStatus: 'Picking' }]
  t.match((await migrate(test, { moves })).body, { orders: 1 })
  const runs = (await test.send({ url: `/api/Orders/${id}/WorkflowRuns` })).body.result
  t.same(new Set(runs.map(({ status }: { status: string }) => status)), new Set(['Picking']))
  const { reasons } = (await test.send({ url: `/api/Orders/${id}/Why` })).body
  t.notOk(reasons.some(({ code }: { code: string }) => ['StepsNotRun', 'PaymentRefused'].includes(code)))
  const queue = (await test.send({ method: 'POST', url: '/api/WorkflowRuns/Search', body: {} })).body
  t.same(queue.result, [], 'the failure that was made up for is not in the queue')
})

t.test(
  'given a run that waits in a renamed status, when its order is moved, then the run continues and is not superseded',
  async (t) => {
    const steps = [{ name: 'CapturePayments', id: 'capture', stopOnError: true, retryFor: '24h' }]
    const config = await configWithSteps(steps)
    const provider = waitingProvider('away', 'done')
    const options = { connectors: provider.connectors }
    const { old, test } = await beforeAndAfter(t, [config, renamed(config, 'InProgress', 'Picking')], options)
    const { id } = await createdOrder(old)
    await updateStatus(old, id, { body: { status: 'InProgress' } })
    const moves = [{ orderType: 'Online', status: 'InProgress', toStatus: 'Picking' }]
    t.match((await inFlight(test)).runs, [
      { orderType: 'Online', status: 'InProgress', state: 'Waiting', stepId: 'capture', count: 1 },
    ])
    t.match((await migrate(test, { moves })).body, { orders: 1, runs: 1 })
    t.match((await inFlight(test)).runs, [{ status: 'Picking', state: 'Waiting', stepId: 'capture' }])
    t.equal(await triedAgain(test), 1)
    const order = await fetchOrder(test, id)
    t.match(paymentsByType(order, 'Capture'), [{ status: 'Processed', amount: 498.9 }])
    t.match(order.errors, [{ status: 'Solved' }])
    t.match((await test.send({ url: `/api/Orders/${id}/WorkflowRuns` })).body.result, [{ status: 'Picking', state: 'Finished' }])
  },
)

t.test('given a run in progress, when its order is migrated, then it is busy, and migrated by the next request', async (t) => {
  const config = await configWithSteps([{ name: 'CapturePayments', id: 'capture', stopOnError: true }])
  const provider = waitingProvider('done')
  const { old, test } = await beforeAndAfter(t, [config, renamed(config, 'InProgress', 'Picking')], {
    connectors: provider.connectors,
  })
  const { id } = await createdOrder(old)
  await updateStatus(old, id, { body: { status: 'InProgress' } })
  const setState = (state: string) => test.database.query({ text: 'update workflow_run set state = $1', values: [state] })
  await setState('Running')
  const moves = [{ orderType: 'Online', status: 'InProgress', toStatus: 'Picking' }]
  t.match((await migrate(test, { moves })).body, { orders: 0, busy: [id], next: null })
  t.equal((await fetchOrder(test, id)).status, 'InProgress')
  await setState('Finished')
  t.match((await migrate(test, { moves })).body, { orders: 1, busy: { length: 0 } })
})

t.test(
  'given only a shipment in the removed status, when orders are moved, then the shipment is and the order stays',
  async (t) => {
    const { old, test } = await beforeAndAfter(t, [sample, packed])
    const shipments = ['1', '2'].map((shipmentId) => ({
      shipmentId,
      lineItems: [{ lineItemId: shipmentId, quantity: shipmentId === '1' ? 2 : 1 }],
    }))
    const { id } = await createdOrder(old, { orderForm: orderFormBody({ shipments }) })
    await updateStatus(old, id, { body: { status: 'PackedAndReady', shipmentInfo: { shipmentId: '2' } } })
    const { status } = await fetchOrder(old, id)
    t.match((await migrate(test)).body, { orders: 1, shipments: 1, moved: { length: 0 } })
    t.match(await fetchOrder(test, id), { status, orderForm: { shipments: [{}, { orderStatus: 'Packed' }] } })
  },
)

t.test(
  'given a held order and a read-only one, when they are moved to a status in which goods leave, then both are',
  async (t) => {
    const after = renamed(sample, 'Completed', 'Done')
    const { old, test } = await beforeAndAfter(t, [sample, after])
    const [held, readOnly] = [await createdOrder(old), await createdOrder(old, { status: 'Completed', isReadOnly: true })]
    await updateStatus(old, held.id, { body: { status: 'Completed', skipRunWorkflow: true } })
    await old.send({ method: 'POST', url: `/api/Orders/${held.id}/Holds`, body: { reasonCode: 'FraudCheck' } })
    const moves = [{ orderType: 'Online', status: 'Completed', toStatus: 'Done' }]
    t.match((await migrate(test, { moves })).body, { orders: 2, refused: { length: 0 } })
    t.match(await fetchOrder(test, held.id), { status: 'Done', holds: [{ released: null }] })
    t.match(await fetchOrder(test, readOnly.id), { status: 'Done', isReadOnly: true })
  },
)

t.test(
  'given a removed type, when its orders are moved, then statuses keep their names unless the mapping has others',
  async (t) => {
    const online = sample.orderTypes.find(({ name }) => name === 'Online')
    if (online === undefined) throw new Error('the sample has type Online')
    const parked = { ...online.orderStatuses[0], name: 'Parked', order: 999, workflowSteps: [] }
    const phone = { ...online, name: 'Phone', defaultOrderType: false, orderStatuses: [...online.orderStatuses, parked] }
    const before = { ...sample, orderTypes: [...sample.orderTypes, phone] } as OrdersConfig
    const { old, test } = await beforeAndAfter(t, [before, sample])
    const [same, other] = [
      await createdOrder(old, { orderType: 'Phone' }),
      await createdOrder(old, { orderType: 'Phone', status: 'Parked' }),
    ]
    const general = { orderType: 'Phone', toOrderType: 'Online' }
    t.match((await migrate(test, { moves: [general] })).body, {
      orders: 1,
      refused: [{ orderId: other.id, reason: /Online" has no status "Parked"/ }],
    })
    t.match(await fetchOrder(test, same.id), { orderType: 'Online', status: 'New' })
    const moves = [general, { orderType: 'Phone', status: 'Parked', toOrderType: 'Online', toStatus: 'OnHold' }]
    t.match((await migrate(test, { moves })).body, {
      orders: 1,
      refused: { length: 0 },
      moved: [{ status: 'Parked', toStatus: 'OnHold' }],
    })
    t.match(await fetchOrder(test, other.id), { orderType: 'Online', status: 'OnHold' })
  },
)

t.test(
  'given a batch that takes long, when its time is over, then it ends after the order and continues from there',
  async (t) => {
    const { old, test } = await beforeAndAfter(t, [sample, packed])
    const ids: string[] = []
    for (let index = 0; index < 3; index++)
      ids.push((await createdOrder(old, { status: 'PackedAndReady', runWorkflow: false })).id)
    for (const id of ids) await updateStatus(old, id, { body: { status: 'PackedAndReady', skipRunWorkflow: true } })
    await old.background.idle()
    const { now } = performance
    let late = 0
    performance.now = () => {
      late += 6_000
      return now.call(performance) + late
    }
    t.teardown(() => {
      performance.now = now
    })
    const { body } = await migrate(test, {})
    performance.now = now
    t.match(body, { orders: 1, next: String })
    t.match((await migrate(test, { after: body.next })).body, { orders: 2, next: null })
  },
)

t.test(
  'given more orders than a batch, when batches follow each other, then every order is moved once, with others writing',
  async (t) => {
    const { old, test } = await beforeAndAfter(t, [sample, packed])
    const ids: string[] = []
    for (let index = 0; index < 12; index++)
      ids.push((await createdOrder(old, { status: 'PackedAndReady', runWorkflow: false })).id)
    for (const id of ids) await updateStatus(old, id, { body: { status: 'PackedAndReady', skipRunWorkflow: true } })
    await old.background.idle()
    const all = async () => {
      let moved = 0
      for (let after: string | undefined; ; ) {
        const { body } = await migrate(test, { take: 5, ...(after === undefined ? {} : { after }) })
        moved += body.orders
        if (body.next === null) return moved
        after = body.next
      }
    }
    const shipped = ids[3] as string
    const [one, two] = await Promise.all([
      all(),
      all(),
      updateStatus(test, shipped, { body: { status: 'Shipped', skipRunWorkflow: true } }),
    ])
    t.ok([11, 12].includes(one + two), `${one} + ${two} orders were moved`)
    for (const id of ids) t.equal((await fetchOrder(test, id)).status, id === shipped ? 'Shipped' : 'Packed')
  },
)

t.test(
  'given a mapping that is not one, when it is sent, then it is refused with the move, and nothing is written',
  async (t) => {
    const { test } = await beforeAndAfter(t, [sample, packed])
    const wrong: [object, string][] = [
      [{ orderType: 'Online', status: 'New', toStatus: 'Packed' }, 'moves[0].status'],
      [{ orderType: 'Online', toStatus: 'Packed' }, 'moves[0].status'],
      [{ orderType: 'Online', status: 'PackedAndReady', toStatus: 'Nowhere' }, 'moves[0].toStatus'],
      [{ orderType: 'Online', status: 'PackedAndReady' }, 'moves[0].toStatus'],
      [{ orderType: 'Online', status: 'PackedAndReady', toStatus: 'Queued' }, 'moves[0].toStatus'],
      [{ orderType: 'Online', status: 'Deleted', toStatus: 'New' }, 'moves[0].status'],
      [{ orderType: 'Online', status: 'PackedAndReady', toOrderType: 'Pos', toStatus: 'New' }, 'moves[0].toOrderType'],
      [{ orderType: 'Phone', status: 'New', toStatus: 'New' }, 'moves[0].toOrderType'],
      [{ orderType: 'Phone', toOrderType: 'Fax' }, 'moves[0].toOrderType'],
      [{ orderType: 'Phone', toOrderType: 'ReturnOrder' }, 'moves[0].toOrderType'],
      [{ status: 'PackedAndReady', toStatus: 'Packed' }, 'moves[0].orderType'],
    ]
    for (const [one, field] of wrong)
      t.match(await migrate(test, { moves: [one] }), { status: 400, body: { errors: { [field]: [String] } } }, field)
    t.match(await migrate(test, { moves: [move, move] }), { status: 400, body: { errors: { 'moves[1].status': [String] } } })
    t.equal((await migrate(test, { reason: undefined })).status, 400)
    t.equal((await migrate(test, { moves: [] })).status, 400)
  },
)
