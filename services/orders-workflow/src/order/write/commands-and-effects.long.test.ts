// What each command writes to an order with reserved stock and a waiting run
// (orders.md#commands-and-effects).
import t from 'tap'
import type { PaymentConnector } from '../../connectors/payment/payment-connector.ts'
import { commandedTenant, linkedPayments, prepareCommand, readOfOrder } from '../../testing/orders/commanded-orders.ts'
import { documentedTable } from '../../testing/orders/documented-table.ts'
import type { OrderCommand, StoredOrder } from '../../testing/orders/order-command.ts'
import { orderCommands } from '../../testing/orders/order-commands.ts'
import { authorization, createdOrder, orderFormBody, sampleConfig, testOrders, updateStatus } from '../../testing/test-orders.ts'

/** The provider cannot be reached while an order is prepared, so that its capture waits. */
let isAway = true
const capture: PaymentConnector['capture'] = async (request) =>
  isAway
    ? { outcome: 'unreachable', reason: 'It is unreachable.', reasonClass: 'Unreachable', connector: 'card' }
    : linkedPayments.capture(request)

/** The sample tenant without messages, where a capture of Online orders waits until it succeeds. */
async function capturingConfig() {
  const config = await sampleConfig()
  for (const { orderStatuses } of config.orderTypes) {
    const [capturing] = orderStatuses.flatMap(({ workflowSteps }) =>
      workflowSteps.filter(({ name }) => name === 'CapturePayments'),
    )
    for (const status of orderStatuses) {
      const steps = status.workflowSteps.filter(({ name }) => name !== 'Notification' && name !== 'CapturePayments')
      const waiting = { ...capturing, id: `${status.name}.Waits`, stopOnError: false, retries: 0, retryFor: '24h' }
      const isCapturing = capturing !== undefined && ['InProgress', 'Completed'].includes(status.name)
      status.workflowSteps = isCapturing ? [...steps, waiting as typeof capturing] : steps
    }
  }
  return config
}

const { config, service } = await commandedTenant(t, await capturingConfig())
const connectors = { payment: (): PaymentConnector => ({ ...linkedPayments, capture }) }
const test = await testOrders(t, { config, connectors })
test.deps.retryPauseMs = 10
const stocked = ['CUP', 'POT'].map((skuId) => ({ skuId, warehouseCode: 'Oslo-01', quantity: 1_000 }))
await test.send({ method: 'PUT', url: '/api/Inventory', body: stocked })

const shipments = [
  { shipmentId: '1', shippingMethodName: 'Home delivery', shippingSubTotal: 49, lineItems: [{ lineItemId: '1', quantity: 2 }] },
  { shipmentId: '2', lineItems: [{ lineItemId: '2', quantity: 1 }] },
]
const payments = [
  authorization(),
  authorization({ transactionId: 'more', amount: 10 }),
  authorization({ transactionId: 'paid', transactionType: 'Capture', amount: 5 }),
]
const url = (id: string, path = '') => `/api/Orders/${id}${path}`

/** An order as the command finds it: packed or delivered, and its capture waits. */
async function preparedOrder(name: string, command: OrderCommand): Promise<StoredOrder> {
  const { status } = command
  isAway = true
  service.isAway = true
  const { id } = await createdOrder(test, { orderForm: orderFormBody({ shipments, payments }) })
  const found = status === undefined ? 'InProgress' : 'Completed'
  // A capture that waits leaves nothing for another one.
  if (name !== 'CapturePayment') await updateStatus(test, id, { body: { status: found } })
  const returns = [{ lineItemId: '1', returnQuantity: 1, returnReason: 'Broken' }]
  if (status === 'Returned') await test.send({ method: 'POST', url: `/api/Returns/${id}/Return`, body: { returns } })
  if (name === 'RestoreOrder') await test.send({ method: 'DELETE', url: url(id) })
  await prepareCommand(test, command, id)
  isAway = false
  service.isAway = false
  return (await test.send({ url: url(id) })).body
}

type Levels = { quantity: number; reservedQuantity: number }[]
type Found = { waits: string; levels: Levels; versions: string[]; events: string[] }

/** The waiting run and the stock of an order, and the versions and events that it has. */
async function look(id: string): Promise<Found> {
  await test.background.idle()
  const { query } = test.database
  const [runs, versions, events, { body: levels }] = await Promise.all([
    query<{ state: string }>({ text: 'select state from workflow_run where order_id = $1 order by started', values: [id] }),
    query<{ operation: string }>({
      text: 'select operation from order_version where order_id = $1 order by version_number',
      values: [id],
    }),
    query<{ type: string }>({
      text: `select envelope::json->>'type' as type from kit.outbox where envelope::json->>'subject' = $1 order by id`,
      values: [id],
    }),
    test.send({ url: '/api/Inventory?skuIds=CUP&skuIds=POT' }),
  ])
  return {
    // The first run is that of the creation.
    waits: runs[1]?.state ?? 'none',
    levels,
    versions: versions.map(({ operation }) => operation),
    events: events.map(({ type }) => type.replace(/^orders\.(.*)\.v1$/, '$1')),
  }
}

const total = (levels: Levels, field: keyof Levels[number]) => levels.reduce((all, level) => all + level[field], 0)

/** What happens to the stock that the order has reserved. */
function stockEffect(before: Levels, after: Levels): string {
  const [taken, freed] = (['quantity', 'reservedQuantity'] as const).map((field) => total(before, field) - total(after, field))
  if (taken === 0) return freed === 0 ? '–' : Number(freed) > 0 ? 'frees' : 'reserves'
  return taken === freed ? 'takes out' : `takes ${taken} and frees ${freed}`
}

function runEffect({ waits: before }: Found, { waits: after }: Found): string {
  if (before === 'none') return '–'
  if (after === 'Waiting') return 'wait on'
  return after === 'none' ? 'are removed' : 'end'
}

/** What asks someone outside: the version is that of its run. */
const writtenByRun: ReadonlySet<string> = new Set([
  'CapturePayment',
  'PressButton',
  'SendPaymentLink',
  'WithdrawPaymentLink',
  'ResumeWorkflowRun',
  'RetryWorkflowStep',
])
const documented = documentedTable('Commands and effects')

t.test('given the table of commands and effects, when its rows are compared, then it has every command', async (t) => {
  t.same([...documented.keys()], Object.keys(orderCommands))
})

for (const [name, command] of Object.entries(orderCommands))
  t.test(`given ${name}, when it is repeated with its key, then it has the documented effects, once`, async (t) => {
    const order = await preparedOrder(name, command)
    const isNew = command.kind === 'create' || command.kind === 'import'
    const target = isNew ? { ...order, id: `${order.id}-new`, orderNumber: `${order.id}-new`, status: 'New' } : order
    const before = await look(target.id)
    const request = {
      ...command.request(target, await readOfOrder(test, order.id)),
      headers: { 'idempotency-key': `effects of ${name}` },
    }
    const response = await test.send(request)
    t.ok(response.status < 300, `${name}: ${response.text}`)
    const after = await look(target.id)
    const again = await test.send(request)
    t.same([again.status, again.body], [response.status, response.body], 'the same response')
    t.same(await look(target.id), after, 'nothing is written twice')
    const [first, ...others] = after.versions.slice(before.versions.length)
    // What a provider is called for is written by the run that calls it.
    const writer = writtenByRun.has(name) ? 'Workflow' : name.replace(/,.*/, '')
    if (first !== undefined && name !== 'PurgeOrder') t.equal(first, writer, 'its version has its name')
    t.ok(
      others.every((operation) => operation === 'Workflow'),
      'the others are those of its run',
    )
    const found = [
      String(Math.max(after.versions.length - before.versions.length, 0)),
      runEffect(before, after),
      stockEffect(before.levels, after.levels),
      [...new Set(after.events.slice(before.events.length))].map((event) => `\`${event}\``).join(', ') || '–',
    ]
    t.same(found, documented.get(name), `| ${[name, ...found].join(' | ')} |`)
  })
