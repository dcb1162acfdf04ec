import { DomainError, invalid } from '@open-oms/contracts/errors'
import type { OrderBatchResult } from '@open-oms/contracts/orders/batch'
import type { Order } from '@open-oms/contracts/orders/order'
import { asksForCustomer, nothingKnown } from '../../../order/rules/holds/hold-rules.ts'
import { findDocuments } from '../../../order/store/order-look-ups.ts'
import { forEachYielding } from '../../../order/write/for-each-yielding.ts'
import type { Change } from '../../../order/write/intent.ts'
import { writtenWith } from '../../workflow/enter-order.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { superseding } from '../../workflow/runner/superseding.ts'
import type { RowFailure } from '../domain/batch-rows.ts'
import { updatedOrder } from '../replace/updated-order.ts'
import { type BatchRow, checkedReplacement, type NewRowContext, newRow } from './new-row.ts'
import type { BatchInput } from './read-batch.ts'
import { type BatchCommand, findRowFailure, type MadeRow, runBatch } from './run-batch.ts'

/**
 * Creates or replaces many orders (orders.md#order-replacement, orders.md#order-batches). Workflows
 * run in the background where they are asked for. Raises `ValidationFailed`,
 * `QuantityNotAvailable`, `OrderIsReadOnly`, `OrderIsDeleted`, `OrderIsQueued`,
 * `TransitionNotAllowed`, `VersionConflict` with setting `rejectStaleVersions`, `Forbidden`,
 * `ResourceLocked`.
 */
export function updateOrders(deps: RunnerDeps, command: BatchCommand & { runWorkflow: boolean }): Promise<OrderBatchResult[]> {
  return runBatch(deps, command, {
    looksUp: 'packages',
    makeRow: (sent, lookedUp) => updatingRow(deps, sent, { ...command, ...lookedUp }),
    tryOut: (rows) => tryOut(deps, rows),
  })
}

async function tryOut(deps: RunnerDeps, rows: readonly MadeRow[]): Promise<RowFailure[]> {
  const ids = rows.map(({ row }) => row.orderId)
  const documents = await deps.inTransaction((tx) => findDocuments(tx, ids, { storeIds: null }))
  const now = deps.now().toISOString()
  const failures: RowFailure[] = []
  await forEachYielding(rows, (made) => {
    const document = documents.get(made.row.orderId)
    const failure = findRowFailure(made, () =>
      document === undefined ? made.row.create?.({ customer: nothingKnown }) : made.row.change?.(JSON.parse(document), { now }),
    )
    if (failure !== null) failures.push(failure)
  })
  return failures
}

/** The row of an order that is created or replaced, whichever it is when the batch is written. */
function updatingRow(deps: RunnerDeps, sent: BatchInput, making: NewRowContext): BatchRow {
  if (sent.id === null) throw invalid('id', 'or orderNumber is required')
  const row = onlyOnce(() => newRow(deps, sent, making))
  return {
    orderId: sent.id,
    customerId: asksForCustomer(sent.input, deps.config()) ? (sent.input.customerId ?? null) : null,
    create: (facts) => row().create(facts),
    needsRuns: making.runWorkflow,
    kind: 'replace',
    change: onceForVersion((order, { now }) => changedOrder(deps, { sent, order, now }, making)),
  }
}

function changedOrder(
  deps: RunnerDeps,
  { sent: { input }, order, now }: { sent: BatchInput; order: Order; now: string },
  { write, runWorkflow, products }: NewRowContext,
): Change {
  write.requireScope(order.storeId)
  refuseStale(order, input.versionId, deps.config().settings.rejectStaleVersions)
  const entered = updatedOrder(deps, order, { input, runWorkflow, write, now, products })
  const checked = checkedReplacement(deps, entered.order, order)
  const enters = runWorkflow ? { enters: superseding(entered.begun?.run ?? null) } : {}
  return { ...writtenWith(deps, entered), ...enters, order: checked }
}

/** A row is a full update, so setting `rejectStaleVersions` is for it too (http.md#entity-tags). */
function refuseStale(order: Order, versionId: string | undefined, rejectStaleVersions: boolean): void {
  if (!rejectStaleVersions || versionId === undefined || versionId === order.versionId) return
  throw new DomainError('VersionConflict', `Order "${order.id}" has changed since version "${versionId}".`)
}

function onlyOnce<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** What was tried out is written as it is, unless the order has changed since. */
function onceForVersion(make: NonNullable<BatchRow['change']>): NonNullable<BatchRow['change']> {
  let last: { versionId: string | null; made: Change } | null = null
  return (order, facts) => {
    if (last === null || last.versionId !== order.versionId) last = { versionId: order.versionId, made: make(order, facts) }
    return last.made
  }
}
