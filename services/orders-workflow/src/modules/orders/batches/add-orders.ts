import type { OrderBatchResult } from '@open-oms/contracts/orders/batch'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { newRow } from './new-row.ts'
import { type BatchCommand, runBatch } from './run-batch.ts'

/**
 * Creates many orders, and skips those whose id is taken (orders.md#order-creation,
 * workflow.md#first-status, orders.md#order-batches). Workflows run in the background where they
 * are asked for. Raises `ValidationFailed`, `QuantityNotAvailable`, `Forbidden`, `ResourceLocked`.
 */
export function addOrders(deps: RunnerDeps, command: BatchCommand & { runWorkflow: boolean }): Promise<OrderBatchResult[]> {
  return runBatch(deps, command, {
    looksUp: 'packages',
    makeRow: (sent, lookedUp) => newRow(deps, sent, { ...command, ...lookedUp }),
    takesSteps: true,
  })
}
