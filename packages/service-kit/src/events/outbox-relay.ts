import { ErrorCode, headers, type MsgHdrs, NatsError } from 'nats'
import type pg from 'pg'
import type { Log } from '../database/database.ts'
import { holdLock, jittered, pause } from '../database/hold-lock.ts'
import { eventWithPublicBase } from '../files/file-addresses.ts'
import type { Nats } from './connect-nats.ts'
import { onPoke } from './outbox.ts'
import { createWake, type Wake } from './wake.ts'

export type RelayConfig = {
  databaseUrl: string
  nats: Nats
  log: Log
  /** What the addresses of stored files begin with in events; as they are kept when absent. */
  publicBase?: string | undefined
  /** How often rows of other processes are looked for; 75 ms when absent. */
  pollMs?: number
}

export type OutboxRelay = {
  /** True while this process is the one that publishes. */
  isPublishing(): boolean
  /** Finishes what is on its way and stops. */
  stop(): Promise<void>
}

type OutboxRow = { id: number; event_id: string; type: string; traceparent: string | null; envelope: string }

const BATCH_MAX = 256
const BACKOFF_MAX_MS = 2_000

/**
 * Publishes the rows of a database's outbox (events.md#outbox). Of all processes that start one, a
 * single one publishes at a time. A row is deleted after the server has confirmed it, so a crash in
 * between publishes it twice; the server drops the second within two minutes, the consumers' inbox
 * later. While NATS is away rows wait, for ever if need be.
 */
export function startOutboxRelay(config: RelayConfig): OutboxRelay {
  const wake = createWake()
  const stopListening = onPoke(wake.wake)
  const holder = holdLock({ databaseUrl: config.databaseUrl, name: 'outbox relay', log: config.log }, (client, signal) =>
    relay({ ...config, client, wake }, signal),
  )
  return {
    isPublishing: holder.isHolder,
    stop: async () => {
      stopListening()
      await holder.stop()
    },
  }
}

type Relay = RelayConfig & { client: pg.Client; wake: Wake }

async function relay(context: Relay, signal: AbortSignal): Promise<void> {
  let failures = 0
  let rows = await readRows(context)
  while (!signal.aborted) {
    if (rows.length === 0) {
      await context.wake.wait(context.pollMs ?? 75, signal)
      if (!signal.aborted) rows = await readRows(context)
      continue
    }
    const { published, error } = await publish(context, rows)
    rows = await replaceRows(context, published)
    if (published.length > 0) failures = 0
    if (published.length > 0 && error === undefined) continue
    await restore(context, error)
    await pause(jittered(Math.min(BACKOFF_MAX_MS, 100 * 2 ** failures++)), signal)
  }
}

async function readRows({ client }: Relay): Promise<OutboxRow[]> {
  const result = await client.query<OutboxRow>({
    name: 'kit-outbox-read',
    text: 'select id, event_id, type, traceparent, envelope from kit.outbox order by id limit $1',
    values: [BATCH_MAX],
  })
  return result.rows
}

/** Deletes what is published and reads what comes next, in one round trip. */
async function replaceRows(context: Relay, published: readonly OutboxRow[]): Promise<OutboxRow[]> {
  if (published.length === 0) return await readRows(context)
  const ids = published.map((row) => row.id)
  const deleted = context.client.query({
    name: 'kit-outbox-delete',
    text: 'delete from kit.outbox where id = any($1)',
    values: [ids],
  })
  const [, rows] = await Promise.all([deleted, readRows(context)])
  return rows
}

/**
 * Sends the rows in order without waiting for each confirmation. If one is not confirmed, the rows
 * before and behind it may still be, and count as published: consumers put the late one back in its
 * place by its sequence.
 */
async function publish(
  { nats, publicBase }: Relay,
  rows: readonly OutboxRow[],
): Promise<{ published: OutboxRow[]; error: unknown }> {
  if (!nats.isConnected()) return { published: [], error: undefined }
  const onWire = (envelope: string) => (publicBase === undefined ? envelope : eventWithPublicBase(envelope, publicBase))
  const confirmations = rows.map((row) =>
    nats.jetstream.publish(row.type, onWire(row.envelope), { msgID: row.event_id, timeout: 5_000, ...headersOf(row) }),
  )
  const results = await Promise.allSettled(confirmations)
  const published = rows.filter((_, place) => results[place]?.status === 'fulfilled')
  const failed = results.find((result) => result.status === 'rejected')
  return { published, error: failed?.reason }
}

function headersOf(row: OutboxRow): { headers?: MsgHdrs } {
  if (row.traceparent === null) return {}
  const fields = headers()
  fields.set('traceparent', row.traceparent)
  return { headers: fields }
}

/**
 * If nobody listens on the subject, the server has lost its streams, or JetStream is still
 * starting.
 */
async function restore({ nats, log }: Relay, error: unknown): Promise<void> {
  if (error === undefined) return
  log.warn({ err: error }, 'events could not be published; trying again')
  if (!(error instanceof NatsError) || error.code !== ErrorCode.NoResponders) return
  await nats.ensureStreams().catch((failure) => log.warn({ err: failure }, 'the streams could not be created'))
}
