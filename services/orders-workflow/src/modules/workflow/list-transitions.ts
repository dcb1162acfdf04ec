import type { StatusTransition } from '@open-oms/contracts/orders/workflow/workflow'
import { holdReason, isHeld } from '../../order/rules/holds/holds.ts'
import { isLeavingStatus } from '../../order/rules/holds/leaving-goods.ts'
import { effectiveOrderType } from '../../order/rules/status/order-type.ts'
import { listStatusTransitions } from '../../order/rules/status/transitions.ts'
import { type OrderKey, readOrderDocument } from '../../order/store/order-queries.ts'
import type { RunnerDeps } from './runner/runner-deps.ts'

/**
 * The transitions of an order, and what forbids each (workflow.md#transitions-endpoint). Raises
 * `NotFound`.
 */
export async function listTransitions(deps: Pick<RunnerDeps, 'query' | 'config'>, key: OrderKey): Promise<StatusTransition[]> {
  const order = JSON.parse((await readOrderDocument(deps, key)).document)
  const { orderTypes } = deps.config()
  const transitions = listStatusTransitions(order, orderTypes)
  if (!isHeld(order)) return transitions
  const leaving = new Set(
    effectiveOrderType(order, orderTypes)
      .orderStatuses.filter(isLeavingStatus)
      .map(({ name }) => name),
  )
  return transitions.map(({ status, allowed, reasons }) =>
    leaving.has(status) ? { status, allowed: false, reasons: [...reasons, holdReason(order)] } : { status, allowed, reasons },
  )
}
