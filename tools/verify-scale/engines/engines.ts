import { randomBytes } from 'node:crypto'
import type { SystemDatabases } from '@open-oms/system/start/database-roles'
import { type DatabaseService, databaseServices } from '@open-oms/system/start/service-names'
import { onPort } from '../on-port.ts'
import type { Logger } from '../postgres-pair.ts'
import { type Debian, openDebian } from './debian.ts'
import { type PatroniCluster, startPatroniCluster } from './patroni-cluster.ts'
import { type PgBouncer, planPgBouncer, startHaproxy } from './proxies.ts'
import { type RedisSentinels, startRedisSentinels } from './redis-sentinels.ts'

export type Engines = {
  postgres: PatroniCluster
  redis: RedisSentinels
  /** The primary through HAProxy, with an administrator. */
  serverUrl: string
  /** Starts PgBouncer for the users of the databases; returns them as services reach them. */
  poolFor(databases: SystemDatabases): Promise<PooledDatabases>
}

export type PooledDatabases = {
  /** Through PgBouncer and HAProxy. */
  databases: SystemDatabases
  /** Standbys, through HAProxy. */
  readUrls: Record<DatabaseService, string>
  bouncer: PgBouncer
  /** A PgBouncer that gives sessions out for a transaction: what services must refuse. */
  transactionMode: PgBouncer
}

type Undo = (() => Promise<void>)[]

/**
 * Starts Patroni's three nodes, HAProxy, and Redis with its sentinels, with the configuration of
 * deploy/engines. What is to be undone at the end goes to `undo`.
 */
export async function startEngines(root: string, log: Logger, undo: Undo): Promise<Engines> {
  const debian = openDebian(root, log)
  undo.push(async () => debian.remove())
  const password = randomBytes(18).toString('hex')
  const postgres = await startPatroniCluster(debian, password, undo)
  const haproxy = await startHaproxy(debian, postgres)
  undo.push(haproxy.stop)
  const redis = await startRedisSentinels(debian, password, undo)
  const serverUrl = `postgresql://postgres:${password}@127.0.0.1:${haproxy.primaryPort}/postgres`
  return { postgres, redis, serverUrl, poolFor: (databases) => poolFor(databases, { debian, undo, ...haproxy }) }
}

type Poolers = { debian: Debian; undo: Undo; primaryPort: number; standbyPort: number }

async function poolFor(
  databases: SystemDatabases,
  { debian, undo, primaryPort, standbyPort }: Poolers,
): Promise<PooledDatabases> {
  const plan = { server: primaryPort, databases }
  const bouncer = await planPgBouncer(debian, { name: 'pgbouncer', ...plan })
  const transactionMode = await planPgBouncer(debian, { name: 'pgbouncer-transaction', ...plan, mode: 'transaction' })
  undo.push(bouncer.kill, transactionMode.kill)
  await bouncer.start()
  const pooled = onPort(databases, bouncer.port)
  const standby = onPort(databases, standbyPort)
  const readUrls = Object.fromEntries(databaseServices.map((name) => [name, standby.databaseUrls[name]]))
  return {
    databases: { ...databases, databaseUrls: pooled.databaseUrls, reportingUrls: pooled.reportingUrls },
    readUrls: readUrls as Record<DatabaseService, string>,
    bouncer,
    transactionMode,
  }
}
