import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serviceSession } from '@open-oms/system/service-session'
import { type System, startSystem } from '@open-oms/system/start/start-system'
import pg from 'pg'
import { alternate } from './alternate.ts'
import { benchTenant } from './bench-tenant.ts'
import { costOfWork } from './cost-of-work.ts'
import type { Figure } from './figures.ts'
import { measureLoad } from './load.ts'
import { newOrder } from './samples/new-order.ts'
import { nextOrderId, sampleOrder } from './samples/sample-order.ts'
import { type Session, send } from './session.ts'
import { keepStock } from './workflow-orders.ts'

const SECONDS = 10
/** The log costs at most three of a hundred. */
const RATIO_MIN = 0.97
/** Orders that are held in turn, so that none has many holds. */
const HELD_ORDERS = 2_000

type Contestant = { system: System; session: Session; heldIds: readonly string[] }

/**
 * What the audit log costs: the main job, of which nothing is recorded, and holds, each of which
 * is; beside the same services without the log, in a system of their own.
 */
export async function audit(system: System): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'oms-bench-audit-'))
  const environment = { LOG_LEVEL: 'error', NODE_OPTIONS: `--import=${import.meta.resolve('./without-audit/hooks.ts')}` }
  const other = await startSystem({ dataDir: folder, configDir: await benchTenant(folder), environment })
  try {
    const contestants = { without: await prepared(other), with: await prepared(system) }
    const figures = [
      ...(await compare('create an order with its workflow', contestants, create)),
      ...(await compare('hold an order', contestants, hold)),
    ]
    await requireRecords(contestants)
    return figures
  } finally {
    await other.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function prepared(system: System): Promise<Contestant> {
  const session = serviceSession(system, 'orders-workflow')
  await keepStock(session)
  const heldIds = Array.from({ length: HELD_ORDERS }, nextOrderId)
  for (const id of heldIds) await send(session, 'POST', '/api/Orders?runWorkflow=false', sampleOrder(id))
  return { system, session, heldIds }
}

type Job = (contestant: Contestant) => Promise<{ count: number; rate: number }>

async function compare(name: string, all: Record<'without' | 'with', Contestant>, job: Job): Promise<Figure[]> {
  const spent = { without: 0, with: 0 }
  const measured = (which: 'without' | 'with') => async () => {
    const { system } = all[which]
    let done = { count: 0, rate: 0 }
    const { processorMs } = await costOfWork(system, async () => {
      done = await job(all[which])
    })
    spent[which] = processorMs / done.count
    return done.rate
  }
  const rates = await alternate({ without: measured('without'), with: measured('with') })
  return [
    {
      name: `${name}, without and with the audit log`,
      baseline: rates.without,
      product: rates.with,
      unit: '1/s',
      ratioMin: RATIO_MIN,
    },
    { name: '  processor time of all processes for each', baseline: spent.without, product: spent.with, unit: 'ms' },
  ]
}

const create: Job = ({ session }) => measureLoad({ ...posting(session, '/api/Orders'), nextBody: () => newOrder() })

let held = 0

/** Each with a reason of its own: one that an order has already would change nothing. */
const hold: Job = ({ session, heldIds }) =>
  measureLoad({
    ...posting(session, ''),
    nextPath: () => `/api/Orders/${heldIds[held++ % heldIds.length]}/Holds`,
    nextBody: () => JSON.stringify({ reasonCode: `Bench-${held}` }),
  })

function posting({ url, token }: Session, path: string) {
  return { url: url + path, method: 'POST' as const, headers: { authorization: `Bearer ${token}` }, seconds: SECONDS }
}

/** Raises where the systems do not differ by the log: nothing would have been measured. */
async function requireRecords(all: Record<'without' | 'with', Contestant>): Promise<void> {
  const counts = await Promise.all([all.without, all.with].map(({ system }) => countRecords(system)))
  if (counts[0] !== 0 || counts[1] === 0) throw new Error(`The audit logs have ${counts.join(' and ')} records of holds.`)
}

async function countRecords({ adminUrls }: System): Promise<number> {
  const client = new pg.Client({ connectionString: adminUrls['orders-workflow'] })
  await client.connect()
  try {
    const { rows } = await client.query(`select (select count(*) from audit_record where act = 'Hold')
      + (select count(*) from kit.audit_waiting where entry::jsonb ->> 'act' = 'Hold') as count`)
    return Number(rows[0]?.count)
  } finally {
    await client.end()
  }
}
