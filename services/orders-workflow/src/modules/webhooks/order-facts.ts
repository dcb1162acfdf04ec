import { nullable, type RowOf, statement, text } from '@oms/service-kit/database/statement'
import type { Transaction } from '@oms/service-kit/database/transaction'

const findFacts = statement({
  name: 'order-facts',
  text: `select document ->> 'orderType' as "orderType", document ->> 'status' as status, document ->> 'storeId' as "storeId",
        document ->> 'marketId' as "marketId" from "order" where id = $1`,
  parameters: [text],
  row: { orderType: nullable(text), status: nullable(text), storeId: nullable(text), marketId: nullable(text) },
})

/** What filters know an order by. */
export type OrderFacts = RowOf<typeof findFacts.row>

/** The facts of an order as it is stored now; null when it is gone. */
export async function orderFactsOf(tx: Transaction, orderId: string): Promise<OrderFacts | null> {
  const [facts] = await findFacts.on(tx, orderId)
  return facts ?? null
}
