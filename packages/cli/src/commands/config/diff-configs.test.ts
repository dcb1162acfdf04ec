import { join } from 'node:path'
import type { ConfigSet } from '@open-oms/contracts/config/differences/config-set'
import { diffConfigs } from '@open-oms/contracts/config/differences/diff-configs'
import type { OrdersInFlight } from '@open-oms/contracts/orders/configuration/running-configuration'
import t from 'tap'
import { countTouched, readConfigSet } from './diff-config.ts'

const sample = await readConfigSet(join(import.meta.dirname, '../../../../../config'))

/** What changes when the sample is edited. */
function after(edit: (config: ConfigSet) => void) {
  const config = structuredClone(sample)
  edit(config)
  return diffConfigs(sample, config)
}
const texts = (edit: (config: ConfigSet) => void) => after(edit).changes.map(({ what }) => what)
const findOrderType = (config: ConfigSet, name = 'Online') => {
  const type = config.orderTypes.find((candidate) => candidate.name === name)
  if (type === undefined) throw new Error(`the sample has type ${name}`)
  return type
}
const findOrderStatus = (config: ConfigSet, name: string) => {
  const status = findOrderType(config).orderStatuses.find((candidate) => candidate.name === name)
  if (status === undefined) throw new Error(`the sample has status ${name}`)
  return status
}

t.test('given the same configuration twice, when they are compared, then nothing changes', async (t) => {
  t.same(
    after(() => undefined),
    { changes: [], removed: [] },
  )
})

t.test('given statuses that are added, removed and renamed, when they are compared, then each is named once', async (t) => {
  const { changes, removed } = after((config) => {
    const type = findOrderType(config)
    findOrderStatus(config, 'Shipped').name = 'Dispatched'
    type.orderStatuses = type.orderStatuses.filter(({ name }) => name !== 'Pending')
    type.orderStatuses.push({ ...findOrderStatus(config, 'Queued'), name: 'Parked', order: 999, isPicked: true })
  })
  t.same(
    changes.map(({ what }) => what),
    [
      'Online: status "Pending" is removed',
      'Online: status "Shipped" is renamed to "Dispatched"',
      'Online: status "Parked" is added',
    ],
  )
  t.same(removed, [
    { orderType: 'Online', status: 'Pending', toOrderType: null, toStatus: null },
    { orderType: 'Online', status: 'Shipped', toOrderType: null, toStatus: 'Dispatched' },
  ])
})

t.test('given declared fields, when they change, then each is named by where it is', async (t) => {
  const changed = texts((config) => {
    const [first] = config.customFields
    if (first === undefined) throw new Error('the sample declares fields')
    first.required = true
    config.customFields.push({ ...first, on: 'line' })
  })
  t.match(changed, [/^field "order.purchaseOrderNumber": required/, 'field "line.purchaseOrderNumber" is added'])
})

t.test('given types that are renamed and removed, when they are compared, then the mapping names the new type', async (t) => {
  const { changes, removed } = after((config) => {
    findOrderType(config, 'ClickAndCollect').name = 'Collect'
    config.orderTypes = config.orderTypes.filter(({ name }) => name !== 'Replacement')
  })
  t.match(changes, [
    { what: 'order type "ClickAndCollect" is renamed to "Collect"', touched: { orderType: 'ClickAndCollect' } },
    { what: 'order type "Replacement" is removed', note: /cancelled/ },
  ])
  t.match(removed, [
    { orderType: 'ClickAndCollect', status: null, toOrderType: 'Collect' },
    { orderType: 'Replacement', toOrderType: null },
  ])
})

t.test(
  'given steps that are removed, added, changed and reordered, when they are compared, then each is listed by its step',
  async (t) => {
    const found = texts((config) => {
      const shipped = findOrderStatus(config, 'Shipped')
      const capture = shipped.workflowSteps.find(({ name }) => name === 'CapturePayments')
      const book = shipped.workflowSteps.find(({ name }) => name === 'BookShipment')
      if (capture === undefined || book === undefined) throw new Error('the sample has these steps')
      Object.assign(capture, { retries: 7, index: book.index - 1 })
      shipped.workflowSteps = shipped.workflowSteps.filter(({ name }) => name !== 'Notification')
      findOrderStatus(config, 'InTransit').workflowSteps = [{ ...capture, id: 'late' }]
    })
    t.match(found, [
      /^Online: Shipped: step Notification \(.+\) is removed$/,
      /^Online: Shipped: step CapturePayments \(.+\): retries 3 → 7$/,
      /^Online: Shipped: steps run in another order: CapturePayments, BookShipment, /,
      /^Online: InTransit: step CapturePayments \(late\) is added$/,
    ])
    t.equal(found.length, 4)
  },
)

t.test('given clients, connectors and settings that change, when they are compared, then no secret is shown', async (t) => {
  const found = texts((config) => {
    const [client] = config.apiClients
    const [connector] = config.connectors.connectors
    if (client === undefined || connector === undefined) throw new Error('the sample has them')
    Object.assign(client, { secretHash: 'sha256:000000000000', previousSecretHash: 'sha256:111111111111', roles: ['OrderRead'] })
    Object.assign(connector, { timeoutMs: 5_000 })
    config.connectors.connectors.pop()
    config.settings.workflow.hopsMax = 3
    const label = { en: 'CRM', nb: null }
    config.consolePlaces.links.push({ label, page: 'order', url: 'https://crm.example.com/', permission: null })
    config.markets.push({ ...(config.markets[1] as ConfigSet['markets'][number]), id: 'DNK' })
  })
  t.match(found, [
    'market "DNK" is added',
    /^connector "manual": timeoutMs \d+ → 5000$/,
    'connector "sms" is removed',
    /^client "demo": roles −"OrderAdmin", /,
    'client "demo": secretHash set',
    'client "demo": previousSecretHash set',
    'workflow.hopsMax 10 → 3',
    'link "CRM (order)" is added',
  ])
  t.notMatch(found.join('\n'), /sha256|scrypt/)
})

t.test('given orders and runs in flight, when changes are counted, then each has those that it touches', async (t) => {
  const run = { orderType: 'Online', status: 'Shipped', state: 'Waiting' as const, step: 'CapturePayments' }
  const steps = findOrderStatus(sample, 'Shipped').workflowSteps
  const stepId = steps.find(({ name }) => name === 'CapturePayments')?.id as string
  const inFlight: OrdersInFlight = {
    orders: [
      { orderType: 'Online', status: 'Shipped', count: 7, isConfigured: true },
      { orderType: 'Online', status: 'New', count: 5, isConfigured: true },
      { orderType: 'Pos', status: 'New', count: 3, isConfigured: true },
    ],
    runs: [
      { ...run, stepId, count: 2 },
      { ...run, stepId: 'another', count: 1 },
    ],
    runsAreExact: true,
  }
  const { changes } = after((config) => {
    findOrderStatus(config, 'Shipped').workflowSteps = steps.filter(({ id }) => id !== stepId)
    findOrderStatus(config, 'New').displayName = 'Fresh'
    config.settings.workflow.hopsMax = 3
  })
  t.match(countTouched(changes, inFlight), [
    { what: /"New": displayName/, orders: 5, runs: 0 },
    { what: /CapturePayments .* is removed/, orders: 7, runs: 2 },
    { what: /hopsMax/, orders: null, runs: null },
  ])
  t.ok(countTouched(changes, null).every(({ orders, runs }) => orders === null && runs === null))
})
