import { randomUUID } from 'node:crypto'
import { type RestClient, restClient } from '@open-oms/system/rest-client'
import pg from 'pg'
import type { Deployment } from './deployment.ts'
import { waitUntil } from './wait-until.ts'

/** A caller with the deployment's client. */
export function deploymentClient({ gatewayUrl, client }: Deployment): Promise<RestClient> {
  return restClient(gatewayUrl, client)
}

/** The request body of a paid order of one line. */
export function paidOrder(id: string): Record<string, unknown> {
  const payment = {
    amount: 125,
    paymentMethodName: 'Card',
    transactionId: `sale-${id}`,
    transactionType: 'Sale',
    status: 'Processed',
  }
  const line = { lineItemId: '1', code: 'CUP', displayName: 'Cup', quantity: 1, placedPrice: 125, taxRate: 25 }
  const form = { lineItems: [line], payments: [payment] }
  return { id, storeId: 'Oslo-01', marketId: 'NOR', orderType: 'Online', status: 'New', orderForm: form }
}

/** Creates paid orders one after the other; returns their ids. */
export async function createOrders(client: RestClient, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => `order-${randomUUID()}`)
  for (const id of ids) await client.call('POST', '/api/Orders', { body: paidOrder(id) })
  return ids
}

/** Waits until accounting-read has each order's payment; throws on a duplicate. */
export async function waitForPayments({ adminUrls }: Deployment, ids: readonly string[]): Promise<void> {
  const text = 'select order_id, count(*)::int as count from payment_transaction where order_id = any($1) group by order_id'
  await waitUntil(`${ids.length} payments in accounting-read`, async () => {
    const rows = await queryRows<{ count: number }>(adminUrls['accounting-read'], text, [ids])
    if (rows.some(({ count }) => count > 1)) throw new Error('a payment occurs twice')
    return rows.length === ids.length
  })
}

/** The rows of one query. */
export async function queryRows<Row>(url: string, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text, [...values])).rows as Row[]
  } finally {
    await client.end()
  }
}
