import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { requestToken, restClient } from '@open-oms/system/rest-client'
import { runAccounting } from '@open-oms/tools/verify-scale/checks/run-accounting'
import { openLogs } from '@open-oms/tools/verify-scale/logs'
import type { PlannedFault } from './faults/plan.ts'
import { runFaults } from './faults/run-faults.ts'
import { type HistoryWriter, openHistory } from './history.ts'
import { type Random, randomFrom } from './random.ts'
import { files } from './run-files.ts'
import { dumpState } from './system/dump-state.ts'
import { type HistoriesSystem, startHistoriesSystem, type Undo } from './system/start-system.ts'
import { type LeftOver, waitForRest } from './system/wait-for-rest.ts'
import { FIRST_STOCK, registers, skus, stores, warehouses } from './work/bodies.ts'
import { createClient } from './work/client.ts'
import { followFeed, followStream } from './work/followers.ts'
import { createPool } from './work/pool.ts'
import { runClients } from './work/run-clients.ts'
import { startWebhookReceiver } from './work/webhook-receiver.ts'

/** What a run follows from. */
export type RunPlan = { seed: string; clients: number; minutes: number; faults: readonly PlannedFault[] }

const MINUTE_MS = 60_000
const DAY_MS = 24 * 3_600_000
/** What followers have not got this long after all is at rest, they miss. */
const CATCH_UP_MS = 10_000

type Run = { plan: RunPlan; random: Random; system: HistoriesSystem; history: HistoryWriter; now: () => number }

/**
 * `undo` gets what ends the system; `otherBuild` is the one that updates go to and come back from.
 */
type RunSurroundings = { undo: Undo; otherBuild: string | null }

/**
 * Runs a plan in a system of its own, and leaves the plan, the history and the state at rest in the
 * folder.
 */
export async function runHistory(folder: string, plan: RunPlan, { undo, otherBuild }: RunSurroundings): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, files.plan), JSON.stringify(plan, null, 1))
  const logs = openLogs(join(folder, files.logs), [])
  undo.push(async () => logs.close())
  const random = randomFrom(plan.seed)
  const system = await startHistoriesSystem(folder, { random, logs, undo, otherBuild })
  const history = openHistory(join(folder, files.history))
  undo.push(history.close)
  const run: Run = { plan, random, system, history, now: () => Math.round(performance.now() * 1_000) / 1_000 }
  await work(run, undo)
  await waitForRest(system.databases)
  const unbuilt = await closeBooks(system)
  const left = [...(await waitForRest(system.databases)), ...unbuilt]
  await delay(CATCH_UP_MS)
  await dumpState(join(folder, files.state), system.databases, { effects: system.provider.effects(), left })
}

/** Clients and faults side by side until the time is over, then until every fault is. */
async function work(run: Run, undo: Undo): Promise<void> {
  const { plan, system, history, random, now } = run
  const { client: credentials } = system.tenant
  const [over, ended] = [new AbortController(), new AbortController()]
  const token = await keepToken(system, ended.signal)
  const receiver = await startWebhookReceiver(history, random.fork('receiver'), now)
  undo.push(receiver.stop, async () => ended.abort())
  await prepare(system, receiver.url)
  const followers = system.gateways.flatMap((gateway, index) => {
    const plans = ['feed', 'stream'].map((name) => ({
      name: `${name} ${index + 1}`,
      gateway,
      credentials,
      history,
      now,
      signal: ended.signal,
    }))
    return [followFeed(plans[0] as (typeof plans)[0]), followStream(plans[1] as (typeof plans)[0])]
  })
  void Promise.all(followers)
  const pool = createPool()
  const clients = Array.from({ length: plan.clients }, (_, index) => {
    const name = `c${index + 1}`
    return createClient({
      name,
      random: random.fork(name),
      pool,
      gateways: system.gateways,
      token,
      history,
      now,
      signal: over.signal,
    })
  })
  const faults = runFaults(plan.faults, { system, history, now, signal: over.signal })
  const running = runClients(clients)
  await delay(plan.minutes * MINUTE_MS)
  over.abort()
  await Promise.all([running, faults])
  system.provider.beHonest()
}

/** Subscribes the receiver to all events of orders, and counts the first stock. */
async function prepare({ gateways, tenant }: HistoriesSystem, receiver: string): Promise<void> {
  const client = await restClient(gateways[0] as string, tenant.client)
  const subscription = { name: 'histories', url: receiver, eventTypes: ['orders.>'] }
  await client.call('POST', '/api/WebhookSubscriptions', { body: subscription })
  const rows = warehouses.flatMap((warehouseCode) => skus.map((skuId) => ({ skuId, warehouseCode, quantity: FIRST_STOCK })))
  await client.call('PUT', '/api/Inventory', { body: rows })
}

const TOKEN_EVERY_MS = 4 * MINUTE_MS

/** A token that is replaced before it ends, as far as a gateway responds. */
async function keepToken({ gateways, tenant }: HistoriesSystem, signal: AbortSignal): Promise<() => string> {
  let token = await requestToken(gateways[0] as string, tenant.client)
  const replace = async () => {
    for (let turn = 0; !signal.aborted; turn++) {
      await delay(turn === 0 ? TOKEN_EVERY_MS : 1_000, undefined, { signal }).catch(() => undefined)
      const next = await requestToken(gateways[turn % gateways.length] as string, tenant.client).catch(() => null)
      if (next === null) continue
      token = next
      turn = -1
    }
  }
  void replace()
  return () => token
}

/**
 * Closes all tills and builds the postings of these days, so that tills, ledger and orders can be
 * compared. Returns what accounting did not build or does not verify.
 */
async function closeBooks(system: HistoriesSystem): Promise<LeftOver[]> {
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
