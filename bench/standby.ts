import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@open-oms/local-servers/free-port'
import { type PostgresServer, startPostgres } from '@open-oms/local-servers/postgres-server'
import { copyPrimary } from '@open-oms/local-servers/postgres-standby'
import { serviceSession } from '@open-oms/system/service-session'
import { type System, startSystem } from '@open-oms/system/start/start-system'
import pg from 'pg'
import { alternate } from './alternate.ts'
import type { Figure } from './figures.ts'
import { requestsPerSecond } from './load.ts'
import { processorMilliseconds } from './process-time.ts'
import { growTo } from './samples/many-orders.ts'
import { nextOrderId, sampleOrder } from './samples/sample-order.ts'
import { type Session, send } from './session.ts'

const ORDERS = 20_000
const SECONDS = 6
const WRITES_PER_SECOND = 30
const settings = ['wal_level=replica', 'max_wal_senders=4', 'shared_buffers=256MB', 'max_connections=200']

/** A primary, its standby, and a system whose order service reads from that. */
type Pair = { primary: PostgresServer; standby: PostgresServer; system: System; session: Session }

/**
 * Searches while orders are written, read from a standby, and from the primary while the standby
 * does not replay. Ignores the system of the other measurements, which has no standby.
 */
export async function standby(_system: System): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'oms-bench-standby-'))
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const pair = await startPair(folder, undo)
    await growTo(ORDERS, pair.system, pair.session)
    return await searchFigures(pair)
  } finally {
    for (const end of undo.reverse()) await end()
  }
}

async function startPair(folder: string, undo: (() => Promise<unknown>)[]): Promise<Pair> {
  const start = async (at: string, more: readonly string[]) => {
    const plan = {
      folder: at,
      port: await freePort(),
      password: 'bench',
      settings: [...settings, ...more],
      onLine: () => undefined,
    }
    const server = await startPostgres(plan)
    undo.push(server.stop)
    return server
  }
  const primary = await start(join(folder, 'primary'), [])
  const data = await realpath(join(folder, 'primary'))
  undo.unshift(() => rm(`${data}-standby`, { recursive: true, force: true }))
  await copyPrimary({ primaryUrl: primary.serverUrl, from: data, to: `${data}-standby`, conninfo: primary.serverUrl })
  const standby = await start(`${data}-standby`, ['hot_standby_feedback=on'])
  const readUrl = Object.assign(new URL(standby.serverUrl), { pathname: '/orders_workflow' }).href
  const environment = { LOG_LEVEL: 'error', DATABASE_READ_URL: readUrl }
  const system = await startSystem({ dataDir: join(folder, 'data'), databaseServerUrl: primary.serverUrl, environment })
  undo.push(system.stop)
  return { primary, standby, system, session: serviceSession(system, 'orders-workflow') }
}

const searches: Record<string, () => Record<string, unknown>> = {
  'newest 20': () => ({ disableFacets: true }),
  'free text': () => ({ disableFacets: true, searchText: 'kari hansen' }),
}

async function searchFigures(pair: Pair): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, request] of Object.entries(searches)) {
    const spent = { primary: 0, standby: 0 }
    const measured = async (isReplaying: boolean) => {
      await replay(pair, isReplaying)
      const before = processorMilliseconds(pair.primary.process.pid)
      const rate = await rateWhileWriting(pair, request)
      const milliseconds = (processorMilliseconds(pair.primary.process.pid) - before) / (rate * SECONDS)
      spent[isReplaying ? 'standby' : 'primary'] = milliseconds
      return rate
    }
    const rates = await alternate({ primary: () => measured(false), standby: () => measured(true) })
    const while30 = `${name}, while ${WRITES_PER_SECOND} orders/s are written`
    figures.push({ name: `${while30}, from the standby`, baseline: rates.primary, product: rates.standby, unit: '1/s' })
    figures.push({ name: 'the same: time of the primary', baseline: spent.primary, product: spent.standby, unit: 'ms' })
  }
  return figures
}

/** Lets the standby replay or not, and waits until the service has seen it. */
async function replay({ standby, session }: Pair, isReplaying: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: standby.serverUrl })
  await client.connect()
  await client.query(isReplaying ? 'select pg_wal_replay_resume()' : 'select pg_wal_replay_pause()')
  await client.end()
  await send(session, 'POST', '/api/Orders', sampleOrder(nextOrderId()))
  const isUsable = async () => /^oms_standby_usable\S* 1/m.test(await (await fetch(`${session.url}/metrics`)).text())
  while ((await isUsable()) !== isReplaying) await sleep(100)
}

async function rateWhileWriting({ session }: Pair, request: () => Record<string, unknown>): Promise<number> {
  const headers = { authorization: `Bearer ${session.token}` }
  let isDone = false
  const write = async () => {
    while (!isDone) {
      const next = sleep(1_000 / WRITES_PER_SECOND)
      await send(session, 'POST', '/api/Orders?runWorkflow=false', sampleOrder(nextOrderId()))
      await next
    }
  }
  const writing = write()
  const nextBody = () => JSON.stringify(request())
  try {
    return await requestsPerSecond({
      url: `${session.url}/api/Orders/Search`,
      method: 'POST',
      headers,
      nextBody,
      seconds: SECONDS,
    })
  } finally {
    isDone = true
    await writing
  }
}
