import type { Settings } from '@oms/contracts/config/settings'
import type { OrderOperation } from '@oms/contracts/orders/order-version'
import { type Caller, requireInScope } from '@oms/service-kit/authentication/caller'
import type { InTransaction } from '@oms/service-kit/database/transaction'
import type { IfMatch } from '@oms/service-kit/http/etag'
import type { VersionConfig } from './document/order-context.ts'
import type { OrderLock } from './order-lock.ts'
import type { Authorship, Versioning } from './order-version.ts'

/** What the write path needs of its surroundings. */
export type WriteDeps = {
  inTransaction: InTransaction
  config: () => VersionConfig & { settings: Pick<Settings, 'orderLock'> }
  now: () => Date
  newId: () => string
}

/** Who writes, and what of the request the write must respect. */
export type WriteRequest = Omit<Authorship, 'time'> & {
  /**
   * Refuses, with `Forbidden`, to write to an order of a store that the caller does not cover
   * (security.md#roles).
   */
  requireScope(storeId: string | null): void
  /** The `If-Match` of the request (http.md#entity-tags). */
  precondition?: { versions: readonly string[]; matches(versionId: string): boolean } | null
  /**
   * With setting `orderLock`: the lock of an operation that goes on in further transactions, or
   * `waits` for a part of one, which is never turned away. Absent: an operation of one transaction
   * (orders.md#order-lock).
   */
  lock?: OrderLock | 'waits' | undefined
}

/** What a write is done with, and by whom. */
export type WriteContext = { deps: WriteDeps; write: WriteRequest }

/** What makes versions of the changes of one write, all at one time. */
export function versioningOf({ deps, write }: WriteContext): Versioning {
  const { operation, by, actor, correlationId } = write
  const authorship = { operation, by, actor, ...(correlationId === undefined ? {} : { correlationId }), time: deps.now() }
  return { config: deps.config(), newId: deps.newId, authorship }
}

type Request = { caller: Caller; ifMatch: IfMatch | null; traceId: string }
/** The operations that write carts, which have no versions. */
type CartOperation = 'CreateCart' | 'DeleteCart' | 'AddToCart' | 'SetCartLine' | 'UpdateComponentsInCart'
type Write = {
  operation: OrderOperation | CartOperation
  /**
   * The user that the request names as the author, which counts for API clients only
   * (orders.md#service-owned-fields).
   */
  userId?: string | undefined
}

/** Who writes, for which stores, and under which condition, as the request says. */
export function writeRequest({ caller, ifMatch, traceId }: Request, { operation, userId }: Write): WriteRequest {
  return {
    operation,
    // A program writes for people that it knows; a person who has signed in is the author, whoever
    // is named.
    by: userId && !caller.isPerson ? userId : caller.clientId,
    actor: caller.actor,
    correlationId: traceId,
    requireScope: (storeId) => requireInScope(caller, storeId),
    precondition: ifMatch,
  }
}
