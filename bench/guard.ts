import { serviceSession } from '@open-oms/system/service-session'
import type { System } from '@open-oms/system/start/start-system'
import pg from 'pg'
import { alternate } from './alternate.ts'
import { newestPage } from './figures/search-figures.ts'
import type { Figure } from './figures.ts'
import { readRates } from './foundation.ts'
import { better, committedRatios, guarded, guardProblems, renewRatios, tooSlow } from './guard-ratios.ts'
import { newOrderRates } from './new-orders.ts'
import { growTo } from './samples/many-orders.ts'
import { percentile, send } from './session.ts'
import { updateStatusRates } from './workflow.ts'

const LISTED_ORDERS = 20_000
const LIST_TURNS = 200

type Part = (system: System, token: string) => Promise<Figure[]>

/** In this order: the list is read last, from the most orders. */
const parts: readonly Part[] = [newOrderRates, updateStatusRates, readRates, listRate]

/**
 * The main job, UpdateStatus, a read and a list, each beside its baseline and with the least ratio
 * that the committed one allows. What is too slow is measured a second time, and the better turn
 * counts. `renew` commits what was measured instead.
 */
export async function guard(system: System, token: string, { renew }: { renew: boolean }): Promise<Figure[]> {
  const measured: Figure[] = []
  const ratios = committedRatios()
  for (const part of parts) {
    const first = await part(system, token)
    const isSlow = !renew && tooSlow(first, ratios).length > 0
    measured.push(...(isSlow ? better(first, await part(system, token)) : first))
  }
  if (renew) {
    renewRatios(measured)
    return measured
  }
  for (const problem of guardProblems(measured, ratios)) {
    console.error(problem)
    process.exitCode = 1
  }
  return guarded(measured, ratios)
}

/** The newest 20 orders as often as one client gets them one after the other, by the median. */
async function listRate(system: System): Promise<Figure[]> {
  const session = serviceSession(system, 'orders-workflow')
  await growTo(LISTED_ORDERS, system, session)
  const client = new pg.Client({ connectionString: system.adminUrls['orders-workflow'] })
  await client.connect()
  try {
    const rates = await alternate({
      baseline: () => medianRate(() => client.query(newestPage)),
      product: () => medianRate(() => send(session, 'POST', '/api/Orders/Search', { disableFacets: true })),
    })
    return [{ name: 'list the newest 20 orders, direct', baseline: rates.baseline, product: rates.product, unit: '1/s' }]
  } finally {
    await client.end()
  }
}

async function medianRate(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < LIST_TURNS; turn++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return 1_000 / percentile(times, 0.5)
}
