import { backUp, restore } from './backup.ts'
import type { Deployment } from './deployment.ts'
import { startLoad } from './load.ts'
import { queryRows, waitForPayments } from './orders.ts'

/**
 * Backs up while callers write, loses all volumes and restores. Throws when an order is missing
 * that was acknowledged before the backup, or when accounting-read does not have the payments of
 * the orders that are there, and no others.
 */
export async function backUpUnderLoad(deployment: Deployment, report: (line: string) => void): Promise<void> {
  const load = await startLoad(deployment)
  let before: string[] = []
  try {
    await load.until(100)
    before = load.orders()
    await backUp(deployment)
    await load.until(load.count() + 100)
  } finally {
    await load.stop()
  }
  const { orders } = load.result()
  await deployment.compose('down', '--volumes')
  await restore(deployment)
  const kept = await findExistingIds(
    deployment.adminUrls['orders-workflow'],
    'select id from "order" where id = any ($1)',
    orders,
  )
  const gone = before.filter((id) => !kept.has(id))
  if (gone.length > 0) throw new Error(`Of ${before.length} orders from before the backup ${gone.length} are missing: ${gone[0]}`)
  await waitForPayments(deployment, [...kept])
  const paid = 'select order_id as id from payment_transaction where order_id = any ($1)'
  const booked = await findExistingIds(deployment.adminUrls['accounting-read'], paid, orders)
  const foreign = [...booked].filter((id) => !kept.has(id))
  if (foreign.length > 0)
    throw new Error(`accounting-read has payments of ${foreign.length} orders that no longer exist: ${foreign[0]}`)
  report(
    `of ${orders.length} orders ${before.length} were there before the backup and ${kept.size} are in it; each is booked once`,
  )
}

async function findExistingIds(url: string, text: string, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await queryRows<{ id: string }>(url, text, [ids])).map(({ id }) => id))
}
