import type { Order } from '@oms/contracts/orders/order'
import type { ChangeKind } from '@oms/contracts/orders/search/changes'
import { changedFields } from './document/changed-fields.ts'
import { totalsContextOf, type VersionConfig } from './document/order-context.ts'
import { DELETED } from './document/order-guards.ts'
import type { TotalsContext } from './document/totals-context.ts'
import { followHolds } from './follow-holds.ts'
import { withDerivedStatuses } from './fulfilment/derived-statuses.ts'
import { assertLeavingGoodsPaid } from './fulfilment/unpaid-goods.ts'
import { isHeld } from './holds/holds.ts'
import { assertInvariants } from './invariants.ts'
import type { NewLineIds } from './lines/line-ids.ts'
import { changeKindOf, eventsOf, type OrderEvent } from './order-events.ts'
import {
  allocationsAfter,
  type PublishedAllocation,
  withMissingAllocations,
  withNewLineIds,
} from './payments/published-allocations.ts'
import type { SearchedBy } from './rows/search-statements.ts'
import { searchedBy } from './searched-by.ts'
import type { WorkflowRun } from './status/workflow-run.ts'
import { calculateTotals } from './totals/order-totals.ts'

/** A stored order, with the values that guard the next write. */
export type SavedOrder = {
  order: Order
  /** The order as JSON. */
  document: string
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
export type Authorship = { operation: string; by: string; actor: string; correlationId?: string; time: Date }

/** What makes a version of a change. */
export type Versioning = { config: VersionConfig; newId: () => string; authorship: Authorship }

/** One version of an order, to be written. */
export type OrderVersion = {
  order: Order
  /** The order as JSON; stored twice, made once. */
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

/** What a command makes of an order, and what is written and published with it. */
export type OrderOutcome = {
  order: Order
  /** The run that begins with the write. */
  run?: WorkflowRun | null
  /** Events in addition to those of the change itself. */
  events?: readonly OrderEvent[]
  /**
   * True: the amounts are already calculated, or taken over unchanged
   * (money.md#calculated-amounts); they must still add up.
   */
  hasFinalAmounts?: boolean
  /** The change gives lines other ids, and does nothing else. */
  newLineIds?: NewLineIds | null
  /** True: statuses get other names and mean the same; nothing leaves that had not left. */
  renamesStatuses?: boolean
  /** True: `modified` stays as the order has it (orders.md#order-batches). */
  keepsModified?: boolean
  /** Runs once the write is there for good. */
  afterCommit?(saved: SavedOrder): void
}

/**
 * The first version of a new order: totals and invariants as in every write
 * (money.md#calculated-amounts, money.md#money-invariants). `sequenceBefore` is where the events of
 * an earlier order of the same id ended, else 0. Raises `ValidationFailed`, `QuantityNotAvailable`.
 */
export function firstVersion(outcome: OrderOutcome, sequenceBefore: number, by: Versioning): OrderVersion {
  const totals = totalsContextOf(outcome.order, by.config, null)
  const calculated = withAmounts(outcome, totals)
  assertInvariants(calculated)
  const order = versionOf(withDerivedStatuses(calculated, by.config), outcome, by)
  const allocations = allocationsAfter({ before: null, after: order }, [], totals)
  const events = eventsOf(null, order, {
    operation: by.authorship.operation,
    changedFields: [],
    totals,
    allocations,
  })
  return {
    order,
    document: JSON.stringify(order),
    searchedBy: searchedBy(order, by.config),
    kind: 'created',
    before: null,
    allocations,
    hasNewAllocations: allocations.length > 0,
    previousStatus: null,
    versionNumber: 1,
    sequenceBefore,
    changedFields: [],
    events: [...events, ...(outcome.events ?? [])],
    run: outcome.run ?? null,
    authorship: by.authorship,
  }
}

/**
 * The next version of a stored order, or null when nothing effective has changed
 * (orders.md#order-patch). Raises what the totals and the invariants raise, `OrderIsHeld`, and
 * `OrderIsUnpaid`, but for steps: they go on with what a request was allowed.
 */
export function nextVersion(stored: SavedOrder, outcome: OrderOutcome, by: Versioning): OrderVersion | null {
  const { order: before } = stored
  if (outcome.order === before) return null
  const totals = totalsContextOf(outcome.order, by.config, before)
  const isRenaming = (outcome.newLineIds ?? null) !== null || outcome.renamesStatuses === true
  const followed = followHolds(before, withAmounts(outcome, totals), {
    types: by.config.orderTypes,
    by: by.authorship.by,
    at: by.authorship.time.toISOString(),
    isRenaming,
  })
  const calculated = withDerivedStatuses(followed, by.config)
  const fields = changedFields(withStatusesOfNow(before, by.config), calculated)
  if (fields.length === 0) return null
  assertInvariants(calculated)
  if (!isRenaming && by.authorship.operation !== 'Workflow') assertLeavingGoodsPaid(before, calculated, by.config)
  const order = versionOf(calculated, outcome, by)
  const allocations = savedAllocationsAfter(stored, order, { newLineIds: outcome.newLineIds ?? null, totals })
  const { operation } = by.authorship
  const events = eventsOf(before, order, { operation, changedFields: fields, totals, allocations })
  return {
    order,
    document: JSON.stringify(order),
    searchedBy: searchedBy(order, by.config),
    kind: changeKindOf(before, order),
    before,
    allocations,
    hasNewAllocations: allocations !== stored.allocations,
    previousStatus: before.status === DELETED ? null : before.status,
    versionNumber: stored.versionNumber + 1,
    sequenceBefore: stored.eventSequence,
    changedFields: fields,
    events: [...events, ...(outcome.events ?? [])],
    run: outcome.run ?? null,
    authorship: by.authorship,
  }
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
export function savedBy({ order, document, allocations, versionNumber, sequenceBefore, events }: OrderVersion): SavedOrder {
  const versionId = order.versionId as string
  return { order, document, allocations, versionId, versionNumber, eventSequence: sequenceBefore + events.length }
}

type Allocating = { newLineIds: NewLineIds | null; totals: TotalsContext }

/**
 * What the payments are attributed to after a change: the same, not another list, when nothing of
 * it changes.
 */
function savedAllocationsAfter(
  { order: before, allocations }: SavedOrder,
  after: Order,
  { newLineIds, totals }: Allocating,
): readonly PublishedAllocation[] {
  if (newLineIds === null) return allocationsAfter({ before, after }, allocations, totals)
  const known = withMissingAllocations(before, allocations, totals)
  return known.length === 0 ? allocations : withNewLineIds(known, newLineIds)
}

function withAmounts({ order, hasFinalAmounts = false }: OrderOutcome, totals: TotalsContext): Order {
  return hasFinalAmounts ? order : calculateTotals(order, totals)
}

function versionOf(order: Order, { keepsModified = false }: OrderOutcome, { authorship, newId }: Versioning): Order {
  const modified = keepsModified ? order.modified : authorship.time.toISOString()
  return { ...order, modified, modifiedBy: authorship.by, versionId: newId() }
}
