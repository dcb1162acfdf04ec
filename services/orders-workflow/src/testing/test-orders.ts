import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { tenantConfigFiles } from '@open-oms/contracts/config/tenant-config'
import { databaseTrail } from '@open-oms/service-kit/audit/audit-trail'
import { loadTenantConfig } from '@open-oms/service-kit/config/load-tenant-config'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { failTest } from '@open-oms/service-kit/testing/fail-test'
import { type OwnedTestDatabase, type TestDatabase, testDatabase } from '@open-oms/service-kit/testing/test-database'
import { testIssuer } from '@open-oms/service-kit/testing/test-issuer'
import { testReports } from '@open-oms/service-kit/testing/test-reports'
import { type TestClient, testClient, testServerOptions } from '@open-oms/service-kit/testing/test-server'
import { buildApp, type Deps } from '../app.ts'
import { connectorVariable } from '../environment.ts'
import { configFolder, storedConfiguration } from '../modules/configuration/checks/config-folder.ts'
import { createDocumentRenderer } from '../modules/documents/drawing/document-renderer.ts'
import { ledgerReportDeps, orderReportDeps } from '../modules/reports/report-deps.ts'
import { openSubscribers } from '../modules/webhooks/subscribers.ts'
import { randomText } from '../modules/workflow/random-text.ts'
import { type Background, createBackground } from '../modules/workflow/runner/background.ts'
import { stepConnectors } from '../modules/workflow/steps/step-connectors.ts'
import { type OrdersConfig, ordersConfigNames } from '../order/rules/context/orders-config.ts'
import { writeGroups } from '../order/write/write-groups.ts'

const sampleFolder = fileURLToPath(new URL('../../../../config', import.meta.url))

let loadedSample: Promise<OrdersConfig> | undefined

/**
 * The sample tenant as this service loads it, but with time for facets: a busy machine must not
 * change the response of a search.
 */
export async function sampleConfig(): Promise<OrdersConfig> {
  // Each test gets a copy: loading takes longer than most tests. The rules, which render every
  // template, are those of `oms config check`.
  loadedSample ??= loadTenantConfig({ directory: sampleFolder, files: tenantConfigFiles, checks: [], names: ordersConfigNames })
  const config = structuredClone(await loadedSample)
  addFurtherStatuses(config)
  const search = { ...config.settings.search, facetBudgetMs: 240_000 }
  return { ...config, settings: { ...config.settings, search } }
}

/**
 * Statuses that many tenants have and the sample does not: one without steps, and a second one that
 * cancels.
 */
function addFurtherStatuses({ orderTypes }: Pick<OrdersConfig, 'orderTypes'>): void {
  for (const type of orderTypes) {
    const [first] = type.orderStatuses
    const cancelled = type.orderStatuses.find(({ name }) => name === 'Cancelled')
    if (first === undefined || cancelled === undefined) throw new Error(`Order type ${type.name} has no status Cancelled.`)
    const renamed = (name: string) => name.replace('.Cancelled.', '.OrderCanceled.')
    const workflowSteps = cancelled.workflowSteps.map((step) => ({ ...step, id: renamed(step.id) }))
    const displayName = 'Order cancelled'
    type.orderStatuses.push({ ...cancelled, name: 'OrderCanceled', order: cancelled.order + 5, displayName, workflowSteps })
    if (type.name !== 'Online') continue
    const place = { name: 'OnHold', order: first.order + 30, displayName: 'On hold', isMainFilter: false, workflowSteps: [] }
    type.orderStatuses.push({ ...first, ...place })
  }
  for (const type of orderTypes) type.orderStatuses.sort((one, other) => one.order - other.order)
}

export type OrdersTest = TestClient & { database: TestDatabase; deps: Deps; background: Background }

type TestScope = { teardown(end: () => unknown): unknown }
export type OrdersTestOptions = {
  config?: OrdersConfig
  connectors?: Partial<Deps['connectors']>
  database?: TestDatabase | OwnedTestDatabase
  publicBase?: string
  configuration?: Deps['configuration']
  configFolder?: Deps['configFolder']
  storedConfiguration?: Deps['storedConfiguration']
  /**
   * Most orders of a group of writes, and groups at a time; when absent as a service has
   * them. With `WRITE_GROUP_SIZE=1` all tests run without groups.
   */
  groups?: { sizeMax: number; underWayMax: number }
  /**
   * True if background work may fail, as in a process that will be killed; otherwise that fails the
   * test.
   */
  isMeantToFail?: boolean
}

function groupLimits(): { sizeMax: number; underWayMax: number } {
  const sizeMax = Number(process.env.WRITE_GROUP_SIZE ?? 32)
  return { sizeMax, underWayMax: sizeMax === 1 ? Number.POSITIVE_INFINITY : 2 }
}

/** The real app on its own database, by default with the sample tenant. */
export async function testOrders(t: TestScope, options: OrdersTestOptions = {}): Promise<OrdersTest> {
  const config = options.config ?? (await sampleConfig())
  const database = options.database ?? (await testDatabase(t, 'orders-workflow'))
  const publicBase = options.publicBase ?? 'http://shop.test'
  const onError = (error: unknown) => {
    // It may fail while the test ends: an assertion would be too late then, and its text lost.
    if (options.isMeantToFail !== true) failTest(new Error('background work failed', { cause: error }))
  }
  const background = createBackground({ countMax: 32, onError })
  const documents = await createDocumentRenderer({
    directory: sampleFolder,
    settings: config.settings.documents,
    // A second thread would load all that draws once more.
    limits: { threadsMax: 1, timeoutMs: 240_000 },
  })
  const log = createLogger({ service: 'test', level: 'silent' })
  const deps: Deps = {
    inTransaction: database.inTransaction,
    groups: writeGroups({ inTransaction: database.inTransaction, ...groupLimits(), ...options.groups }),
    query: database.query,
    execute: database.execute,
    reading: database,
    reports: orderReportDeps(() => config, testReports(t, database)),
    ledgerReports: ledgerReportDeps(() => config, null),
    reportBucket: null,
    config: () => config,
    now: () => new Date(),
    newId: randomUUIDv7,
    randomText,
    connectors: {
      ...stepConnectors({ config: () => config, environment: connectorVariable, publicBase, log }),
      ...options.connectors,
    },
    background,
    documents,
    configuration: options.configuration ?? (() => ({ hash: '', texts: {} })),
    configFolder: options.configFolder ?? configFolder({ directory: sampleFolder, isProduction: false }),
    storedConfiguration:
      options.storedConfiguration ?? storedConfiguration({ directory: sampleFolder, isProduction: false }, async () => undefined),
    publicBase,
    subscribers: openSubscribers({ query: database.query, config: () => config, environment: connectorVariable, publicBase }),
    log,
  }
  const issuer = await testIssuer()
  const audit = databaseTrail('orders-workflow', database)
  const app = await buildApp({ ...testServerOptions(issuer), database, audit, publicBase }, deps)
  t.teardown(async () => {
    await app.close().catch(failTest)
    await background.stop()
    await documents.stop()
  })
  return { ...testClient(app, issuer), database, deps, background }
}

let orders = 0

/**
 * The body of an order of two lines with one shipment and an authorisation over its whole. Fields
 * that are passed replace the sample's.
 */
export function orderBody(fields: Record<string, unknown> = {}): Record<string, unknown> {
  const id = `T-${process.pid}-${++orders}`
  return {
    id,
    orderNumber: id,
    storeId: 'Oslo-01',
    marketId: 'NOR',
    status: 'New',
    orderType: 'Online',
    customerName: 'Kari Nordmann',
    customerEmail: 'kari@example.com',
    customerNumber: 'C-1',
    orderForm: orderFormBody(),
    ...fields,
  }
}

/** 2 × 100.00 and 1 × 249.90 with 25 % tax, 49.00 shipping: 498.90 in all, authorised on a card. */
export function orderFormBody(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    lineItems: [
      { lineItemId: '1', code: 'CUP', displayName: 'Cup', quantity: 2, placedPrice: 100, taxRate: 25 },
      { lineItemId: '2', code: 'POT', displayName: 'Pot', quantity: 1, placedPrice: 249.9, taxRate: 25 },
    ],
    shipments: [{ shipmentId: '1', shippingMethodName: 'Home delivery', shippingSubTotal: 49 }],
    payments: [authorization()],
    ...fields,
  }
}

/** An authorisation over the whole of the sample order. */
export function authorization(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    amount: 498.9,
    paymentMethodName: 'Card',
    transactionId: 'auth-1',
    transactionType: 'Authorization',
    status: 'Processed',
    ...fields,
  }
}

/**
 * Waits for background work; a step that a test blocks must not block this: then the database has
 * been idle for a while.
 */
async function untilIdle({ query }: TestDatabase, background: Background): Promise<void> {
  let isIdle = false
  const idle = background.idle().then(() => {
    isIdle = true
  })
  for (let quiet = 0; !isIdle && quiet < 30; quiet++) {
    await Promise.race([idle, sleep(100)])
    const atWork = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`
    if (!isIdle && (await query({ text: atWork })).length > 0) quiet = 0
  }
}

/**
 * The rows of an order's outbox that are not published yet, as envelopes in order, after background
 * work has published its events.
 */
export async function outboxEnvelopes(
  { database, background }: Pick<OrdersTest, 'database'> & Partial<Pick<OrdersTest, 'background'>>,
  orderId: string,
) {
  if (background !== undefined) await untilIdle(database, background)
  const rows = await database.query<{ envelope: string }>({ text: 'select envelope from kit.outbox order by id' })
  return rows.map((row) => JSON.parse(row.envelope)).filter((envelope) => envelope.subject === orderId)
}

/** Creates an order over the API and returns it. */
// biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape.
export async function createdOrder(test: OrdersTest, fields: Record<string, unknown> = {}): Promise<any> {
  const response = await test.send({ method: 'POST', url: '/api/Orders', body: orderBody(fields) })
  if (response.status !== 201) throw new Error(`The order was not created: ${response.text}`)
  return response.body
}

/** Sends UpdateStatus. */
export function updateStatus(test: OrdersTest, id: string, request: { body: unknown; headers?: Record<string, string> }) {
  return test.send({ method: 'POST', url: `/api/Orders/${encodeURIComponent(id)}/UpdateStatus`, ...request })
}

/** The payments of an order that are of one type. */
export function paymentsByType(order: { orderForm: { payments: { transactionType: string }[] } }, type: string) {
  return order.orderForm.payments.filter((payment) => payment.transactionType === type)
}
