import type { Database } from '@oms/service-kit/database/database'
import { listText, lockLanesText, replayText } from './webhook-statements.ts'

export const deliveryStates = ['Waiting', 'Delivered', 'GivenUp'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Which deliveries are meant: those that have all of what is not null. Times are when they were written. */
export type DeliveryChoice = {
  id: number | null
  from: Date | null
  before: Date | null
  subscriptionId: string | null
  state: DeliveryState | null
}

/** What the log tells of a delivery. */
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
 * Has the chosen deliveries sent once more, with another day before they are given up, each lane in its old order; the running service
 * does it. Answers how many.
 */
export async function replayDeliveries(database: Pick<Database, 'inTransaction'>, choice: DeliveryChoice): Promise<number> {
  return database.inTransaction(async (tx) => {
    await tx.query({ text: lockLanesText, values: valuesOf(choice) })
    const [row] = await tx.query<{ count: number }>({ text: replayText, values: valuesOf(choice) })
    return row?.count ?? 0
  })
}
