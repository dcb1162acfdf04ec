import { type ConsumerInfo, DeliverPolicy, type JetStreamManager, type StoredMsg, type StreamInfo } from 'nats'
import type { Transaction } from '../database/transaction.ts'
import type { Log } from '../observability/log.ts'
import type { MetricsRegistry } from '../observability/metrics.ts'
import type { Nats } from './connect-nats.ts'
import { isStreamMissing, storedMessage } from './ensure-streams.ts'
import {
  type Acknowledgement,
  firstRecorded,
  isWaiting,
  knownStreams,
  type LostSequences,
  putBackLost,
  reusedSequence,
  saveKnownStream,
} from './published-events.ts'

export type WatchConfig = {
  database: Pick<Transaction, 'query'>
  nats: Nats
  log: Log
  metrics?: Pick<MetricsRegistry, 'count'> | undefined
  /** How often the streams are compared while nothing happens; 10 s when absent. */
  compareMs?: number | undefined
}

export type StreamWatch = {
  /**
   * True before the first publication, after a reconnection or a failure, and from time to time.
   */
  isDue(): boolean
  /** Has the next comparison made before the next publication. */
  distrust(): void
  /**
   * Compares each stream with what is recorded and puts lost events back into the outbox. Returns
   * how many. Raises `NatsError` while the server cannot be asked.
   */
  compare(): Promise<number>
  /**
   * Looks at acknowledgements before they are recorded: a sequence that is given again shows a
   * loss, which is repaired as by `compare`. Returns how many events were put back. Raises
   * `NatsError`.
   */
  examine(acknowledged: readonly Acknowledgement[]): Promise<number>
}

const COMPARE_MS = 10_000

/** `examined`: the gaps of the stream that were looked at. */
type WatchedStream = { name: string; created: string; last: number; examined: string }
type Reason = 'new_stream' | 'end' | 'gap'
type WatchState = WatchConfig & { streams: Map<string, WatchedStream> }

/**
 * Notices when a stream has lost events that it had confirmed (events.md#losses-of-a-stream). To be
 * used by the one process that publishes, which must not publish while it compares.
 */
export function watchStreams(config: WatchConfig): StreamWatch {
  const { nats, database } = config
  const watching: WatchState = { ...config, streams: new Map() }
  let due = { at: 0, isLoaded: false, reconnections: nats.reconnections() }
  const compare = async () => {
    const reconnections = nats.reconnections()
    if (!due.isLoaded) {
      for (const { name, created, last_sequence: last } of await knownStreams(database)) {
        const stream = { name, created, last, examined: '' }
        watching.streams.set(name, stream)
        await reportAhead(watching, stream)
      }
    }
    let lost = 0
    for (const stream of watching.streams.values()) lost += await compareStream(watching, stream)
    due = { at: performance.now() + (config.compareMs ?? COMPARE_MS), isLoaded: true, reconnections }
    return lost
  }
  return {
    isDue: () => nats.isConnected() && (performance.now() >= due.at || nats.reconnections() !== due.reconnections),
    distrust: () => {
      due.at = 0
    },
    compare,
    examine: async (acknowledged) => {
      let lost = 0
      for (const [name, own] of Map.groupBy(acknowledged, ({ stream }) => stream)) lost += await examine(watching, name, own)
      return lost
    },
  }
}

/**
 * The acknowledgements that no other one contradicts. A stream that loses its end in the middle of
 * a batch gives sequences of the batch a second time: of two events with one sequence it has the
 * later one at most, so that both count as not published.
 */
export function undisputed(acknowledged: readonly Acknowledgement[]): Acknowledgement[] {
  const rivals = Map.groupBy(acknowledged, placeOf)
  return acknowledged.filter((one) => rivals.get(placeOf(one))?.length === 1)
}

const placeOf = ({ stream, sequence }: Acknowledgement) => `${stream} ${sequence}`

async function examine(watching: WatchState, name: string, acknowledged: readonly Acknowledgement[]): Promise<number> {
  const stream = watching.streams.get(name) ?? (await adopt(watching, name))
  const certain = new Set(undisputed(acknowledged))
  const disputed = acknowledged.filter((one) => !certain.has(one)).map(({ sequence }) => sequence)
  const again = acknowledged.filter((one) => certain.has(one) && one.sequence <= stream.last)
  const recorded = again.length === 0 ? null : await reusedSequence(watching.database, name, again)
  const reused = recorded === null && disputed.length === 0 ? null : Math.min(recorded ?? Number.POSITIVE_INFINITY, ...disputed)
  // Consumers may have got the lost ones.
  stream.last = Math.max(stream.last, ...disputed)
  const lost = reused === null ? 0 : await compareStream(watching, stream, reused)
  // The event that it was a duplicate of may be lost.
  if (acknowledged.some(({ isDuplicate }) => isDuplicate)) stream.examined = ''
  stream.last = acknowledged.reduce((last, { sequence }) => Math.max(last, sequence), stream.last)
  return lost
}

async function adopt({ nats, database, streams }: WatchState, name: string): Promise<WatchedStream> {
  const { created } = await nats.manager.streams.info(name)
  await saveKnownStream(database, name, created)
  const stream = { name, created, last: 0, examined: '' }
  streams.set(name, stream)
  return stream
}

async function compareStream(
  watching: WatchState,
  stream: WatchedStream,
  reusedFrom = Number.POSITIVE_INFINITY,
): Promise<number> {
  const { nats, database } = watching
  const { created, state } = await ensureStreamInfo(nats, stream.name)
  if (created !== stream.created) {
    const lost = await repeat(watching, stream, { reason: 'new_stream', sequences: { from: 0, to: Number.MAX_SAFE_INTEGER } })
    await saveKnownStream(database, stream.name, created)
    Object.assign(stream, { created, last: 0, examined: '' })
    return lost
  }
  let lost = 0
  const last = Math.min(state.last_seq, reusedFrom - 1)
  if (last < stream.last) {
    await rewindConsumers(nats.manager, stream.name, last)
    lost += await repeat(watching, stream, { reason: 'end', sequences: { from: last + 1, to: Number.MAX_SAFE_INTEGER } })
    stream.last = last
  }
  return lost + (await repeatGaps(watching, stream, state))
}

/** A server that came back without the stream gets it again. */
async function ensureStreamInfo(nats: Nats, name: string): Promise<StreamInfo> {
  try {
    return await nats.manager.streams.info(name)
  } catch (error) {
    if (!isStreamMissing(error)) throw error
    await nats.ensureStreams()
    return await nats.manager.streams.info(name)
  }
}

/**
 * What is missing before the first or between two messages. Of a healthy stream only the first
 * sequence changes, and what it lets go of by age is no longer recorded.
 */
async function repeatGaps(watching: WatchState, stream: WatchedStream, state: StreamInfo['state']): Promise<number> {
  // A server that cannot read a block any more counts its messages neither as stored nor as
  // deleted.
  const gone = Math.max(0, state.last_seq - state.first_seq + 1 - state.messages)
  const examined = `${state.first_seq} ${gone}`
  if (examined === stream.examined) return 0
  const { nats, database } = watching
  let lost = 0
  const first = await firstRecorded(database, stream.name)
  if (first !== null && first < state.first_seq)
    lost += await repeat(watching, stream, { reason: 'gap', sequences: { from: first, to: state.first_seq - 1 } })
  if (first !== null && gone > 0) {
    const detailed = await nats.manager.streams.info(stream.name, { deleted_details: true })
    const { deleted: removed, lost: unreadable } = detailed.state
    const deleted = [...new Set([...(removed ?? []), ...(unreadable?.msgs ?? [])])].filter((sequence) => sequence >= first)
    if (deleted.length > 0) lost += await repeat(watching, stream, { reason: 'gap', sequences: { listed: deleted } })
  }
  stream.examined = examined
  return lost
}

/**
 * Logs that the newest event of a stream is none of this database, which was restored to an earlier
 * time then, or is that of a standby that had not got everything. Its consumers may have effects of
 * events that no longer exist; only a person can delete the stream (security.md#rights-at-nats).
 * Nothing is known of a stream of which nothing is recorded.
 */
async function reportAhead({ nats, database, log }: WatchState, { name, created, last }: WatchedStream): Promise<void> {
  const info = await ensureStreamInfo(nats, name)
  if (info.created !== created || last === 0 || info.state.last_seq <= last) return
  const newest = await storedMessage(nats.manager, name, info.state.last_seq)
  if (newest === null || (await isWaiting(database, messageEventId(newest)))) return
  const sequences = { recorded: last, newest: info.state.last_seq }
  log.error(
    { stream: name, ...sequences },
    'the stream has events that the database does not have: was the database restored? Then stop the services and delete the stream',
  )
}

/** The id of the event in a message; empty when it is none. */
function messageEventId(message: StoredMsg): string {
  try {
    return String(message.json<{ id?: unknown }>().id)
  } catch {
    return ''
  }
}

async function repeat(
  { database, log, metrics }: WatchState,
  { name }: WatchedStream,
  { reason, sequences }: { reason: Reason; sequences: LostSequences },
): Promise<number> {
  const count = await putBackLost(database, name, sequences)
  if (count === 0 && reason === 'gap') return 0
  log.warn({ stream: name, reason, events: count }, 'a stream has lost events; they are published again')
  metrics?.count('oms_events_republished_total', { stream: name, reason }, count)
  return count
}

/**
 * Makes those durable consumers of a stream again that have got more than the stream holds: they
 * would skip what gets the lost sequences. They continue at the first event that is not
 * acknowledged.
 */
export async function rewindConsumers(manager: JetStreamManager, stream: string, lastSequence: number): Promise<void> {
  const ahead: ConsumerInfo[] = []
  for await (const info of manager.consumers.list(stream)) {
    if (info.config.durable_name !== undefined && info.delivered.stream_seq > lastSequence) ahead.push(info)
  }
  for (const { name, config, ack_floor } of ahead) {
    const { opt_start_time: _, ...kept } = config
    const start = Math.min(ack_floor.stream_seq, lastSequence) + 1
    await manager.consumers.delete(stream, name)
    await manager.consumers.add(stream, { ...kept, deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: start })
  }
}
