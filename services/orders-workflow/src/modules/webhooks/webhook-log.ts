import type { Database } from '@oms/service-kit/database/database'
import { type DeliveryState, type LoggedDelivery, listChosen, lockChosenLanes, replayChosen } from './webhook-statements.ts'

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
}

function valuesOf({ id, from, before, subscriptionId, state }: DeliveryChoice) {
  return [id, from, before, subscriptionId, state] as const
}

/** The chosen deliveries, the newest first (webhooks.md#webhook-log). */
export async function listDeliveries(
  database: Pick<Database, 'query'>,
  choice: DeliveryChoice,
  countMax: number,
): Promise<LoggedDelivery[]> {
  return listChosen.on(database, ...valuesOf(choice), countMax)
}

/**
 * Schedules the chosen deliveries again, for another day of tries, each lane in its old order; the
 * running service sends them. Returns how many.
 */
export async function replayDeliveries(database: Pick<Database, 'inTransaction'>, choice: DeliveryChoice): Promise<number> {
  return database.inTransaction(async (tx) => {
    await lockChosenLanes.on(tx, ...valuesOf(choice))
    const [row] = await replayChosen.on(tx, ...valuesOf(choice))
    return row?.count ?? 0
  })
}
