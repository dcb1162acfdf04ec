import { setTimeout as sleep } from 'node:timers/promises'
import type { System } from '@open-oms/system/start/start-system'
import pg from 'pg'
import { processorMilliseconds } from './process-time.ts'

/** What a piece of work took of the machine, until all that followed from it was done. */
type Cost = { processorMs: number; walBytes: number }

const SETTLED_MS_MAX = 120_000
/** What the consumers still do after the last event is published. */
const REST_MS = 2_000

/**
 * The processor time of all processes of the system, its servers included, and the bytes of WAL of
 * all its databases, while the work runs and until its events are published and its messages sent.
 */
export async function costOfWork(system: System, work: () => Promise<unknown>): Promise<Cost> {
  const client = new pg.Client({ connectionString: system.adminUrls['orders-workflow'] })
  await client.connect()
  try {
    await untilSettled(client)
    const before = await costSoFar(system, client)
    await work()
    await untilSettled(client)
    const after = await costSoFar(system, client)
    return { processorMs: after.processorMs - before.processorMs, walBytes: after.walBytes - before.walBytes }
  } finally {
    await client.end()
  }
}

async function costSoFar(system: System, client: pg.Client): Promise<Cost> {
  const servers = Object.values(system.servers).flatMap((server) => server ?? [])
  const pids = [...Object.values(system.services), ...servers].map(({ pid }) => pid)
  const { rows } = await client.query(`select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes`)
  return { processorMs: pids.reduce((sum, pid) => sum + processorMilliseconds(pid), 0), walBytes: Number(rows[0].bytes) }
}

async function untilSettled(client: pg.Client): Promise<void> {
  const open = `select (select count(*) from kit.outbox) + (select count(*) from message where state = 'Waiting') as count`
  const end = performance.now() + SETTLED_MS_MAX
  for (;;) {
    const { rows } = await client.query(open)
    if (Number(rows[0].count) === 0) break
    if (performance.now() > end) throw new Error(`${rows[0].count} events and messages were still waiting after the work.`)
    await sleep(100)
  }
  await sleep(REST_MS)
}
