import type { ErasedRecords } from '@open-oms/contracts/orders/customers/erasure'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { ERASED_STATUS } from '@open-oms/service-kit/idempotency/idempotency-store'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import {
  allPatterns,
  type CustomerIdentity,
  customerIdentity,
  pathPatterns,
  surePatterns,
  textPatterns,
} from './domain/customer-identity.ts'
import { noteErasure, type OpenErasure, readIdentityFacts, readOpenErasure } from './erasure-store.ts'
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

type NoteCustomer = { key: string; orderIds: readonly string[]; newestOrder: Date | null }

/**
 * Notes how texts name a customer, before its orders are purged that say so, with what an earlier
 * attempt has noted: an interrupted erasure must be able to finish.
 */
export async function noteCustomer(
  { config, now }: Pick<OrderDeps, 'config' | 'now'>,
  tx: Transaction,
  { key, orderIds, newestOrder }: NoteCustomer,
): Promise<OpenErasure> {
  const before = await readOpenErasure(tx, key)
  const countries = [...new Set(config().markets.map(({ country }) => country))]
  const facts = [...(await readIdentityFacts(tx, key)), ...(before === null ? [] : factsOf(before))]
  const identity = customerIdentity(key, facts, countries)
  return noteErasure(tx, key, { begun: now(), newestOrder, orderIds: [...orderIds], identity })
}

function factsOf({ identity }: OpenErasure) {
  const { ids, numbers, emails, phones, words } = identity
  const of = (kind: string, values: readonly string[]) => values.map((value) => ({ kind, value }))
  return [...of('id', ids), ...of('number', numbers), ...of('email', emails), ...of('phone', phones), ...of('street', words)]
}
