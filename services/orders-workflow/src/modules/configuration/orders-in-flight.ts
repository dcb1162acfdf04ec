import type { OrdersInFlight } from '@open-oms/contracts/orders/configuration/running-configuration'
import { typeNamed } from '../../order/rules/status/order-type.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { countTypesAndStatuses } from '../search/order-counts.ts'
import { countRunsByStep } from '../workflow/search/count-runs-by-step.ts'

/**
 * How many orders there are of each type and status, and how many runs that are not finished of
 * each step (configuration.md#orders-in-flight).
 */
export async function ordersInFlight({ reading, config }: Pick<OrderDeps, 'reading' | 'config'>): Promise<OrdersInFlight> {
  const { orderTypes } = config()
  const orders = await countTypesAndStatuses(reading)
  const { runs, isExact } = await countRunsByStep(reading)
  return {
    orders: orders.map((one) => ({
      ...one,
      isConfigured: typeNamed(one.orderType, orderTypes)?.orderStatuses.some(({ name }) => name === one.status) ?? false,
    })),
    runs,
    runsAreExact: isExact,
  }
}
