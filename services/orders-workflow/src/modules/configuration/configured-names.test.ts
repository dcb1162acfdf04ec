import type { CustomField } from '@open-oms/contracts/config/custom-fields'
import t from 'tap'
import { sampleConfig, testOrders } from '../../testing/test-orders.ts'

const config = await sampleConfig()
const test = await testOrders(t, { config })
const url = '/api/Configuration/Names'

t.test(
  'given a client that only reads orders, when it asks for names, then it gets all stores, types and statuses',
  async (t) => {
    const { status, body } = await test.send({ url, as: { roles: ['OrderRead'] } })
    t.equal(status, 200)
    t.equal(body.timeZone, config.settings.accounting.timeZone)
    t.equal(body.shopName, 'Eksempel Handel')
    t.same(
      body.stores.map(({ id }: { id: string }) => id),
      config.stores.map(({ id }) => id),
    )
    t.match(
      body.stores.find(({ id }: { id: string }) => id === 'Tokyo-01'),
      { name: 'Tokyo', marketId: 'JPN', timeZone: 'Asia/Tokyo' },
    )
    t.same(
      body.stores.map(({ warehouses }: { warehouses: string[] }) => warehouses),
      config.stores.map(({ warehouses }) => warehouses),
    )
    t.same(
      body.orderTypes.map(({ name }: { name: string }) => name),
      config.orderTypes.map(({ name }) => name),
    )
    t.same(
      body.markets,
      config.markets.map(({ id, currency, isDefault }) => ({ id, currency, isDefault })),
    )
  },
)

t.test('given statuses that deliver, cancel or take back, when names are read, then these are not open', async (t) => {
  const { body } = await test.send({ url })
  const [online] = body.orderTypes
  type StatusName = { name: string; isOpen: boolean }
  const closed = online.statuses.filter(({ isOpen }: StatusName) => !isOpen).map(({ name }: StatusName) => name)
  t.same(closed, ['Completed', 'Cancelled', 'OrderCanceled', 'Returned', 'PartiallyReturned', 'Deleted'])
  t.match(online.statuses[0], { name: 'New', displayName: 'New', isOpen: true })
})

t.test('given a client of one store, when it asks for names, then it does not see other stores', async (t) => {
  const { body, text } = await test.send({ url, as: { storeIds: ['Bergen-01'] } })
  t.same(
    body.stores.map(({ id }: { id: string }) => id),
    ['Bergen-01'],
  )
  t.notMatch(text, /Oslo-01/)
})

t.test('given a store without a time zone, when names are read, then it has that of the tenant', async (t) => {
  const [first, ...others] = config.stores
  if (first === undefined) throw new Error('the sample has a store')
  const other = await testOrders(t, { config: { ...config, stores: [{ ...first, timeZone: null }, ...others] } })
  const { body } = await other.send({ url })
  t.equal(body.stores[0].timeZone, config.settings.accounting.timeZone)
})

t.test(
  'given the sample tenant, when a reader of one store asks for names, then it says what the statuses are for, in their order',
  async (t) => {
    const as = { roles: ['OrderRead'], storeIds: ['Oslo-01'] }
    const { status, body, text } = await test.send({ url, as })
    t.equal(status, 200)
    const online = body.orderTypes.find(({ name }: { name: string }) => name === 'Online')
    t.match(online, { isDefault: true, mayBeEdited: true })
    t.match(online.statuses[0], { name: 'New', isDelivered: false, isCanceled: false, shipmentStatus: null })
    const named = (name: string) => online.statuses.find((one: { name: string }) => one.name === name)
    t.strictSame(named('PackedAndReady'), {
      name: 'PackedAndReady',
      displayName: 'Packed and ready',
      displayNames: { nb: 'Pakket og klar' },
      isOpen: true,
      isMainFilter: false,
      condition: null,
      isInProgress: true,
      isPicked: true,
      isDelivered: false,
      isCanceled: false,
      shipmentStatus: null,
    })
    t.match(named('Completed'), { isDelivered: true })
    t.match(named('Cancelled'), { isCanceled: true })
    t.match(named('Shipped'), { condition: 'Delivery', shipmentStatus: 'Released' })
    t.notMatch(text, /workflowSteps|connector/i)
  },
)

t.test(
  'given declared fields, when names are read, then they have their names, and whether the caller may write them',
  async (t) => {
    const [first, ...others] = config.customFields as [CustomField, ...CustomField[]]
    const shop = await testOrders(t, {
      config: { ...config, customFields: [{ ...first, nb: null, writers: ['Refund'] }, ...others] },
      database: test.database,
    })
    const fieldsFor = async (permissions: string[]) =>
      (await shop.send({ url, as: { roles: ['OrderAdmin'], claims: { oms_permissions: permissions } } })).body.fields
    const [field] = await fieldsFor(['Cancel'])
    t.match(field, { key: first.key, on: 'order', en: first.en, nb: first.en, searchable: true, mayBeWritten: false })
    t.notMatch(field, { writers: Array })
    t.match(await fieldsFor(['Refund']), [{ mayBeWritten: true }])
    t.match((await shop.send({ url, as: { roles: ['OrderAdmin'] } })).body.fields, [{ mayBeWritten: true }])
    const window = (await fieldsFor([])).find(({ key }: { key: string }) => key === 'deliveryWindow')
    t.match(window, { type: 'choice', choices: [{ value: 'morning', en: 'Morning', nb: 'Formiddag' }], mayBeWritten: true })
  },
)
