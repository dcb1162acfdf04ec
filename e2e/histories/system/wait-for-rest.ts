import type { SystemDatabases } from '@open-oms/system/start/database-roles'
import { type DatabaseService, databaseServices } from '@open-oms/system/start/service-names'
import { queryRows } from '@open-oms/tools/verify-deployment/orders'
import { waitUntil } from '@open-oms/tools/verify-deployment/wait-until'
import { waitUntilAllHandled } from '@open-oms/tools/verify-scale/checks/check-events'

export type LeftOver = { what: string; count: number }

const REST_WITHIN_MS = 240_000

type Open = { what: string; service: DatabaseService; text: string }

const open: readonly Open[] = [
  ...databaseServices.flatMap((service) =>
    ['outbox', 'parked_event', 'dead_letter'].map((table) => ({
      what: `${service}: ${table}`,
      service,
      text: `select count(*)::int as count from kit.${table}`,
    })),
  ),
  {
    what: 'workflow runs',
    service: 'orders-workflow',
    text: "select count(*)::int as count from workflow_run where state in ('Running', 'Waiting', 'Interrupted')",
  },
  {
    what: 'webhook deliveries',
    service: 'orders-workflow',
    text: "select count(*)::int as count from webhook_delivery where state = 'Waiting'",
  },
  {
    what: 'messages',
    service: 'orders-workflow',
    text: "select count(*)::int as count from message where state = 'Waiting'",
  },
  {
    what: 'changes without position',
    service: 'orders-workflow',
    text: 'select count(*)::int as count from order_change_pending',
  },
]

/**
 * Waits until nothing is under way: what consumers have still to handle first, which leads to
 * further work. Returns what still is when the time is over; nothing else is to come then.
 */
export async function waitForRest(databases: SystemDatabases): Promise<LeftOver[]> {
  let left: LeftOver[] = []
  const isAtRest = async () => {
    const { missing } = await waitUntilAllHandled(databases)
    left = [...missing.map((what) => ({ what, count: 1 })), ...(await openWork(databases.adminUrls))]
    return left.length === 0
  }
  await waitUntil('rest', isAtRest, REST_WITHIN_MS).catch(() => undefined)
  return left
}

async function openWork(urls: SystemDatabases['adminUrls']): Promise<LeftOver[]> {
  const found: LeftOver[] = []
  for (const { what, service, text } of open) {
    const [row] = await queryRows<{ count: number }>(urls[service], text)
    if (row !== undefined && row.count > 0) found.push({ what, count: row.count })
  }
  return found
}
