import pg from 'pg'
import type { System } from '../../tools/start/start-system.ts'
import type { Figure } from '../figures.ts'
import { type Session, send } from '../session.ts'
import { pickUpOrders } from '../workflow-orders.ts'

const ORDERS = 1_000

/**
 * What the service keeps of an order that was created, paid and handed over, with its versions,
 * run, movements and indexes; nothing is deleted, and nobody subscribes to its events.
 */
export async function storageFigure(system: System, session: Session): Promise<Figure> {
  const client = new pg.Client({ connectionString: system.adminUrls['orders-workflow'] })
  await client.connect()
  const size = async () => Number((await client.query('select pg_database_size(current_database()) as size')).rows[0].size)
  try {
    const before = await size()
    for (const id of await pickUpOrders(session, ORDERS))
      await send(session, 'POST', `/api/Orders/${id}/UpdateStatus`, { status: 'PickedUp' })
    const kibibytes = ((await size()) - before) / 1024 / ORDERS
    return { name: 'database of orders-workflow, for each order', product: kibibytes, unit: 'KiB', valueMax: 12 }
  } finally {
    await client.end()
  }
}
