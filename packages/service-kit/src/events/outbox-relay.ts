import { eventWithPublicBase } from '@open-oms/contracts/catalog/file-addresses'
import { ErrorCode, headers, type MsgHdrs, NatsError } from 'nats'
import type { Secret } from '../config/secret-files.ts'
import { holdLock, toQueryable } from '../database/hold-lock.ts'
import { type RowOf, Sql, statement } from '../database/statement.ts'
import type { Transaction } from '../database/transaction.ts'
import type { Log } from '../observability/log.ts'
import type { MetricsRegistry } from '../observability/metrics.ts'
import { jittered, pause } from '../waiting/pause.ts'
import type { Nats } from './connect-nats.ts'
import { onNewRows } from './outbox.ts'
import { type Acknowledgement, joinEvent, recordPublished } from './published-events.ts'
import { createWake, type Wake } from './wake.ts'
import { type StreamWatch, undisputed, watchStreams } from './watch-streams.ts'

export type RelayConfig = {
  databaseUrl: Secret
  nats: Nats
  log: Log
  /** What the addresses of stored files begin with in events; as they are kept when absent. */
  publicBase?: string | undefined
  /** How often rows of other processes are looked for; 75 ms when absent. */
  pollMs?: number
  /** How often the streams are looked at for losses; 10 s when absent. */
  compareMs?: number
  /** Counts the events that are published again. */
  metrics?: Pick<MetricsRegistry, 'count'> | undefined
}

export type OutboxRelay = {
  /** True while this process is the one that publishes. */
  isPublishing(): boolean
  /** Finishes what is on its way and stops. */
  stop(): Promise<void>
}

const BATCH_MAX = 256
/**
 * Between batches that are not full, new rows are read at most so often: a batch costs as much as
 * several of its rows.
 */
const READ_EVERY_MS = 25
const BACKOFF_MAX_MS = 2_000

/**
 * Publishes the rows of a database's outbox (events.md#outbox) and repeats what a stream loses
 * (events.md#losses-of-a-stream). Of all processes that start one, a single one publishes at a
 * time. An event gets its place in the stream after the server has confirmed it, so a crash in
 * between publishes it twice; the server drops the second within two minutes, the consumers' inbox
 * later. While NATS is unreachable rows wait, forever if need be.
 */
export function startOutboxRelay(config: RelayConfig): OutboxRelay {
  const wake = createWake()
  const stopListening = onNewRows(wake.wake)
  const holder = holdLock({ databaseUrl: config.databaseUrl, name: 'outbox relay', log: config.log }, (client, signal) => {
    const database = toQueryable(client)
    return relay({ ...config, database, wake, streams: watchStreams({ ...config, database }) }, signal)
  })
  return {
    isPublishing: holder.isHolder,
    stop: async () => {
      stopListening()
      await holder.stop()
    },
  }
}

/** What one turn of the relay needs, which `publishNext` and a simulation of it are given. */
export type RelayTurn = Pick<RelayConfig, 'nats' | 'publicBase'> & {
  database: Pick<Transaction, 'query'>
  streams: StreamWatch
}
type Relay = RelayConfig & RelayTurn & { wake: Wake }

async function relay(context: Relay, signal: AbortSignal): Promise<void> {
  const { streams, wake, pollMs = 75 } = context
  let failures = 0
  let readAt = performance.now()
  let rows = await readRows(context)
  while (!signal.aborted) {
    if (rows.length === 0 && !streams.isDue()) {
      await wake.wait(pollMs, signal)
      await pause(Math.max(0, readAt + READ_EVERY_MS - performance.now()), signal)
      readAt = performance.now()
      if (!signal.aborted) rows = await readRows(context)
      continue
    }
    const result = await publishNext(context, rows)
    rows = result.rows
    if (result.hasAdvanced) failures = 0
    if (result.hasAdvanced && result.error === undefined) continue
    await restore(context, result.error)
    await pause(jittered(Math.min(BACKOFF_MAX_MS, 100 * 2 ** failures++)), signal)
  }
}

const read = statement({
  name: 'kit-outbox-read',
  text: `select id, event_id, type, traceparent, envelope, is_repeated
    from (select id, is_repeated from kit.waiting_event order by id limit $1) as waiting ${joinEvent('waiting')} order by id`,
  parameters: [Sql.bigint],
  row: {
    id: Sql.bigint,
    event_id: Sql.uuid,
    type: Sql.text,
    traceparent: Sql.nullable(Sql.text),
    envelope: Sql.text,
    is_repeated: Sql.boolean,
  },
})
export type OutboxRow = RowOf<typeof read.row>

/** The rows that are to be published next, in their order. */
export async function readRows({ database }: Pick<RelayTurn, 'database'>): Promise<OutboxRow[]> {
  return await read.on(database, BATCH_MAX)
}

/** What to publish next, whether anything was published, and why the rest was not. */
type Result = { rows: OutboxRow[]; hasAdvanced: boolean; error?: unknown }

/**
 * Looks for losses when that is due, then publishes: what was lost comes before later events, and
 * new events must not get the sequences of lost ones unnoticed.
 */
export async function publishNext(context: RelayTurn, rows: OutboxRow[]): Promise<Result> {
  const { nats, streams } = context
  if (!nats.isConnected()) return { rows, hasAdvanced: false }
  try {
    if (streams.isDue() && (await streams.compare()) > 0) return { rows: await readRows(context), hasAdvanced: true }
    if (rows.length === 0) return { rows, hasAdvanced: true }
    const { acknowledged: all, error } = await publish(context, rows)
    const lost = await streams.examine(all)
    const acknowledged = undisputed(all)
    const hasMore = lost > 0 || acknowledged.length < rows.length || rows.length === BATCH_MAX
    return { rows: await replaceRows(context, acknowledged, { hasMore }), hasAdvanced: acknowledged.length > 0, error }
  } catch (error) {
    if (!(error instanceof NatsError)) throw error
    return { rows, hasAdvanced: false, error }
  }
}

/** Records what is published and reads, in one round trip, what is known to come next. */
async function replaceRows(
  context: RelayTurn,
  acknowledged: readonly Acknowledgement[],
  { hasMore }: { hasMore: boolean },
): Promise<OutboxRow[]> {
  const recorded = recordPublished(context.database, acknowledged)
  const [rows] = await Promise.all([hasMore ? readRows(context) : [], recorded])
  return rows
}

/**
 * Sends the rows in order without waiting for each confirmation. If one is not confirmed, the rows
 * before and behind it may still be, and count as published: consumers handle the late one in
 * order, by its sequence. A lost event is sent without its id, which the server may still remember.
 */
async function publish(
  { nats, publicBase }: RelayTurn,
  rows: readonly OutboxRow[],
): Promise<{ acknowledged: Acknowledgement[]; error: unknown }> {
  const onWire = (envelope: string) => (publicBase === undefined ? envelope : eventWithPublicBase(envelope, publicBase))
  const confirmations = rows.map(async (row): Promise<Acknowledgement> => {
    const id = row.is_repeated ? {} : { msgID: row.event_id }
    const options = { timeout: 5_000, ...id, ...traceHeaders(row) }
    const { stream, seq, duplicate } = await nats.jetstream.publish(row.type, onWire(row.envelope), options)
    return { id: row.id, stream, sequence: seq, isDuplicate: duplicate }
  })
  const results = await Promise.allSettled(confirmations)
  const acknowledged = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const failed = results.find((result) => result.status === 'rejected')
  return { acknowledged, error: failed?.reason }
}

function traceHeaders(row: OutboxRow): { headers?: MsgHdrs } {
  if (row.traceparent === null) return {}
  const fields = headers()
  fields.set('traceparent', row.traceparent)
  return { headers: fields }
}

/**
 * If nobody listens on the subject, the server has lost its streams, or JetStream is still
 * starting.
 */
async function restore({ nats, log, streams }: Relay, error: unknown): Promise<void> {
  if (error === undefined) return
  streams.distrust()
  log.warn({ err: error }, 'events could not be published; trying again')
  if (!(error instanceof NatsError) || error.code !== ErrorCode.NoResponders) return
  await nats.ensureStreams().catch((failure) => log.warn({ err: failure }, 'the streams could not be created'))
}
