import type { DeliveryState } from '@open-oms/contracts/orders/webhooks/webhook-delivery'
import type { Database } from '@open-oms/service-kit/database/database'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { type LoggedDelivery, listChosen, lockChosenLanes, replayChosen } from './webhook-log-statements.ts'

/**
 * A filter of deliveries: those that match all values that are not null. Times are those of
 * creation.
 */
export type DeliveryChoice = {
  id: number | null
  from: Date | null
  before: Date | null
  subscriptionId: string | null
  state: DeliveryState | null
  /** The stores of their orders; null or absent: any, and those about no order. */
  storeIds?: readonly string[] | null
}

function toFilterValues({ id, from, before, subscriptionId, state, storeIds = null }: DeliveryChoice) {
  return [id, from, before, subscriptionId, state, storeIds] as const
}

/** How many deliveries to list, and the id that all of them are before; null: any. */
export type DeliveryPage = { countMax: number; beforeId: number | null }

/** The chosen deliveries, the newest first (webhooks.md#webhook-log). */
export async function listDeliveries(
  database: Pick<Database, 'query'>,
  choice: DeliveryChoice,
  { countMax, beforeId }: DeliveryPage,
): Promise<LoggedDelivery[]> {
  return listChosen[choice.state ?? 'any'].on(database, ...toFilterValues(choice), beforeId, countMax)
}

/**
 * Schedules the chosen deliveries again, for another day of tries, each lane in its old order; the
 * running service sends them. Returns how many.
 */
export async function replayDeliveries(tx: Transaction, choice: DeliveryChoice): Promise<number> {
  await lockChosenLanes.on(tx, ...toFilterValues(choice))
  const [row] = await replayChosen.on(tx, ...toFilterValues(choice))
  return row?.count ?? 0
}
