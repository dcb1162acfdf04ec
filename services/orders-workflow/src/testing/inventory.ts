import { manualPayments } from '../connectors/payment/manual.ts'
import type { PaymentConnector } from '../connectors/payment/payment-connector.ts'
import type { OrdersConfig } from '../order/rules/context/orders-config.ts'
import { type OrdersTest, type OrdersTestOptions, sampleConfig, testOrders } from './test-orders.ts'

const stepsWithoutCalls: ReadonlySet<string> = new Set([
  'IncreaseReservedInventory',
  'ReduceReservedInventory',
  'ReduceInventory',
  'ReduceInventoryAndReservedInventory',
  'AllocateToWarehouse',
  'UpdateInventory',
  'GenerateSecretKey',
  'UpdateShipmentStatus',
  'CompleteShipment',
  'SetCompletedDate',
])

/**
 * The sample tenant with only those of its steps that stay inside the database, and the named ones.
 */
async function stockConfig(...further: string[]): Promise<OrdersConfig> {
  const config = await sampleConfig()
  const orderTypes = config.orderTypes.map((type) => ({
    ...type,
    orderStatuses: type.orderStatuses.map((status) => ({
      ...status,
      workflowSteps: status.workflowSteps.filter(({ name }) => stepsWithoutCalls.has(name) || further.includes(name)),
    })),
  }))
  return { ...config, orderTypes }
}

/** As `testOrders`, with only the steps that stock needs. */
export async function testStock(t: Parameters<typeof testOrders>[0], options: OrdersTestOptions = {}): Promise<OrdersTest> {
  return testOrders(t, { config: await stockConfig(), ...options })
}

/**
 * As `testStock`, with a capture by a provider before stock is taken: the status is then written
 * separately.
 */
export async function testStockAfterCapture(
  t: Parameters<typeof testOrders>[0],
  options: OrdersTestOptions = {},
): Promise<OrdersTest> {
  const capture: PaymentConnector['capture'] = (request) => manualPayments.capture(request)
  const connectors = { payment: () => ({ ...manualPayments, capture }) }
  return testOrders(t, { config: await stockConfig('CapturePayments'), connectors, ...options })
}

type Extra = { as?: Record<string, unknown>; headers?: Record<string, string> }

/** Sets inventory over the API. */
export function put(test: OrdersTest, body: unknown, extra: Extra = {}) {
  return test.send({ method: 'PUT', url: '/api/Inventory', body, ...extra })
}

/** Adjusts inventory over the API. */
export function adjust(test: OrdersTest, body: unknown, extra: Extra = {}) {
  return test.send({ method: 'POST', url: '/api/Inventory/Adjust', body, ...extra })
}

/** Moves inventory between warehouses over the API. */
export function transfer(test: OrdersTest, body: unknown, extra: Extra = {}) {
  return test.send({ method: 'POST', url: '/api/Inventory/Transfer', body, ...extra })
}

/** The levels of a SKU, by warehouse. */
export async function fetchInventory(test: OrdersTest, skuId: string) {
  const { body } = await test.send({ url: `/api/Inventory?skuIds=${encodeURIComponent(skuId)}` })
  return body
}

/** The first movements that a query finds. */
export async function fetchMovements(test: OrdersTest, query = '', as: Record<string, unknown> = {}) {
  const { body } = await test.send({ url: `/api/Inventory/Movements${query}`, as })
  return body.result
}

/** The unpublished events of a SKU and warehouse, in order. */
export async function unpublishedEvents({ database }: Pick<OrdersTest, 'database'>, subject: string) {
  const rows = await database.query<{ envelope: string }>({ text: 'select envelope from kit.outbox order by id' })
  return rows.map((row) => JSON.parse(row.envelope)).filter((envelope) => envelope.subject === subject)
}
