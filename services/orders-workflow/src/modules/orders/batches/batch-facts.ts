import type { Order } from '@oms/contracts/orders/order'
import { sumOfAmounts } from '@oms/money/minor'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { currencyOf } from '../../../order/document/order-context.ts'
import type { WriteContext } from '../../../order/write-context.ts'
import { readCustomerFacts } from '../../holds/customer-facts.ts'
import { type CustomerFacts, nothingKnown, openAmountOf } from '../../holds/domain/hold-rules.ts'

/** What the orders of customers say, those of the batch before a row included. */
export type BatchFacts = {
  of(customerId: string): CustomerFacts
  /** Counts an order that the batch creates; its totals are calculated. */
  add(customerId: string, order: Order): void
}

/**
 * The facts of the customers that rules ask for (holds.md#hold-rules). They are read anew with each
 * try of the batch, and the customers stay locked until its transaction ends.
 */
export async function factsOfBatch(
  tx: Transaction,
  { deps }: WriteContext,
  rows: readonly { customerId?: string | null }[],
): Promise<BatchFacts> {
  const config = deps.config()
  const customers = rows.flatMap(({ customerId }) => (customerId ? [customerId] : []))
  const known = await readCustomerFacts(tx, customers, config)
  const of = (customerId: string) => known.get(customerId) ?? nothingKnown
  return {
    of,
    add(customerId, order) {
      const { openAmounts } = of(customerId)
      const currency = currencyOf(order, config)
      const sum = sumOfAmounts([openAmounts.get(currency) ?? 0, openAmountOf(order)])
      known.set(customerId, { hasOrders: true, openAmounts: new Map([...openAmounts, [currency, sum]]) })
    },
  }
}
