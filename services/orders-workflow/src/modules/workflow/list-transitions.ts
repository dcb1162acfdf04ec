import type { StatusTransition } from '@oms/contracts/orders/workflow/workflow'
import { type OrderKey, readOrderDocument } from '../../order/order-queries.ts'
import { transitionsOf } from '../../order/status/transitions.ts'
import type { RunnerDeps } from './runner/runner-deps.ts'

/**
 * The transitions of an order, and what forbids each (workflow.md#transitions-endpoint). Raises
 * `NotFound`.
 */
export async function listTransitions(deps: Pick<RunnerDeps, 'query' | 'config'>, key: OrderKey): Promise<StatusTransition[]> {
  const order = JSON.parse((await readOrderDocument(deps, key)).document)
  return transitionsOf(order, deps.config().orderTypes)
}
