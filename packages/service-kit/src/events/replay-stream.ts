import type { JsMsg } from 'nats'
import { type Consumer, type ConsumerDeps, handlingOf } from './consume.ts'
import { countSetAside } from './dead-letters.ts'
import { type Handling, handleParked } from './handle-events.ts'
import { handleMessages } from './run-consumer.ts'

export type ReplayDeps = Omit<ConsumerDeps, 'databaseUrl' | 'retry'>

type SetAside = { deadLetters: number; parked: number }

/** How a replay went; `parked` events wait for one that the stream does not have. */
export type Replayed = SetAside & {
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
/** How long the server may have nothing to send although there is something left. */
const IDLE_MS = 30_000

/**
 * Handles every event that a stream holds by now, from its first one, as the consumer does, into a
 * database that has not seen any of them. The consumer's own position in the stream does not
 * change. What cannot be handled becomes a dead letter immediately, or stays parked.
 */
export async function replayStream(deps: ReplayDeps, consumer: Consumer): Promise<Replayed> {
  const { nats } = deps
  const { state } = await nats.manager.streams.info(consumer.stream)
  const handling = handlingOf({ ...deps, retry: { triesMax: 1, startWaitMs: AT_ONCE_MS } }, consumer)
  const replayed: Replayed = { events: 0, hasExpired: state.first_seq > 1, deadLetters: 0, parked: 0 }
  if (state.messages === 0) return replayed
  const ordered = await nats.jetstream.consumers.get(consumer.stream)
  const messages = await ordered.consume({ max_messages: 1_000, idle_heartbeat: IDLE_MS / 2 })
  const batch: JsMsg[] = []
  for await (const message of messages) {
    const isLast = message.seq >= state.last_seq
    batch.push(message)
    replayed.events += 1
    if (batch.length >= BATCH_MAX || isLast) await handleMessages(handling, batch.splice(0))
    if (isLast) break
  }
  await messages.close()
  await handleRest(handling)
  return { ...replayed, ...(await setAsideOf(handling)) }
}

/**
 * Aggregates that were met in the middle of their life, and what waited for an event that came
 * later.
 */
async function handleRest(handling: Handling): Promise<void> {
  for (let before = Number.POSITIVE_INFINITY; ; ) {
    await handleParked(handling, 'due')
    await handleParked(handling, 'released')
    const { parked } = await setAsideOf(handling)
    // What is left now waits for an event that the stream does not have.
    if (parked === 0 || parked >= before) return
    before = parked
  }
}

async function setAsideOf({ database, consumer }: Handling): Promise<SetAside> {
  return (await countSetAside(database))[consumer.name] ?? { deadLetters: 0, parked: 0 }
}
