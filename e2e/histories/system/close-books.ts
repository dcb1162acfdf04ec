import { restClient } from '@open-oms/system/rest-client'
import { runAccounting } from '@open-oms/tools/verify-scale/checks/run-accounting'
import { registers, stores } from '../work/bodies.ts'
import type { HistoriesSystem } from './start-system.ts'
import { type LeftOver, waitForRest } from './wait-for-rest.ts'

const DAY_MS = 24 * 3_600_000

/**
 * Closes all tills and builds the postings of these days, so that tills, ledger and orders can be
 * compared. Returns what accounting did not build or does not verify.
 */
export async function closeBooks(system: HistoriesSystem): Promise<LeftOver[]> {
  const { gateways, tenant, databases, provider } = system
  const client = await restClient(gateways[0] as string, tenant.client)
  for (const storeId of stores) await client.call('POST', '/api/ZReport/Close', { body: { storeId, registerIds: registers } })
  await waitForRest(databases)
  const day = (time: number) => new Date(time).toISOString().slice(0, 10)
  // The stores may be a day ahead of UTC.
  const range = ['--date', day(Date.now() - DAY_MS), '--to', day(Date.now() + DAY_MS)]
  const left: LeftOver[] = []
  for (const args of [['build', ...range], ['verify']]) {
    const { code, output } = await runAccounting({ ...system, providerUrl: provider.url }, args)
    if (code !== 0) left.push({ what: `oms accounting ${args[0]}: ${output.trim()}`, count: 1 })
  }
  return left
}
