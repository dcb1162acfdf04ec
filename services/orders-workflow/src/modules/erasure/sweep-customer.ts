import type { ErasedRecords } from '@oms/contracts/orders/customers/erasure'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { ERASED_STATUS } from '@oms/service-kit/idempotency/idempotency-store'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { allPatterns, type CustomerIdentity, pathPatterns, surePatterns, textPatterns } from './domain/customer-identity.ts'
import { sweepResponses, sweepTables } from './sweep-store.ts'

export type SweepCustomer = {
  key: string
  identity: CustomerIdentity
  /** The orders that were purged with it. */
  orderIds: readonly string[]
  /** Further work of the last transaction. */
  also?(tx: Transaction): Promise<void>
}

/** Removes what names a customer outside of its orders, which are purged. Returns how much. */
export async function sweepCustomer(
  deps: Pick<OrderDeps, 'query' | 'inTransaction'>,
  { key, identity, orderIds, also }: SweepCustomer,
): Promise<Omit<ErasedRecords, 'orders'>> {
  const patterns = { sure: surePatterns(identity), json: allPatterns(identity), texts: textPatterns(identity) }
  const named = { patterns: patterns.json, orderIds, paths: pathPatterns(identity), status: ERASED_STATUS }
  const responses = await sweepResponses(deps, named)
  const { searches: savedSearches, ...counts } = await deps.inTransaction(async (tx) => {
    const swept = await sweepTables(tx, key, patterns)
    await also?.(tx)
    return swept
  })
  return { ...counts, savedSearches, responses }
}
