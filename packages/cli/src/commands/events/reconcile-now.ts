import { setTimeout as sleep } from 'node:timers/promises'
import { foreignStream } from '@open-oms/contracts/event'
import { type Durable, natsServices } from '@open-oms/contracts/nats-users'
import type { Database } from '@open-oms/service-kit/database/database'
import type { ReconciledDay } from '@open-oms/service-kit/event-losses/reconcile'
import { lastReconciliation, requestReconciliation } from '@open-oms/service-kit/event-losses/reconciliation-store'
import type { DatabaseService } from '@open-oms/system/start/service-names'
import { findDatabases, withDatabase } from './databases.ts'

const DAY_MS = 86_400_000
const POLL_MS = 250
const TIMEOUT_MS = 10 * 60_000

export type ReconcileRequest = { services: readonly DatabaseService[]; days: number }

export type ConsumerDay = ReconciledDay & { consumer: string }

/**
 * Has the running consumers compare what was published with what they have handled, and waits for
 * them (events.md#reconciliation). Throws an error when none runs within ten minutes.
 */
export async function reconcileNow({ services, days }: ReconcileRequest, environment: NodeJS.ProcessEnv): Promise<ConsumerDay[]> {
  const from = new Date(Date.now() - days * DAY_MS)
  const found: ConsumerDay[] = []
  for (const [service, url] of findDatabases(services, environment)) {
    await withDatabase(service, url, async (database) => {
      const consumers = consumerNames(service)
      for (const consumer of consumers) await requestReconciliation(database, consumer, from)
      for (const consumer of consumers) for (const day of await finished(database, consumer)) found.push({ ...day, consumer })
    })
  }
  return found
}

function consumerNames(service: DatabaseService): string[] {
  const durables: readonly Durable[] = natsServices[service].durables
  return durables.filter(({ stream }) => stream !== foreignStream).map(({ name }) => name)
}

async function finished(database: Database, consumer: string): Promise<ReconciledDay[]> {
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await sleep(POLL_MS)) {
    const last = await lastReconciliation(database, consumer)
    if (last.isDone) return last.days
  }
  throw new Error(`The consumer ${consumer} has not compared its events: do its service and the publisher run?`)
}
