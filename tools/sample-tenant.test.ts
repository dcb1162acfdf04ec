import { join } from 'node:path'
import { roles } from '@open-oms/contracts/access'
import { withPasswordHashes, withSecretHashes } from '@open-oms/contracts/config/access/credentials'
import { accountCategories } from '@open-oms/contracts/config/chart-of-accounts'
import { gatewayConfigFiles, tenantConfigChecks } from '@open-oms/contracts/config/tenant-config'
import { loadTenantConfig } from '@open-oms/service-kit/config/load-tenant-config'
import { matchesSecretHash } from '@open-oms/service-kit/config/secret-hash'
import t from 'tap'
import { generate } from './generate/generate-config-schemas.ts'

const config = await loadTenantConfig({
  directory: join(import.meta.dirname, '..', 'config'),
  files: gatewayConfigFiles,
  checks: tenantConfigChecks,
  names: Object.keys(gatewayConfigFiles) as (keyof typeof gatewayConfigFiles)[],
})

t.test('given the contracts, when the schemas of configuration files are compared, then there is no difference', async (t) => {
  t.same(await generate({ check: true }), [])
})

t.test('given the sample tenant, when its stores are read, then they have their companies and warehouses', async (t) => {
  const table = config.stores.map((store) => [
    store.id,
    store.marketId,
    store.storeGroupId,
    store.accountingCompanyCode,
    ...store.warehouses,
  ])
  t.same(table, [
    ['Oslo-01', 'NOR', 'norway', 'NO01', 'Oslo-01', 'Central'],
    ['Bergen-01', 'NOR', 'norway', 'NO01', 'Bergen-01', 'Central'],
    ['Stockholm-01', 'SWE', 'sweden', 'SE01', 'Central'],
    ['142', 'NOR', 'norway', 'NO01', 'Central'],
    ['London-01', 'GBR', 'uk', 'GB01', 'Central'],
    ['Tokyo-01', 'JPN', null, 'JP01', 'Central'],
  ])
})

// workflow.md#default-statuses
t.test('given the sample tenant, when its order types are read, then they have the default statuses', async (t) => {
  const written = config.orderTypes.map(({ name, orderStatuses }) => {
    const flags = (status: (typeof orderStatuses)[number]) =>
      `${status.isCanceledStatus ? ' c' : ''}${status.isDeliveredStatus ? ' d' : ''}${status.isInProgressStatus ? ' p' : ''}`
    return `${name}: ${orderStatuses.map((status) => `${status.name}${flags(status)}`).join(', ')}`
  })
  t.same(written, [
    'Online: New, Queued, Pending, InProgress p, PackedAndReady p, Shipped, InTransit, PartiallyShipped p, Completed d, Cancelled c, Returned, PartiallyReturned, Deleted',
    'ClickAndCollect: New, InProgress p, ReadyForPickup p, PickedUp d, NotCollected, PartiallyShipped p, Completed d, Cancelled c, Returned, PartiallyReturned, Deleted',
    'Pos: New, InProgress, Completed d, Cancelled c, Returned, PartiallyReturned, Deleted',
    'Replacement: New, InProgress p, Shipped, InTransit, PartiallyShipped p, Completed d, Cancelled c, Deleted',
    'ReturnOrder: New, InProgress, Completed d, Cancelled c, Deleted',
  ])
})

const entering = [
  'EnrichOrderFromProducts',
  'IncreaseReservedInventory',
  'GenerateSecretKey',
  'Notification(order-confirmation) after save',
]
const collected = ['CapturePayments stopOnError', 'ReduceInventoryAndReservedInventory', 'CompleteShipment', 'SetCompletedDate']
const cancelling = ['CancelPayments', 'ReduceReservedInventory', 'SetCanceledDate', 'Notification(cancelled) after save']
const shipped = [
  'BookShipment',
  'CapturePayments stopOnError',
  'UpdateShipmentStatus(Released)',
  'ReduceInventoryAndReservedInventory',
  'Notification(shipped) after save',
]
const returned = [
  'EnsureRma',
  'CreditReturn stopOnError',
  'UpdateInventory',
  'CreateCreditNote',
  'UpdateOrderStatus',
  'Notification(return) after save',
]

/**
 * The steps of entering a status (workflow.md#default-steps); statuses that are not here have none.
 */
const defaultSteps: Record<string, string[]> = {
  'Online: New': entering,
  'Online: InProgress': ['AllocateToWarehouse'],
  'Online: PackedAndReady': ['UpdateShipmentStatus(Packing)'],
  'Online: Shipped': shipped,
  'Online: Completed': [...collected, 'Notification(completed) after save'],
  'Online: Cancelled': cancelling,
  'ClickAndCollect: New': entering,
  'ClickAndCollect: ReadyForPickup': ['SetReadyForPickupDate', 'Notification(ready-for-pickup) after save'],
  'ClickAndCollect: PickedUp': collected,
  'ClickAndCollect: Completed': collected,
  'ClickAndCollect: NotCollected': cancelling,
  'ClickAndCollect: Cancelled': cancelling,
  'Pos: Completed': ['ReduceInventory', 'SetCompletedDate'],
  'ReturnOrder: Completed': returned,
}

// workflow.md#default-steps
t.test('given the sample tenant, when steps of its statuses are read, then they are the default steps', async (t) => {
  const placed = config.orderTypes.flatMap((type) =>
    type.orderStatuses.map((status) => ({ status: `${type.name}: ${status.name}`, steps: status.workflowSteps })),
  )
  const has = new Set(placed.flatMap(({ steps }) => steps.map(({ name }) => name)))
  t.equal(has.has('CapturePayments'), true)
  for (const { status, steps } of placed) {
    const written = steps.map((step) => {
      const setting = step.properties.map(({ value }) => `(${value})`).join('')
      return `${step.name}${setting}${step.stopOnError ? ' stopOnError' : ''}${step.runAfterOrderIsSaved ? ' after save' : ''}`
    })
    const expected = (defaultSteps[status] ?? []).filter((step) => has.has(step.split(/[ (]/)[0] ?? ''))
    t.same(written, expected, status)
  }
})

const companyCategories = (company: string) => {
  const accounts = config.charts.find(({ companyCode }) => companyCode === company)?.accounts ?? []
  return { accounts, categories: new Set(accounts.map(({ category }) => category)) }
}
const accountRates = (company: string, category: string) =>
  companyCategories(company)
    .accounts.filter((account) => account.category === category)
    .map(({ discriminator }) => discriminator)

// configuration.md#sample-tenant
t.test('given the sample tenant, when its charts are read, then they have the documented accounts', async (t) => {
  const missing = (company: string) =>
    accountCategories.filter((category) => !companyCategories(company).categories.has(category))
  t.same(missing('NO01'), ['Discount'])
  t.same(missing('SE01'), [])
  t.equal(missing('GB01').includes('GiftCardLiability'), true)
  t.equal(missing('GB01').includes('Tip'), true)
  const rates = { NO01: ['25', '15', '12', '0'], SE01: ['25', '15', '12', '0'], GB01: ['20', '0'], JP01: ['10', '8', '0'] }
  for (const [company, expected] of Object.entries(rates)) {
    t.same(accountRates(company, 'Sales'), expected)
    t.same(accountRates(company, 'OutputVat'), expected)
    for (const category of ['Shipping', 'Rounding', 'Receivable', 'DepositLiability'] as const) {
      t.equal(companyCategories(company).categories.has(category), true, `${company} ${category}`)
    }
    for (const category of ['PaymentMethod', 'RefundPaymentMethod']) t.equal(accountRates(company, category).includes(null), true)
  }
})

t.test('given the sample tenant, when its clients are read, then they have the demo secret and their roles', async (t) => {
  const reads = ['OrderRead', 'ProductRead', 'AccountingRead']
  const expected: Record<string, readonly string[]> = {
    demo: roles,
    'demo-reader': reads,
    'demo-orders': ['OrderRead'],
    'demo-products': ['ProductRead', 'ProductAdmin'],
    'demo-bergen': roles,
  }
  t.same(Object.fromEntries(config.apiClients.map((client) => [client.clientId, client.roles])), expected)
  for (const client of withSecretHashes(config.apiClients, config.credentials)) {
    t.equal(await matchesSecretHash('demo-secret', client.secretHash ?? ''), true, client.clientId)
    t.equal(client.isDemo, true)
    t.same(client.storeIds, client.clientId === 'demo-bergen' ? ['Bergen-01'] : [])
  }
})

t.test('given the sample tenant, when its people are read, then they are demo users with the demo password', async (t) => {
  const expected = {
    'demo@example.com': { roles, storeIds: [] },
    'reader@example.com': { roles: ['OrderRead', 'ProductRead', 'AccountingRead'], storeIds: [] },
    'bergen@example.com': { roles, storeIds: ['Bergen-01'] },
  }
  t.same(Object.fromEntries(config.users.map(({ userName, roles, storeIds }) => [userName, { roles, storeIds }])), expected)
  for (const user of withPasswordHashes(config.users, config.credentials)) {
    t.equal(await matchesSecretHash('demo-password', user.passwordHash ?? ''), true, user.userName)
    t.equal(user.isDemo, true)
  }
})

t.test('given the sample tenant, when its settings are read, then payments are manual and orders are not locked', async (t) => {
  t.same(
    config.paymentMethods.map(({ name, connector }) => `${name} ${connector}`),
    ['Card manual', 'Invoice manual', 'GiftCard manual', 'Cash manual', 'Vipps manual'],
  )
  t.equal(config.settings.orderLock, false)
  t.equal(config.markets.find(({ isDefault }) => isDefault)?.id, 'NOR')
})
