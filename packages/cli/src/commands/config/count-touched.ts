import type { ChangeScope, ConfigChange } from '@oms/contracts/config/differences/diff-order-types'
import type { OrdersInFlight } from '@oms/contracts/orders/configuration/running-configuration'

export type CountedChange = ConfigChange & {
  /** Orders that have the type and status of the change; null: it is not about statuses. */
  orders: number | null
  /**
   * Runs that are not finished and are at the steps of the change, or of its status; null: it is
   * about neither.
   */
  runs: number | null
}

/**
 * Changes with what is in flight that each touches; null where nothing is known of the running
 * system.
 */
export function countTouched(changes: readonly ConfigChange[], inFlight: OrdersInFlight | null): CountedChange[] {
  return changes.map((change) => {
    const { touched } = change
    if (touched === undefined || inFlight === null) return { ...change, orders: null, runs: null }
    return { ...change, orders: countAffectedOrders(touched, inFlight), runs: countAffectedRuns(touched, inFlight) }
  })
}

function isMeant({ orderType, status }: ChangeScope, counted: { orderType: string; status: string }): boolean {
  return (orderType === undefined || orderType === counted.orderType) && (status === undefined || status === counted.status)
}

function sum(items: readonly { count: number }[]): number {
  return items.reduce((total, { count }) => total + count, 0)
}

function countAffectedOrders(touched: ChangeScope, { orders }: OrdersInFlight): number | null {
  return touched.orderType === undefined ? null : sum(orders.filter((counted) => isMeant(touched, counted)))
}

function countAffectedRuns(touched: ChangeScope, { runs }: OrdersInFlight): number {
  const { stepIds } = touched
  const atSteps = stepIds === undefined ? runs : runs.filter(({ stepId }) => stepId !== null && stepIds.includes(stepId))
  return sum(atSteps.filter((counted) => isMeant(touched, counted)))
}
