import { randomUUID } from 'node:crypto'
import { put } from './inventory.ts'
import { returning } from './returning.ts'
import { createdCart } from './test-carts.ts'
import { authorization, createdOrder, type OrdersTest } from './test-orders.ts'
import { close, sell } from './till.ts'
import { added, orderEvent } from './webhooks/test-webhooks.ts'
import { finished } from './workflow/working-jobs.ts'

export const SHARED_WAREHOUSE = 'Central'
/** Buys in every store. */
export const SHARED_CUSTOMER = 'customer-of-all'
export const STOCK_NAME = 'CUP'

const keys = [
  'storeId',
  'mark',
  'orderId',
  'orderNumber',
  'firstVersion',
  'lastVersion',
  'cartId',
  'openCartId',
  'email',
  'saleId',
  'zReportId',
  'rmaNumber',
  'jobId',
  'messageId',
] as const
export type StoreDataIds = Record<(typeof keys)[number], string>

/** Unused ids of the same form. */
export function idsOfNobody(): StoreDataIds {
  const named = Object.fromEntries(keys.map((key) => [key, `${key}-of-nobody`])) as StoreDataIds
  return { ...named, firstVersion: randomUUID(), lastVersion: randomUUID(), messageId: randomUUID() }
}

/**
 * Creates all kinds of data of a store: an order that a cart became and that is delivered, partly
 * returned and credited, a cart, a till sale with its Z-report, stock and its movements in a
 * warehouse of its own and in the one that all share, a webhook delivery, a mail, a job about its
 * runs. Names of the test have the mark in them.
 *
 * @returns the ids, and the responses of the service about them.
 */
export async function dataOfStore(
  test: OrdersTest,
  storeId: string,
  mark: string,
): Promise<{ ids: StoreDataIds; responses: unknown[] }> {
  const orderId = `order-${mark}`
  for (const warehouseCode of [storeId, SHARED_WAREHOUSE]) await put(test, [{ skuId: STOCK_NAME, warehouseCode, quantity: 50 }])
  const created = await createdOrder(test, buildStoreOrder({ storeId, mark, orderId }))
  const { returnStatus, postReturn, readOrder } = returning(test)
  const status = { status: 'Completed' }
  await test.send({ method: 'POST', url: `/api/Orders/${orderId}/UpdateStatus`, body: status })
  const rmaNumber = `rma-${mark}`
  await postReturn(orderId, { rmaNumber, returns: [{ lineItemId: `line-${mark}`, returnQuantity: 1, returnReason: 'Broken' }] })
  await returnStatus(orderId, { returnId: '1', ...status })
  const openCartId = `open-cart-${mark}`
  const line = { lineItemId: `line-of-cart-${mark}`, code: STOCK_NAME, quantity: 1, placedPrice: 10 }
  const cart = await createdCart(test, {
    id: openCartId,
    storeId,
    salesChannel: 'Phone',
    customerName: `name-${mark}`,
    lineItems: [line],
  })
  const saleId = await sell(test, { id: `sale-${mark}`, storeId, register: `till-${mark}` })
  const zReportId = `report-${mark}`
  const report = await close(test, { storeId, zReportId, registerIds: [`till-${mark}`] })
  await added(test.database, [orderEvent(orderId, 1)])
  await test.background.idle()
  const order = await readOrder(orderId)
  const runs = await test.send({ url: `/api/Orders/${orderId}/WorkflowRuns` })
  const jobId = await jobAbout(test, { storeId, ids: runs.body.result.map(({ runId }: { runId: string }) => runId) })
  const messageId = await mailAbout(test, orderId)
  const versions = await test.send({ url: `/api/Orders/${orderId}/Versions` })
  const timeline = await test.send({ url: `/api/Orders/${orderId}/Timeline` })
  const ids: StoreDataIds = {
    ...testOrderNames({ storeId, mark, orderId }),
    ...{ openCartId, saleId, zReportId, rmaNumber, jobId, messageId },
    ...{ firstVersion: created.versionId, lastVersion: order.versionId },
  }
  return { ids, responses: [ids, order, cart, report.body, runs.body, versions.body, timeline.body] }
}

/** A mail to the customer of the order. */
async function mailAbout(test: OrdersTest, orderId: string): Promise<string> {
  const body = { orderId, commentText: `comment on ${orderId}`, sendEmail: true }
  await test.send({ method: 'POST', url: '/api/Orders/AddComment', body })
  return (await test.send({ url: `/api/Orders/${orderId}/Messages` })).body.result[0].id
}

/** A job that was made by a client of the store, and has ended. */
async function jobAbout(test: OrdersTest, { storeId, ids }: { storeId: string; ids: string[] }): Promise<string> {
  const request = { method: 'POST', url: '/api/WorkflowRuns/Dismiss', body: { ids }, as: { storeIds: [storeId] } } as const
  const { body } = await test.send(request)
  return (await finished(test, body.id)).id
}

type TestOrderKeys = { storeId: string; mark: string; orderId: string }

function testOrderNames({ storeId, mark, orderId }: TestOrderKeys) {
  return { storeId, mark, orderId, orderNumber: `number-${mark}`, cartId: `cart-${mark}`, email: `${mark}@example.com` }
}

function buildStoreOrder({ storeId, mark, orderId }: TestOrderKeys): Record<string, unknown> {
  const shipments = [
    { shipmentId: `shipment-${mark}`, warehouseCode: SHARED_WAREHOUSE, shipmentTrackingNumber: `parcel-${mark}` },
  ]
  return {
    ...{ id: orderId, storeId, orderNumber: `number-${mark}` },
    ...{ customerId: SHARED_CUSTOMER, customerName: `name-${mark}`, customerEmail: `${mark}@example.com` },
    properties: [{ key: 'Mark', value: mark }],
    orderForm: {
      cartId: `cart-${mark}`,
      lineItems: [
        { lineItemId: `line-${mark}`, code: STOCK_NAME, displayName: 'Cup', quantity: 2, placedPrice: 100, taxRate: 25 },
      ],
      shipments,
      payments: [authorization({ amount: 200, id: `payment-${mark}`, transactionId: `transaction-${mark}` })],
    },
  }
}
