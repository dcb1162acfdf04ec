import { NatsError } from 'nats'
import type { Secret } from '../config/secret-files.ts'
import type { Database } from '../database/database.ts'
import { holdLock } from '../database/hold-lock.ts'
import { hasPublisher } from '../event-losses/ask-publisher.ts'
import { type LossRepairOptions, mendLosses } from '../event-losses/mend-losses.ts'
import type { Nats } from '../events/connect-nats.ts'
import type { Consumer } from '../events/consumer.ts'
import type { HandlerContext } from '../events/handle-events.ts'
import { eventReader } from '../events/incoming-event.ts'
import type { RetryPolicy } from '../events/parked-events.ts'
import { runConsumer } from '../events/run-consumer.ts'
import type { Log } from '../observability/log.ts'

export type ConsumerDeps = {
  database: Database
  databaseUrl: Secret
  nats: Nats
  log: Log
  /**
   * What the addresses of stored files begin with in events that do not say so; such addresses are
   * kept as they are when absent.
   */
  publicBase?: string | undefined
  /** Tries and waits between them; 8 tries, 0.5 s doubling up to 60 s when absent. */
  retry?: Partial<RetryPolicy>
  /** How long a stream may be missing before that is an error in the log; a minute when absent. */
  streamWaitMs?: number | undefined
  /** How the publishers are asked for lost events; they are not when absent. */
  mending?: Omit<LossRepairOptions, 'nats' | 'handling' | 'isMade'> | undefined
}

export type RunningConsumers = {
  /**
   * Events that the stream holds and a consumer has not acknowledged yet, by its name. Rejects
   * while NATS is unreachable.
   */
  lag(): Promise<Record<string, number>>
  /** Finishes the events under way, gives the other fetched ones back to the server, and stops. */
  stop(): Promise<void>
}

const defaultPolicy: RetryPolicy = { triesMax: 8, backoffMs: 500, backoffMaxMs: 60_000, startWaitMs: 60_000 }

/**
 * Runs the consumers of a service (events.md#dead-letters). Each is run by one of the service's
 * processes at a time; another takes over within a second. Events of one aggregate are handled in
 * order, each exactly once. One that fails is tried again while those of other aggregates continue;
 * after the last try it becomes a dead letter and its aggregate waits for `npx oms events`.
 */
export function startConsumers(deps: ConsumerDeps, consumers: readonly Consumer[]): RunningConsumers {
  const holders = consumers.map((consumer) => {
    const run = { nats: deps.nats, handling: buildHandlerContext(deps, consumer), streamWaitMs: deps.streamWaitMs }
    const lock = { databaseUrl: deps.databaseUrl, name: `consumer ${consumer.name}`, log: deps.log }
    const { mending } = deps
    return holdLock(lock, async (_client, signal) => {
      let isMade = false
      const onMade = () => {
        isMade = true
      }
      const mended = mending && mendLosses({ ...run, ...mending, isMade: () => isMade }, signal)
      await Promise.all([runConsumer({ ...run, onMade }, signal), mended])
    })
  })
  return {
    lag: async () => Object.fromEntries(await Promise.all(consumers.map((consumer) => consumerLag(deps.nats, consumer)))),
    stop: async () => {
      await Promise.all(holders.map((holder) => holder.stop()))
    },
  }
}

/** What handling the events of a consumer needs. */
export function buildHandlerContext(deps: Omit<ConsumerDeps, 'databaseUrl'>, consumer: Consumer): HandlerContext {
  const { database, log, nats, publicBase } = deps
  let expired = false
  const hasExpired = async () => {
    // While NATS is unreachable the result is false, and the question is repeated.
    expired ||= await nats.manager.streams.info(consumer.stream).then(
      ({ state }) => state.first_seq > 1,
      () => false,
    )
    return expired
  }
  const policy = { ...defaultPolicy, ...deps.retry }
  const isAsked = deps.mending !== undefined && hasPublisher(consumer.stream)
  return { consumer, database, log, read: eventReader(consumer, publicBase), policy, hasExpired, isPublisherAsked: isAsked }
}

const CONSUMER_NOT_FOUND = 10014

async function consumerLag({ manager }: Nats, { name, stream }: Consumer): Promise<[string, number]> {
  try {
    const info = await manager.consumers.info(stream, name)
    return [name, info.num_pending + info.num_ack_pending]
  } catch (error) {
    if (!(error instanceof NatsError) || error.jsError()?.err_code !== CONSUMER_NOT_FOUND) throw error
    // It has never run: everything is still to be done.
    return [name, (await manager.streams.info(stream)).state.messages]
  }
}
