import type { Order } from '@open-oms/contracts/orders/order'
import { orderCurrency, orderTotalsContext } from '../../../order/rules/context/order-context.ts'
import type { OrdersConfig } from '../../../order/rules/context/orders-config.ts'
import { type PublishedAllocation, withMissingAllocations } from '../../../order/rules/payments/published-allocations.ts'
import { effectiveOrderType } from '../../../order/rules/status/order-type.ts'
import type { StepsRun } from '../../../order/rules/status/workflow-plan.ts'
import { calculateTotals } from '../../../order/rules/totals/order-totals.ts'
import type { StepContext } from '../steps/step-definition.ts'
import type { RunnerDeps } from './runner-deps.ts'

/** What a run needs at one moment, beside the order. */
export type RunContext = Omit<StepContext, 'run' | 'step'> & {
  /** True: also the steps that run after the response. */
  isBackground: boolean
  /** The order as it is stored; null for a new one. */
  stored: Order | null
  /** What has run for the order's shipments; needed where a shipment may move its order. */
  stepsRun: StepsRun
  config: OrdersConfig
  newId: () => string
}

type RunMoment = Pick<RunContext, 'now' | 'isBackground' | 'stored' | 'readProducts'> & {
  stepsRun?: StepsRun | undefined
  /** The published allocations of the stored order; none of a new one. */
  allocations?: readonly PublishedAllocation[] | undefined
}

/**
 * The context of a moment: the current configuration, and the values that steps must not determine
 * themselves.
 */
export function runContext(
  { config: configInForce, newId, randomText }: Pick<RunnerDeps, 'config' | 'newId' | 'randomText'>,
  { stepsRun = new Map(), allocations = [], ...moment }: RunMoment,
): RunContext {
  const config = configInForce()
  return {
    ...moment,
    stepsRun,
    config,
    newId,
    randomText,
    currencyOf: (order) => orderCurrency(order, config),
    allocationsOf: (order) => withMissingAllocations(order, allocations, orderTotalsContext(order, config, null)),
    handlingTypeOf: (order) => effectiveOrderType(order, config.orderTypes),
    warehousesOf: ({ storeId }) => config.stores.find(({ id }) => id === storeId)?.warehouses ?? [],
  }
}

/** What `calculated` has returned: calculating it again would change nothing. */
const calculatedOrders = new WeakSet<Order>()

/**
 * The order with its calculated figures as they are after the steps so far
 * (workflow-steps.md#step-effects).
 */
export function calculated(order: Order, { config, stored }: RunContext): Order {
  if (order === stored || calculatedOrders.has(order)) return order
  const after = calculateTotals(order, orderTotalsContext(order, config, stored))
  calculatedOrders.add(after)
  return after
}
