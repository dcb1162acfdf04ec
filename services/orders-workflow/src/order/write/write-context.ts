import type { AuditOrigin } from '@open-oms/contracts/audit/audit-record'
import type { Settings } from '@open-oms/contracts/config/settings'
import { invalid } from '@open-oms/contracts/errors'
import type { OrderOperation } from '@open-oms/contracts/orders/order-version'
import { type HeldRights, hasPermission } from '@open-oms/contracts/permissions'
import { type Caller, callerName, requireInScope } from '@open-oms/service-kit/authentication/caller'
import type { InTransaction } from '@open-oms/service-kit/database/transaction'
import type { IfMatch } from '@open-oms/service-kit/http/etag'
import type { KeyedWrite } from '@open-oms/service-kit/idempotency/keyed-write'
import { currentTraceparent } from '@open-oms/service-kit/observability/tracing'
import type { VersionConfig } from '../rules/context/order-context.ts'
import type { Authorship, SavedOrder, VersionContext } from '../rules/order-version.ts'
import type { DocumentForm } from '../rules/sparse-order.ts'
import { personKey } from '../rules/staff/staff-notifications.ts'
import type { Intent, WriteResult, WrittenOrder } from './intent.ts'
import type { OrderLock } from './order-lock.ts'

/** What the write path needs of its surroundings. */
export type WriteDeps = {
  inTransaction: InTransaction
  config: () => VersionConfig & { settings: Pick<Settings, 'orderLock'> }
  now: () => Date
  newId: () => string
  /** How documents are stored; sparse when absent. */
  documentForm?: DocumentForm | undefined
  /** Writes together what arrives together; absent: each order in a transaction of its own. */
  groups?: WriteGroups | undefined
}

/** The author, and the conditions of the request that the write must respect. */
export type WriteRequest = Omit<Authorship, 'time' | 'traceparent'> & {
  /**
   * Refuses, with `Forbidden`, to write to an order of a store that the caller does not cover
   * (security.md#roles).
   */
  requireScope(storeId: string | null): void
  /** The field in which the request says who the author is, where that is not proven. */
  saidIn?: string
  /** Whose refunds count, of requests alone: the client, or a person of one source of names. */
  subject?: string
  /** Until when a person may pay back without showing again who they are, in ms; absent: always. */
  confirmedUntil?: number | undefined
  /** Of a caller who may not do everything: what the change may be (security.md#permissions). */
  rights?: WriteRights | undefined
  /** What a caller holds, for who may write declared fields; absent of the system, which may. */
  held?: HeldRights
  /** Says in the response which keys of written properties are not declared. */
  noteUndeclared?: ((keys: readonly string[]) => void) | undefined
  /**
   * True of a caller who may not see personal data, and leaves it as it is
   * (security.md#personal-data).
   */
  hidesPersonalData?: boolean
  /** The `If-Match` of the request (http.md#entity-tags). */
  precondition?: { versions: readonly string[]; matches(versionId: string): boolean } | null
  /**
   * With setting `orderLock`: the lock of an operation that continues in further transactions, or
   * `waits` for a part of one, which is never refused. Absent: an operation of one transaction
   * (orders.md#order-lock).
   */
  lock?: OrderLock | 'waits' | undefined
  /** Whether the caller has disconnected, so that the order need not be written. */
  isGone?: (() => boolean) | undefined
  /**
   * The key that the transaction of the write claims, with the response
   * (http.md#idempotency-keys).
   */
  keyed?: KeyedWrite | null | undefined
}

/** What a caller may change, and whose refunds of the day count. */
export type WriteRights = HeldRights & { subject: string }

/** What a write is done with, and by whom. */
export type WriteContext = { deps: WriteDeps; write: WriteRequest }

/** An order that is written with others, and who asks for it. */
export type Member<Result = undefined> = {
  write: WriteRequest
  intent: Intent<Result>
  /** The order as this process last saw it, which is not read again if it is still the same. */
  known?: SavedOrder | undefined
  /** True: an order that there is stays as it is where the intent has no change. */
  skipsExisting?: boolean
  /** Runs in the context of the request; that of the caller when absent. */
  inContext?: <T>(work: () => T) => T
  /** Lets the caller see what is written before it is committed; of a key that shows it. */
  show?(written: WriteResult<Result>): void
}

/** Writes orders together that arrive together (ADR 110). */
export type WriteGroups = {
  /** In what groups are written; who has another transaction open writes in that one. */
  inTransaction: InTransaction
  /**
   * Writes an order in the next group, or now in one of its own; as `writeOrder` does. A key that
   * shows what is written shows it before the commit.
   */
  write<Result>(deps: WriteDeps, member: Member<Result>, options: { isAlone: boolean }): Promise<WrittenOrder<Result>>
}

/** What makes versions of the changes of one write, all at one time. */
export function buildVersionContext({ deps, write }: WriteContext): VersionContext {
  const { operation, by, provenBy, actor, correlationId, origin } = write
  const authorship: Authorship = {
    operation,
    by,
    provenBy,
    actor,
    ...(correlationId === undefined ? {} : { correlationId }),
    time: deps.now(),
    traceparent: currentTraceparent(),
    origin,
  }
  return { config: deps.config(), newId: deps.newId, documentForm: deps.documentForm, authorship }
}

type Request = { caller: Caller; ifMatch: IfMatch | null; traceId: string; origin(): AuditOrigin } & Pick<
  WriteRequest,
  'isGone' | 'keyed' | 'noteUndeclared'
>
/** The operations that write carts, which have no versions. */
type CartOperation = 'CreateCart' | 'ReplaceCart' | 'DeleteCart' | 'AddToCart' | 'SetCartLine' | 'UpdateComponentsInCart'
type Write = {
  operation: OrderOperation | CartOperation
  /**
   * The user that the request names as the author (orders.md#service-owned-fields), and the field
   * that does so where it is another.
   */
  userId?: string | undefined
  userIdField?: 'userId' | 'createdBy'
}

/**
 * Who writes, for which stores, and under which condition, as the request says. Raises
 * `ValidationFailed` for a person who names another one as the author.
 */
export function writeRequest(
  { caller, ifMatch, traceId, origin, isGone, keyed, noteUndeclared }: Request,
  { operation, userId, userIdField = 'userId' }: Write,
): WriteRequest {
  const proven = callerName(caller)
  if (userId && caller.isPerson && personKey(userId) !== personKey(proven))
    throw invalid(userIdField, `"${userId}" is not who has signed in`)
  // A program writes for people that it knows.
  const said = userId && !caller.isPerson && userId !== proven ? userId : null
  return {
    operation,
    by: said ?? proven,
    ...(said !== null ? { provenBy: proven, saidIn: userIdField } : {}),
    actor: caller.actor,
    correlationId: traceId,
    origin: origin(),
    requireScope: (storeId) => requireInScope(caller, storeId),
    subject: caller.clientId,
    confirmedUntil: caller.confirmedUntil,
    rights: restrictedRights(caller),
    held: { roles: caller.roles, permissions: caller.permissions },
    noteUndeclared,
    hidesPersonalData: !hasPermission(caller, 'SeePersonalData'),
    precondition: ifMatch,
    isGone,
    keyed,
  }
}

/** Undefined for who may change orders in every way, as nearly all callers may. */
function restrictedRights({ clientId, roles, permissions, refundLimits }: Caller): WriteRights | undefined {
  const rights: HeldRights = { roles, permissions, refundLimits }
  const mayAll = (['Refund', 'Cancel', 'OverridePrice'] as const).every((permission) => hasPermission(rights, permission))
  return mayAll && refundLimits === undefined ? undefined : { ...rights, subject: clientId }
}
