import { countQuarantined } from '../dead-letters/dead-letters.ts'
import type { Consumer } from '../events/consumer.ts'
import { storedMessage } from '../events/ensure-streams.ts'
import { type HandlerContext, handleParked } from '../events/handle-events.ts'
import { handleMessages } from '../events/run-consumer.ts'
import { buildHandlerContext, type ConsumerDeps } from './consume.ts'

export type ReplayDeps = Omit<ConsumerDeps, 'databaseUrl' | 'retry'>

type QuarantineCounts = { deadLetters: number; parked: number }

/** How a replay went; `parked` events wait for one that the stream does not have. */
export type ReplayResult = QuarantineCounts & {
  /** Events that were looked at. */
  events: number
  /**
   * True when the stream has let go of its oldest events, so that not everything could be replayed.
   */
  hasExpired: boolean
}

const BATCH_MAX = 50
/** Stored times are rounded to milliseconds, half of them up. */
const AT_ONCE_MS = -1

/**
 * Handles every event that a stream holds by now, from its first one, as the consumer does, into a
 * database that has not seen any of them. The consumer's own position in the stream does not
 * change. What cannot be handled becomes a dead letter immediately, or stays parked. The messages
 * are read by their numbers: a consumer of their own would need the right to delete consumers
 * (security.md#rights-at-nats).
 */
export async function replayStream(deps: ReplayDeps, consumer: Consumer): Promise<ReplayResult> {
  const { nats } = deps
  const { state } = await nats.manager.streams.info(consumer.stream)
  const handling = buildHandlerContext({ ...deps, retry: { triesMax: 1, startWaitMs: AT_ONCE_MS } }, consumer)
  const replayed: ReplayResult = { events: 0, hasExpired: state.first_seq > 1, deadLetters: 0, parked: 0 }
  if (state.messages === 0) return replayed
  for (let first = state.first_seq; first <= state.last_seq; first += BATCH_MAX) {
    const count = Math.min(BATCH_MAX, state.last_seq - first + 1)
    const reads = Array.from({ length: count }, (_, index) => storedMessage(nats.manager, consumer.stream, first + index))
    const messages = (await Promise.all(reads)).filter((message) => message !== null)
    replayed.events += messages.length
    await handleMessages(handling, messages)
  }
  await handleRest(handling)
  return { ...replayed, ...(await consumerQuarantine(handling)) }
}

/**
 * Aggregates that were met in the middle of their life, and what waited for an event that came
 * later.
 */
async function handleRest(handling: HandlerContext): Promise<void> {
  for (let before = Number.POSITIVE_INFINITY; ; ) {
    await handleParked(handling, 'due')
    await handleParked(handling, 'released')
    const { parked } = await consumerQuarantine(handling)
    // What is left now waits for an event that the stream does not have.
    if (parked === 0 || parked >= before) return
    before = parked
  }
}

async function consumerQuarantine({ database, consumer }: HandlerContext): Promise<QuarantineCounts> {
  return (await countQuarantined(database))[consumer.name] ?? { deadLetters: 0, parked: 0 }
}
