import type { Transaction } from '@oms/service-kit/database/transaction'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { customerIdentity } from './domain/customer-identity.ts'
import { noteErasure, type OpenErasure, readIdentityFacts, readOpenErasure } from './erasure-store.ts'

export type NoteCustomer = { key: string; orderIds: readonly string[]; newestOrder: Date | null }

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
