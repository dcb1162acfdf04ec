import { setTimeout as sleep } from 'node:timers/promises'
import { serviceSession } from '@open-oms/system/service-session'
import type { System } from '@open-oms/system/start/start-system'
import pg from 'pg'
import { nextOrderId, sampleOrder, samplePayment } from './samples/sample-order.ts'

const RATE = 300
const SECONDS = 60
const CATCH_UP_MS_MAX = 180_000

export type Latency = { p50: number; p99: number; count: number; refused: number }

/**
 * Creates paid orders at a steady rate and reads from the databases how long each event took until
 * its effect in accounting, in milliseconds. A machine that cannot keep the rate has orders
 * refused.
 */
export async function latencyOfEffects(system: System): Promise<Latency> {
  const { url, token } = serviceSession(system, 'orders-workflow')
  const { ids, refused } = await createSteadily(`${url}/api/Orders?runWorkflow=false`, token)
  const accounting = new pg.Client({ connectionString: system.adminUrls['accounting-read'] })
  await accounting.connect()
  try {
    await allArrived(accounting, ids)
    const { rows } = await accounting.query(
      `select percentile_cont(0.5) within group (order by late) p50, percentile_cont(0.99) within group (order by late) p99, count(*)::int as count
       from (select extract(epoch from i.handled - p.recorded_at) * 1000 as late
         from payment_transaction p join kit.inbox i on i.event_id = p.event_id where p.order_id = any($1)) as effect`,
      [ids],
    )
    return { p50: Number(rows[0].p50), p99: Number(rows[0].p99), count: rows[0].count, refused }
  } finally {
    await accounting.end()
  }
}

/**
 * Sends at fixed times without waiting for earlier responses: a slow system must not slow down its
 * own test.
 */
async function createSteadily(url: string, token: string): Promise<{ ids: string[]; refused: number }> {
  const sent: Promise<string | null>[] = []
  const start = performance.now()
  for (let count = 0; count < RATE * SECONDS; count++) {
    const due = start + (count * 1000) / RATE
    await sleep(Math.max(0, due - performance.now()))
    sent.push(create(url, token, nextOrderId()))
  }
  const ids = (await Promise.all(sent)).filter((id) => id !== null)
  return { ids, refused: sent.length - ids.length }
}

/** Creates an order; null when the service has too much to do. */
async function create(url: string, token: string, id: string): Promise<string | null> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: sampleOrder(id, { payments: [samplePayment(id)] }) })
  const text = await response.text()
  if (response.status === 503) return null
  if (response.status !== 201) throw new Error(`POST ${url} returned ${response.status}: ${text}`)
  return id
}

/** Waits until the consumer has handled all events of earlier measurements. */
export async function catchUp(system: System): Promise<void> {
  const accounting = new pg.Client({ connectionString: system.adminUrls['accounting-read'] })
  const orders = new pg.Client({ connectionString: system.adminUrls['orders-workflow'] })
  await Promise.all([accounting.connect(), orders.connect()])
  const handled = async () =>
    Number((await accounting.query('select coalesce(sum(next_sequence - 1), 0) as sum from kit.event_position')).rows[0].sum)
  const written = Number((await orders.query('select sum(event_sequence) as sum from "order"')).rows[0].sum)
  try {
    const end = performance.now() + CATCH_UP_MS_MAX
    for (let now = await handled(); now < written; now = await handled()) {
      if (performance.now() > end) throw new Error(`accounting is at event ${now} of ${written}`)
      await sleep(250)
    }
  } finally {
    await Promise.all([accounting.end(), orders.end()])
  }
}

async function allArrived(accounting: pg.Client, ids: readonly string[]): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const { rows } = await accounting.query('select count(*)::int as count from payment_transaction where order_id = any($1)', [
      ids,
    ])
    if (rows[0].count >= ids.length) return
    await sleep(100)
  }
  throw new Error('Not all payments reached accounting within 30 s.')
}
