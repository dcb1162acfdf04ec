import { type AuditEntry, auditStream } from '@open-oms/contracts/audit/audit-record'
import {
  AckPolicy,
  type Consumer,
  DiscardPolicy,
  type JetStreamClient,
  type JsMsg,
  nanos,
  RetentionPolicy,
  StorageType,
} from 'nats'
import { removeWaiting, storeEntriesNow, waitingEntries } from '../audit/audit-trail.ts'
import type { Database } from '../database/database.ts'
import type { Nats } from '../events/connect-nats.ts'
import type { Log } from '../observability/log.ts'
import { pause } from '../waiting/pause.ts'

const BATCH = 500
const LOOK_MS = 1_000
const FETCH_MS = 5_000
/** For what another process may take first. */
const REST_MS = 1_000
/** A process that takes an entry and ends before it is stored gives it back after this time. */
const ACK_WAIT_MS = 30_000
/** Publishers keep what does not fit, until it does. */
const STREAM_BYTES_MAX = 1024 * 1024 * 1024

export type Stoppable = { stop(): Promise<void> }

/** Publishes an entry; resolves once the server has it, however often it is sent. */
export async function publishEntry(jetstream: JetStreamClient, entry: AuditEntry): Promise<void> {
  await jetstream.publish(auditStream.subject, JSON.stringify(entry), { msgID: entry.id })
}

type Parts = { nats: Nats; database: Pick<Database, 'query'>; log: Pick<Log, 'warn'> }

/** Publishes what a service has recorded in its own database, until it is stopped. */
export function keepForwarding({ nats, database, log }: Parts): Stoppable {
  return repeatedly(log, async () => {
    const waiting = await waitingEntries(database, BATCH)
    await Promise.all(waiting.map(({ entry }) => publishEntry(nats.jetstream, entry)))
    await removeWaiting(database, waiting)
    return waiting.length === BATCH ? 0 : LOOK_MS
  })
}

/**
 * Takes what others have published into the database, until it is stopped. An entry leaves the
 * stream once it is stored; one that comes again is known by its id.
 */
export function keepTaking({ nats, database, log }: Parts, replicas: number): Stoppable {
  let isMade = false
  return repeatedly(log, async () => {
    if (!isMade) await makeStream(nats, replicas)
    isMade = true
    const consumer = await nats.jetstream.consumers.get(auditStream.name, auditStream.consumer).catch((error) => {
      isMade = false
      throw error
    })
    const messages = await takeBatch(consumer)
    await storeEntriesNow(
      database,
      messages.map((message) => message.json<AuditEntry>()),
    )
    for (const message of messages) message.ack()
    return 0
  })
}

/**
 * What there is now, at most a batch; what comes later is waited for some seconds. A request to the
 * server is read to its end: what comes for one that is left early is lost until `ACK_WAIT_MS`.
 */
async function takeBatch(consumer: Consumer): Promise<JsMsg[]> {
  const first = await consumer.next({ expires: FETCH_MS })
  if (first === null) return []
  const messages = [first]
  const rest = Math.min(first.info.pending, BATCH - 1)
  if (rest === 0) return messages
  for await (const message of await consumer.fetch({ max_messages: rest, expires: REST_MS })) messages.push(message)
  return messages
}

async function makeStream({ manager }: Nats, replicas: number): Promise<void> {
  await manager.streams.add({
    name: auditStream.name,
    subjects: [auditStream.subject],
    retention: RetentionPolicy.Workqueue,
    storage: StorageType.File,
    discard: DiscardPolicy.New,
    max_bytes: STREAM_BYTES_MAX,
    num_replicas: replicas,
  })
  await manager.consumers.add(auditStream.name, {
    durable_name: auditStream.consumer,
    filter_subject: auditStream.subject,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(ACK_WAIT_MS),
  })
}

/** Does the work again and again, each time after the pause that it returns. */
export function repeatedly(log: Pick<Log, 'warn'>, work: () => Promise<number>): Stoppable {
  const stopped = new AbortController()
  const run = async () => {
    while (!stopped.signal.aborted) {
      const pauseMs = await work().catch((err) => {
        if (!stopped.signal.aborted) log.warn({ err }, 'audit records wait on their way; trying again')
        return LOOK_MS
      })
      if (pauseMs > 0) await pause(pauseMs, stopped.signal)
    }
  }
  const running = run()
  return {
    stop: async () => {
      stopped.abort()
      await running
    },
  }
}
