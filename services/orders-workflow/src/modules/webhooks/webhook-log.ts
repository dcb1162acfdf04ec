import type { Database } from '@oms/service-kit/database/database'
import { listText, lockLanesText, replayText } from './webhook-statements.ts'

export const deliveryStates = ['Waiting', 'Delivered', 'GivenUp'] as const
export type DeliveryState = (typeof deliveryStates)[number]

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

/** A delivery in the log. */
export type LoggedDelivery = {
  id: number
  subscription_id: string
  event_id: string
  event_type: string
  subject: string
  state: DeliveryState
  attempts: number
  created: Date
  last_attempt: Date | null
  last_status: number | null
  failure_reason: string | null
}

function valuesOf({ id, from, before, subscriptionId, state }: DeliveryChoice): unknown[] {
  return [id, from, before, subscriptionId, state]
}

/** The chosen deliveries, the newest first (webhooks.md#webhook-log). */
export async function listDeliveries(
  database: Pick<Database, 'query'>,
  choice: DeliveryChoice,
  countMax: number,
): Promise<LoggedDelivery[]> {
  return database.query<LoggedDelivery>({ text: listText, values: [...valuesOf(choice), countMax] })
}

/**
 * Schedules the chosen deliveries again, for another day of tries, each lane in its old order; the
 * running service sends them. Returns how many.
 */
export async function replayDeliveries(database: Pick<Database, 'inTransaction'>, choice: DeliveryChoice): Promise<number> {
  return database.inTransaction(async (tx) => {
    await tx.query({ text: lockLanesText, values: valuesOf(choice) })
    const [row] = await tx.query<{ count: number }>({ text: replayText, values: valuesOf(choice) })
    return row?.count ?? 0
  })
}
