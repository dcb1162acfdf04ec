import { waitForHealth, waitUntil } from '../../verify-deployment/wait-until.ts'
import { WRITES } from '../faults.ts'
import type { Load } from '../load.ts'
import type { ScaledSystem } from '../scaled-system.ts'
import type { Engines, PooledDatabases } from './engines.ts'

export type EnginesInUse = Engines & PooledDatabases

/**
 * Ends the primary with its Patroni, and lets the node come back when another has taken over; done
 * when all three are whole. Nothing of the services is touched. Returns what took over.
 */
export async function losePatroniPrimary({ postgres }: EnginesInUse, load: Load): Promise<string> {
  const lost = await postgres.primary()
  if (lost === null) throw new Error('There is no primary.')
  await lost.kill()
  await waitUntil('another primary', async () => ![null, lost].includes(await postgres.primary()))
  const next = await postgres.primary()
  await load.more(WRITES)
  await lost.start()
  await postgres.whole()
  await load.more(WRITES)
  return `${next?.name} took over from ${lost.name}, which follows it again`
}

/** Ends the PgBouncer that all services use, and starts it again. */
export async function losePgBouncer({ bouncer }: EnginesInUse, system: ScaledSystem, load: Load): Promise<void> {
  await bouncer.kill()
  await bouncer.start()
  await waitForHealth(system.url)
  await load.more(WRITES)
}

/** Ends the Redis that takes writes; done when the sentinels have named another. */
export async function loseRedisPrimary({ redis }: EnginesInUse, load: Load): Promise<void> {
  await redis.killPrimary()
  await load.more(WRITES)
}

/** Starts a service through PgBouncer in transaction mode; returns why it has not started. */
export async function startInTransactionMode({ transactionMode }: EnginesInUse, system: ScaledSystem): Promise<string> {
  const name = 'accounting-read'
  await transactionMode.start()
  const url = Object.assign(new URL(system.databases.databaseUrls[name]), { port: String(transactionMode.port) })
  const instance = await system.plan(name, 3, { DATABASE_URL: url.href, DATABASE_URL_FILE: undefined })
  try {
    await instance.start()
    return 'the service has started'
  } catch (error) {
    return (error as Error).message
  } finally {
    await instance.stop()
    await transactionMode.kill()
  }
}
