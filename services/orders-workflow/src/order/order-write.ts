import type { Order } from '@oms/contracts/orders/order'
import { changedFields } from './document/changed-fields.ts'
import { type OrderConfig, totalsContextOf } from './document/order-context.ts'
import { DELETED } from './document/order-guards.ts'
import type { TotalsContext } from './document/totals-context.ts'
import { assertInvariants } from './invariants.ts'
import type { NewLineIds } from './lines/line-ids.ts'
import { changeKindOf, eventsOf, type OrderEvent } from './order-events.ts'
import type { Authorship, OrderWrite, StoredOrder } from './order-store.ts'
import { type ToldPayment, toldAfter, withNewLineIds, withUntold } from './payments/told-payments.ts'
import type { WorkflowRun } from './status/workflow-run.ts'
import { calculateTotals } from './totals/order-totals.ts'

/** What makes a version of a change. */
export type Versioning = { config: OrderConfig; newId: () => string; authorship: Authorship }

/** What a change made of an order, and what is to be written and told with it. */
export type OrderOutcome = {
  order: Order
  run: WorkflowRun | null
  extraEvents: readonly OrderEvent[]
  /** True: the amounts are calculated already, or taken over as they are (4-decisions D.8); they must add up all the same. */
  hasFinalAmounts?: boolean
  /** The change gives lines other ids, and does nothing else. */
  newLineIds?: NewLineIds | null
  /** True: `modified` stays as the order has it (4-decisions J.6). */
  keepsModified?: boolean
}

/**
 * The first version of a new order: totals and invariants as in every write (4-decisions D.8, D.10). `sequenceBefore` is where the events
 * of an earlier order of the same id ended, else 0. Raises `ValidationFailed`, `QuantityNotAvailable`.
 */
export function firstVersion(outcome: OrderOutcome, sequenceBefore: number, by: Versioning): OrderWrite {
  const { order, run, extraEvents } = outcome
  const totals = totalsContextOf(order, by.config, null)
  const calculated = withAmounts(outcome, totals)
  assertInvariants(calculated)
  const version = versionOf(calculated, outcome, by)
  const told = toldAfter({ before: null, after: version }, [], totals)
  const events = eventsOf(null, version, { operation: by.authorship.operation, changedFields: [], totals, told })
  return {
    order: version,
    document: JSON.stringify(version),
    kind: 'created',
    before: null,
    told,
    isToldNew: told.length > 0,
    previousStatus: null,
    versionNumber: 1,
    sequenceBefore,
    changedFields: [],
    events: [...events, ...extraEvents],
    run,
    authorship: by.authorship,
  }
}

/**
 * The next version of a stored order, or null when nothing effective has changed (4-decisions J.8). Raises what the totals and the
 * invariants raise.
 */
export function nextVersion(stored: StoredOrder, outcome: OrderOutcome, by: Versioning): OrderWrite | null {
  const { order: applied, run, extraEvents, newLineIds = null } = outcome
  if (applied === stored.order) return null
  const totals = totalsContextOf(applied, by.config, stored.order)
  const calculated = withAmounts(outcome, totals)
  const fields = changedFields(stored.order, calculated)
  if (fields.length === 0) return null
  assertInvariants(calculated)
  const version = versionOf(calculated, outcome, by)
  const told = toldBy(stored, version, { newLineIds, totals })
  const events = eventsOf(stored.order, version, { operation: by.authorship.operation, changedFields: fields, totals, told })
  return {
    order: version,
    document: JSON.stringify(version),
    kind: changeKindOf(stored.order, version),
    before: stored.order,
    told,
    isToldNew: told !== stored.told,
    previousStatus: stored.order.status === DELETED ? null : stored.order.status,
    versionNumber: stored.versionNumber + 1,
    sequenceBefore: stored.eventSequence,
    changedFields: fields,
    events: [...events, ...extraEvents],
    run,
    authorship: by.authorship,
  }
}

type ToldBy = { newLineIds: NewLineIds | null; totals: TotalsContext }

/** What is told of the payments after a change: the same, not another thing, when nothing of it changes. */
function toldBy({ order: before, told }: StoredOrder, after: Order, { newLineIds, totals }: ToldBy): readonly ToldPayment[] {
  if (newLineIds === null) return toldAfter({ before, after }, told, totals)
  const known = withUntold(before, told, totals)
  return known.length === 0 ? told : withNewLineIds(known, newLineIds)
}

function withAmounts({ order, hasFinalAmounts = false }: OrderOutcome, totals: TotalsContext): Order {
  return hasFinalAmounts ? order : calculateTotals(order, totals)
}

function versionOf(order: Order, { keepsModified = false }: OrderOutcome, { authorship, newId }: Versioning): Order {
  const modified = keepsModified ? order.modified : authorship.time.toISOString()
  return { ...order, modified, modifiedBy: authorship.by, versionId: newId() }
}
