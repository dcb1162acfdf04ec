import type { Order } from '@open-oms/contracts/orders/order'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { DELETED } from '../../order/rules/context/order-guards.ts'
import type { EnteredStatus } from '../../order/rules/status/enter-status.ts'
import type { PlannedStep } from '../../order/rules/status/workflow-plan.ts'
import type { NewMessage } from '../../order/store/new-message-store.ts'
import { loadOrders } from '../../order/store/order-store.ts'
import type { Change, ChangeFacts } from '../../order/write/intent.ts'
import type { WriteRequest } from '../../order/write/write-context.ts'
import { writeOrderIn } from '../../order/write/write-orders.ts'
import { type SettlementOptions, settledExchange } from '../payments/domain/exchange-settlement.ts'
import type { RunnerDeps } from './runner/runner-deps.ts'

/** The order in its status, and what is written with it. */
export type StatusWithLinkedOrder = EnteredStatus & {
  /** A new order, which is made for this one. */
  linkedOrder?: Order | null
  /** Makes what runs of the steps that the status has; absent: these. */
  plan?: (planned: readonly PlannedStep[]) => PlannedStep[]
  /** Messages beside those of the steps; absent: none. */
  messages?: readonly NewMessage[]
  /** What is paid back, where the order does not say it; absent: it does. */
  refunds?: number
  /** True: the order does not enter the status as a whole, and runs that wait go on waiting. */
  keepsWaiting?: boolean
  /** True: no status is entered, and only what `plan` returns runs. */
  keepsStatus?: boolean
}

/**
 * Settles a return form that is completed with its exchange orders, in the transaction of the
 * status (returns.md#exchange-settlement): adds the payments of method Exchange to both. An
 * exchange order that is new is returned with them; one that exists is locked after the returned
 * order, which is the older one, and saved.
 */
export async function withSettledExchange(
  tx: Transaction,
  deps: RunnerDeps,
  { facts, given, write }: { facts: ChangeFacts; given: StatusWithLinkedOrder; write: WriteRequest },
): Promise<StatusWithLinkedOrder> {
  const { returnId, entered, linkedOrder = null } = given
  if (returnId === undefined || !entered.isDeliveredStatus) return given
  const settling: SettlementOptions = {
    returnId,
    allocations: facts.stored.allocations,
    config: deps.config(),
    now: facts.now,
    newId: deps.newId,
  }
  if (linkedOrder !== null) {
    const settled = settledExchange({ order: given.order, exchange: linkedOrder }, settling)
    return settled === null ? given : { ...given, order: settled.order, linkedOrder: settled.exchange }
  }
  let { order } = given
  const form = order.returnOrderForms.find((one) => one.returnId === returnId)
  // The settlement is part of the return: neither the stores nor the If-Match of the caller apply.
  const context = { deps, write: { ...write, requireScope: () => undefined, precondition: null, lock: 'waits' as const } }
  for (const id of new Set(form?.replacementOrderIds)) {
    if (id === order.id || !(await loadOrders(tx, [id])).has(id)) continue
    const returned = order
    const change = (exchange: Order): Change<Order> => {
      const isLinked = exchange.status !== DELETED && exchange.relatedOrders.includes(returned.id)
      const settled = isLinked ? settledExchange({ order: returned, exchange }, settling) : null
      return { order: settled?.exchange ?? exchange, result: settled?.order ?? returned }
    }
    order = (await writeOrderIn<Order>(tx, context, { orderId: id, kind: 'step', change })).result
  }
  return { ...given, order }
}
