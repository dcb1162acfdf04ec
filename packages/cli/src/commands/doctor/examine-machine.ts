import { statfs } from 'node:fs/promises'
import { natsInboxPrefix, natsServices } from '@open-oms/contracts/nats-users'
import type { Database } from '@open-oms/service-kit/database/database'
import type { LocalSystem } from '../../target/local-system.ts'
import { clockSkewMs, skewed } from './examine-service.ts'
import { type Examination, joined, unreachablePart } from './finding.ts'

const TIMEOUT_MS = 5_000
/**
 * Longest examination of one part: a process that is stopped takes connections and says nothing.
 */
const PART_MS_MAX = 20_000
const GIB = 1024 ** 3
/** Below these NATS and PostgreSQL begin to refuse writes when a day is busy. */
const diskFree = { act: { share: 0.03, bytes: GIB / 2 }, watch: { share: 0.1, bytes: 2 * GIB } }

/** Examines what only its own machine knows of a system: disk, databases, NATS. */
export async function examineMachine({ dataDir, run }: LocalSystem, signal: AbortSignal): Promise<Examination> {
  const databases = Object.entries(run.databaseUrls).map(([service, url]) => examineDatabase(service, url))
  return joined(await Promise.all([examineDisk(dataDir), ...databases, examineNats(run.natsUrls.operator ?? '', signal)]))
}

async function examineDisk(folder: string): Promise<Examination> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return judgeDisk(folder, { freeBytes: bavail * bsize, totalBytes: blocks * bsize })
}

/** Whether what is free on the disk of the data folder is enough. */
export function judgeDisk(folder: string, { freeBytes, totalBytes }: { freeBytes: number; totalBytes: number }): Examination {
  const isBelow = ({ share, bytes }: { share: number; bytes: number }) => freeBytes < bytes || freeBytes < share * totalBytes
  const free = `${(freeBytes / GIB).toFixed(1)} GiB of ${(totalBytes / GIB).toFixed(1)} GiB`
  const severity = isBelow(diskFree.act) ? 'Act' : isBelow(diskFree.watch) ? 'Watch' : null
  const parts = [{ name: 'disk', isHealthy: severity !== 'Act', facts: { folder, free } }]
  if (severity === null) return { parts, findings: [] }
  const sentence = `${free} are free on the disk of ${folder}.`
  const remedy = 'Make room, or move the data folder to a larger disk: OMS_DATA_DIR.'
  return {
    parts,
    findings: [{ severity, code: 'DiskFull', part: 'disk', sentence, remedy, page: 'docs/how-to/back-up-and-restore.md' }],
  }
}

async function examineDatabase(service: string, url: string): Promise<Examination> {
  const name = `database of ${service}`
  const { createDatabase } = await import('@open-oms/service-kit/database/database')
  const { createLogger } = await import('@open-oms/service-kit/observability/logger')
  const log = createLogger({ service: 'doctor', level: 'silent' })
  const database = createDatabase({ url, log, applicationName: 'oms doctor', poolSizeMax: 1, statementTimeoutMs: TIMEOUT_MS })
  try {
    return await inTime(readDatabase(name, database))
  } catch (error) {
    const remedy = 'Look at the log of PostgreSQL; `npm start` starts its own one again.'
    return unreachablePart(name, (error as Error).message, { remedy, page: 'docs/how-to/prepare-postgresql-and-nats.md' })
  } finally {
    // A server that says nothing does not end the connection either.
    void database.close().catch(() => undefined)
  }
}

async function readDatabase(name: string, { pool }: Database): Promise<Examination> {
  // The first statement connects, which takes longer than the clock may be off.
  await pool.query('select 1')
  const sent = Date.now()
  const { rows } = await pool.query<{ version: string; size: string; now: Date }>(
    `select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size, clock_timestamp() as now`,
  )
  const { version = null, size = null, now = new Date(sent) } = rows[0] ?? {}
  const skewMs = clockSkewMs(now.getTime(), { sent, received: Date.now(), resolutionMs: 1 })
  return {
    parts: [{ name, isHealthy: true, facts: { postgres: version, size, clockSkewMs: skewMs } }],
    findings: skewed(name, skewMs),
  }
}

async function examineNats(url: string, signal: AbortSignal): Promise<Examination> {
  try {
    return await inTime(readNats(url, signal))
  } catch (error) {
    signal.throwIfAborted()
    const remedy = 'Look at the log of NATS. Events wait in the databases meanwhile, and are published when it is back.'
    return unreachablePart('nats', (error as Error).message, { remedy, page: 'docs/how-to/prepare-postgresql-and-nats.md' })
  }
}

async function readNats(url: string, signal: AbortSignal): Promise<Examination> {
  const { connectNats } = await import('@open-oms/service-kit/events/connect-nats')
  const { createLogger } = await import('@open-oms/service-kit/observability/logger')
  const log = createLogger({ service: 'doctor', level: 'silent' })
  const late = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
  const times = { responseTimeoutMs: TIMEOUT_MS, connectTimeoutMs: TIMEOUT_MS, signal: late }
  const rights = { streams: [], inboxPrefix: natsInboxPrefix('operator') }
  const nats = await connectNats({ url, ...rights, ...times, log, name: 'oms doctor' })
  try {
    const names = [...new Set(Object.values(natsServices).flatMap(({ streams }) => streams))]
    const found = await Promise.all(
      names.map(async (name) => [name, (await nats.manager.streams.info(name)).state.messages] as const),
    )
    return { parts: [{ name: 'nats', isHealthy: true, facts: Object.fromEntries(found) }], findings: [] }
  } finally {
    await nats.close()
  }
}

/** What an examination finds, unless it takes too long; that is an error then. */
async function inTime(examination: Promise<Examination>): Promise<Examination> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('no response')), PART_MS_MAX)
  return await Promise.race([examination, late]).finally(() => clearTimeout(timer))
}
