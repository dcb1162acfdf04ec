import type { System } from '@open-oms/system/start/start-system'
import pg from 'pg'
import type { Figure } from '../figures.ts'
import { type Session, send } from '../session.ts'
import { pickUpOrders } from '../workflow-orders.ts'

const ORDERS = 1_000

const SIZES = `select pg_database_size(current_database())::float8 as database,
  (pg_total_relation_size('kit.event') + pg_total_relation_size('kit.event_place'))::float8 as events`

/**
 * What the service keeps of an order that was created, paid and handed over, with its versions,
 * run, movements and indexes; nothing is deleted, and nobody subscribes to its events. Published
 * events are a figure of their own: they go after a day (OUTBOX_KEPT_HOURS), the rest stays.
 */
export async function storageFigures(system: System, session: Session): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: system.adminUrls['orders-workflow'] })
  await client.connect()
  const sizes = async () =>
    (await client.query<{ database: number; events: number }>(SIZES)).rows[0] ?? { database: 0, events: 0 }
  try {
    const before = await sizes()
    for (const id of await pickUpOrders(session, ORDERS))
      await send(session, 'POST', `/api/Orders/${id}/UpdateStatus`, { status: 'PickedUp' })
    const after = await sizes()
    const events = (after.events - before.events) / 1024 / ORDERS
    const whole = (after.database - before.database) / 1024 / ORDERS
    return [
      { name: 'database of orders-workflow, for each order', product: whole - events, unit: 'KiB', valueMax: 12 },
      { name: 'its published events, kept for a day', product: events, unit: 'KiB' },
    ]
  } finally {
    await client.end()
  }
}
