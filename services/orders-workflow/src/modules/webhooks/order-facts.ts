import type { Transaction } from '@oms/service-kit/database/transaction'

/** What filters know an order by. */
export type OrderFacts = { orderType: string | null; status: string | null; storeId: string | null; marketId: string | null }

/** The facts of an order as it is stored now; null when it is gone. */
export async function orderFactsOf(tx: Transaction, orderId: string): Promise<OrderFacts | null> {
  const rows = await tx.query<OrderFacts>({
    name: 'order-facts',
    text: `select document ->> 'orderType' as "orderType", document ->> 'status' as status, document ->> 'storeId' as "storeId",
        document ->> 'marketId' as "marketId" from "order" where id = $1`,
    values: [orderId],
  })
  return rows[0] ?? null
}
