import type { AuditOrigin } from '@open-oms/contracts/audit/audit-record'
import type { Order } from '@open-oms/contracts/orders/order'
import type { ChangeKind } from '@open-oms/contracts/orders/search/changes'
import { calculatedOrder, finalOrder } from './calculated-order.ts'
import { changedFields } from './context/changed-fields.ts'
import { orderTotalsContext, type VersionConfig } from './context/order-context.ts'
import { DELETED } from './context/order-guards.ts'
import type { TotalsContext } from './context/totals-context.ts'
import { followHolds } from './follow-holds.ts'
import { withDerivedStatuses } from './fulfilment/derived-statuses.ts'
import { assertLeavingGoodsPaid } from './fulfilment/unpaid-goods.ts'
import { isHeld } from './holds/holds.ts'
import type { NewLineIds } from './lines/line-ids.ts'
import { buildOrderEvents, type OrderEvent, orderChangeKind } from './order-events.ts'
import {
  allocationsAfter,
  type PublishedAllocation,
  withMissingAllocations,
  withNewLineIds,
} from './payments/published-allocations.ts'
import { type SearchedBy, searchedBy } from './search/search-row.ts'
import { type DocumentForm, storedDocument } from './sparse-order.ts'
import type { WorkflowRun } from './status/workflow-run.ts'
import { type KindRules, type WriteKind, writeKinds } from './write-kinds.ts'

/** A stored order, with the values that guard the next write. */
export type SavedOrder = {
  order: Order
  /**
   * What each of its payments was attributed to, as it was published; it stays when the order
   * changes.
   */
  allocations: readonly PublishedAllocation[]
  versionNumber: number
  versionId: string
  /** The sequence of the order's last event. */
  eventSequence: number
}

/** Who makes a write, and why: goes to the version and to the envelopes of the events. */
export type Authorship = {
  operation: string
  by: string
  /** Whom the token proves, where `by` is what its request said. */
  provenBy?: string | undefined
  actor: string
  correlationId?: string
  time: Date
  /** The trace of the request. */
  traceparent?: string | undefined
  /** Who is proven to write, and from where; absent where the system does. */
  origin?: AuditOrigin | undefined
}

/** What makes a version of a change. */
export type VersionContext = {
  config: VersionConfig
  newId: () => string
  authorship: Authorship
  /** How documents are stored; sparse when absent. */
  documentForm?: DocumentForm | undefined
}

/** One version of an order, to be written. */
export type OrderVersion = {
  order: Order
  /** The order as it is stored. */
  document: string
  searchedBy: SearchedBy
  kind: ChangeKind
  /** The order as it was; null for a new one. */
  before: Order | null
  /** What each payment is attributed to with this version, and was before. */
  allocations: readonly PublishedAllocation[]
  /** False: `allocations` is what is stored. */
  hasNewAllocations: boolean
  /** The status that the order had; null for a new one. */
  previousStatus: string | null
  versionNumber: number
  /** The sequence of the order's last event before these. */
  sequenceBefore: number
  changedFields: readonly string[]
  events: readonly OrderEvent[]
  /** The run that begins with this version. */
  run: WorkflowRun | null
  authorship: Authorship
}

/** What is to become of an order. */
export type VersionChange = {
  order: Order
  kind: WriteKind
  /** The run that begins with the write. */
  run: WorkflowRun | null
  /** Events in addition to those of the change itself. */
  events: readonly OrderEvent[]
  /** The new ids of lines, of a write that renames them. */
  newLineIds: NewLineIds | null
}

/**
 * The first version of a new order: totals and invariants as in every write
 * (money.md#calculated-amounts, money.md#money-invariants). `sequenceBefore` is where the events of
 * an earlier order of the same id ended, else 0. Raises `ValidationFailed`, `QuantityNotAvailable`.
 */
export function firstVersion(change: VersionChange, sequenceBefore: number, by: VersionContext): OrderVersion {
  const rules = writeKinds[change.kind]
  const priced = withAmounts(change.order, rules, { config: by.config, before: null })
  const order = stampVersion(withDerivedStatuses(priced, by.config), rules, by)
  const totals = orderTotalsContext(order, by.config, null)
  const allocations = allocationsAfter({ before: null, after: order }, [], totals)
  return {
    ...versionContent(order, by),
    kind: 'created',
    before: null,
    allocations,
    hasNewAllocations: allocations.length > 0,
    previousStatus: null,
    versionNumber: 1,
    sequenceBefore,
    changedFields: [],
    events: [
      ...buildOrderEvents(null, order, { operation: by.authorship.operation, changedFields: [], totals, allocations }),
      ...change.events,
    ],
    run: change.run,
  }
}

/**
 * The next version of a stored order, or null when nothing effective has changed
 * (orders.md#order-patch). Raises what the totals and the invariants raise, `OrderIsHeld`, and
 * `OrderIsUnpaid`.
 */
export function nextVersion(stored: SavedOrder, change: VersionChange, by: VersionContext): OrderVersion | null {
  const { order: before } = stored
  const { config, authorship } = by
  const { newLineIds } = change
  if (change.order === before) return null
  const rules = writeKinds[change.kind]
  const followed = followHolds(before, withAmounts(change.order, rules, { config, before }), {
    types: config.orderTypes,
    by: authorship.by,
    at: authorship.time.toISOString(),
    isRenaming: rules.isRenaming,
  })
  const next = withDerivedStatuses(followed, config)
  const fields = changedFields(withStatusesOfNow(before, config), next)
  if (fields.length === 0) return null
  if (rules.refusesUnpaid) assertLeavingGoodsPaid(before, next, config)
  const order = stampVersion(next, rules, by)
  const totals = orderTotalsContext(order, config, before)
  const allocations = savedAllocationsAfter(stored, order, { newLineIds, totals })
  const { operation } = authorship
  return {
    ...versionContent(order, by),
    kind: orderChangeKind(before, order),
    before,
    allocations,
    hasNewAllocations: allocations !== stored.allocations,
    previousStatus: before.status === DELETED ? null : before.status,
    versionNumber: stored.versionNumber + 1,
    sequenceBefore: stored.eventSequence,
    changedFields: fields,
    events: [...buildOrderEvents(before, order, { operation, changedFields: fields, totals, allocations }), ...change.events],
    run: change.run,
  }
}

/** What follows from the order alone. */
function versionContent(order: Order, { config, authorship, documentForm }: VersionContext) {
  return { order, document: storedDocument(order, documentForm), searchedBy: searchedBy(order, config), authorship }
}

/**
 * An order of an earlier version, which has no derived statuses, as if it had: they alone are no
 * change.
 */
function withStatusesOfNow(before: Order, config: VersionConfig): Order {
  return before.fulfilmentStatus === undefined ? withDerivedStatuses(before, config) : before
}

/** Whether a version releases the last hold of its order. */
export function releasesOrder({ before, order }: OrderVersion): boolean {
  return before !== null && isHeld(before) && !isHeld(order)
}

/** The order as a write leaves it. */
export function savedBy({ order, allocations, versionNumber, sequenceBefore, events }: OrderVersion): SavedOrder {
  const versionId = order.versionId as string
  return { order, allocations, versionId, versionNumber, eventSequence: sequenceBefore + events.length }
}

/**
 * What the payments are attributed to after a change: the same, not another list, when nothing of
 * it changes.
 */
function savedAllocationsAfter(
  { order: before, allocations }: SavedOrder,
  after: Order,
  { newLineIds, totals }: { newLineIds: NewLineIds | null; totals: TotalsContext },
): readonly PublishedAllocation[] {
  if (newLineIds === null) return allocationsAfter({ before, after }, allocations, totals)
  const known = withMissingAllocations(before, allocations, totals)
  return known.length === 0 ? allocations : withNewLineIds(known, newLineIds)
}

type Amounts = { config: VersionConfig; before: Order | null }

function withAmounts(order: Order, { calculates }: KindRules, { config, before }: Amounts): Order {
  return calculates ? calculatedOrder(order, config, before) : finalOrder(order)
}

function stampVersion(order: Order, { sets }: KindRules, { authorship, newId }: VersionContext): Order {
  const modified = sets === 'now' ? authorship.time.toISOString() : order.modified
  return { ...order, modified, modifiedBy: authorship.by, versionId: newId() }
}
