import { DomainError } from '@open-oms/contracts/errors'
import { type HeldRights, hasPermission, type Permission } from '@open-oms/contracts/permissions'

/** Who sends a request, as the verified token says. */
export type Caller = HeldRights & {
  /**
   * Whose limits, keys and saved searches count: the client, or a person of one source of names.
   */
  clientId: string
  /** The stores that the caller is limited to; null means all (security.md#store-scope). */
  storeIds: readonly string[] | null
  /** Who is named as the author of changes: the token's subject, else the client. */
  actor: string
  /**
   * A person who has signed in, who names nobody else as an author; absent of programs and jobs
   * (security.md#sessions).
   */
  isPerson?: boolean
  /** The name of that person that pages show. */
  displayName?: string
  /** The session that the person sends it in, by a name that is good for nothing else. */
  session?: string
  /**
   * Until when that person counts as having shown who they are, as the clock's milliseconds
   * (security.md#confirmation); absent where nobody is asked.
   */
  confirmedUntil?: number
  /**
   * When the token ends that the caller sent to the gateway, as the clock's milliseconds; absent of
   * jobs, which have none, and of sessions.
   */
  expiresAt?: number
  /** Names the token that the caller sent (`jti`), where it says so. */
  tokenId?: string
}

/** The name that is shown of a caller: that of the person, else of the client. */
export function callerName({ clientId, actor, isPerson }: Caller): string {
  return isPerson === true ? actor : clientId
}

/**
 * Whether the caller may see and change what belongs to a store. What belongs to no store is for
 * unlimited callers only.
 */
export function isInScope(caller: Caller | null, storeId: string | null): boolean {
  if (caller === null || caller.storeIds === null) return true
  return storeId !== null && caller.storeIds.includes(storeId)
}

/**
 * The stores that a list is limited to, by those of the caller and the one that is asked for; null:
 * none. Of a store that the caller does not cover there is nothing (security.md#store-scope).
 */
export function storesInScope({ storeIds }: Pick<Caller, 'storeIds'>, storeId: string | undefined): readonly string[] | null {
  if (storeId === undefined) return storeIds
  return storeIds === null || storeIds.includes(storeId) ? [storeId] : []
}

/**
 * Refuses a write outside the caller's stores with `Forbidden` (security.md#store-scope). Reads
 * return 404 instead: see `isInScope`.
 */
export function requireInScope(caller: Caller | null, storeId: string | null): void {
  if (!isInScope(caller, storeId)) throw new DomainError('Forbidden', 'Your token does not cover this store.')
}

/**
 * Refuses callers that are limited to stores with `Forbidden`, for what is of all stores: `what`
 * begins the message, such as `The configuration is`.
 */
export function requireAllStores({ storeIds }: Caller, what: string): void {
  if (storeIds !== null) throw new DomainError('Forbidden', `${what} for clients of all stores.`)
}

/** Refuses callers without a permission with `Forbidden` (security.md#permissions). */
export function requirePermission(caller: HeldRights, permission: Permission): void {
  if (!hasPermission(caller, permission)) throw new DomainError('Forbidden', `This needs the permission ${permission}.`)
}
