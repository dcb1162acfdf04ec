import { setTimeout as sleep } from 'node:timers/promises'
import { AckPolicy, type ConsumerConfig, type ConsumerMessages, DeliverPolicy, type JsMsg, nanos, type Subscription } from 'nats'
import { jittered, pause } from '../waiting/pause.ts'
import type { Nats } from './connect-nats.ts'
import type { Consumer } from './consumer.ts'
import { isStreamMissing } from './ensure-streams.ts'
import { type HandlerContext, handleOne, handleParked, handleTogether } from './handle-events.ts'
import type { IncomingEvent } from './incoming-event.ts'
import { addDeadLetter } from './parked-events.ts'
import { createWake, type Wake } from './wake.ts'

/** Most events of one transaction. */
const BATCH_MAX = 50
/** Most events fetched and not acknowledged. */
const FETCHED_MAX = 256
/** How long events are not redelivered when the process that holds them is killed. */
const ACK_WAIT_MS = 6_000
const WORKING_MS = 2_000
const DUE_MS = 250
const RELEASED_MS = 5_000
/**
 * The server lets go of a pull request that it cannot fill; short, so that a lost one costs little.
 */
const PULL_EXPIRES_MS = 5_000

function consumerConfig(consumer: Consumer): Partial<ConsumerConfig> {
  return {
    durable_name: consumer.name,
    filter_subject: consumer.filterSubject,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(ACK_WAIT_MS),
    max_ack_pending: FETCHED_MAX,
    // Tries are counted in the database; the server only repeats what was not acknowledged.
    max_deliver: -1,
  }
}

async function ensureDurable(nats: Nats, consumer: Consumer): Promise<void> {
  await nats.ensureStreams()
  const config = consumerConfig(consumer)
  const known = await nats.manager.consumers.info(consumer.stream, consumer.name).catch(() => undefined)
  if (known === undefined) await nats.manager.consumers.add(consumer.stream, { ...config, deliver_policy: DeliverPolicy.All })
  // Where it began cannot be changed, and is later after a loss of the stream's end.
  else await nats.manager.consumers.update(consumer.stream, consumer.name, config)
}

export type ConsumerRun = {
  nats: Nats
  handling: HandlerContext
  /** Called whenever the consumer is known to exist at the server. */
  onMade?: () => void
  /** How long a stream may be missing before that is an error; a minute when absent. */
  streamWaitMs?: number | undefined
}

const STREAM_WAIT_MS = 60_000

/**
 * Reports failures to pull. At the first start of a system the stream does not exist until its
 * publisher has made it: that is said once, and is an error when it lasts.
 */
function failureReport({ handling, streamWaitMs = STREAM_WAIT_MS }: ConsumerRun): (error: unknown) => void {
  const { log, consumer } = handling
  const shown = { consumer: consumer.name, stream: consumer.stream }
  let missing: { since: number; isReported: boolean } | null = null
  return (error) => {
    if (!isStreamMissing(error)) {
      missing = null
      log.warn({ err: error, consumer: consumer.name }, 'events cannot be pulled; trying again')
    } else if (missing === null) {
      missing = { since: performance.now(), isReported: false }
      log.info(shown, 'the stream does not exist yet; waiting for its publisher to make it')
    } else if (!missing.isReported && performance.now() - missing.since >= streamWaitMs) {
      missing.isReported = true
      log.error(shown, 'the stream still does not exist: is its publisher running?')
    }
  }
}

/**
 * Pulls and handles the events of a consumer until the signal ends it; begins again after every
 * failure.
 */
export async function runConsumer(run: ConsumerRun, signal: AbortSignal): Promise<void> {
  const { consumer } = run.handling
  let report = failureReport(run)
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      await ensureDurable(run.nats, consumer)
      run.onMade?.()
      report = failureReport(run)
      await pull(run, signal)
      failures = 0
    } catch (error) {
      if (!signal.aborted) report(error)
    }
    if (!signal.aborted) await pause(jittered(Math.min(2_000, 100 * 2 ** failures)), signal)
  }
}

/** The messages that this process holds: fetched ones in order, and those under way. */
type MessageBuffer = { fetched: JsMsg[]; inHand: JsMsg[]; wake: Wake; hasEnded: boolean }

async function pull(run: ConsumerRun, signal: AbortSignal): Promise<void> {
  const { nats, handling } = run
  const held: MessageBuffer = { fetched: [], inHand: [], wake: createWake(), hasEnded: false }
  const messages = await fetchInto(held, nats, handling.consumer)
  // What waits here longer than the server waits for an acknowledgement would be sent again.
  const working = setInterval(() => {
    if (nats.connection.isClosed()) return
    for (const message of [...held.inHand, ...held.fetched]) message.working()
  }, WORKING_MS)
  try {
    await handleHeld(held, handling, signal)
  } finally {
    await endFetching(messages, nats, handling.consumer)
    clearInterval(working)
    if (!nats.connection.isClosed()) for (const message of [...held.inHand, ...held.fetched]) message.nak()
  }
}

async function fetchInto(held: MessageBuffer, nats: Nats, consumer: Consumer): Promise<ConsumerMessages> {
  const durable = await nats.jetstream.consumers.get(consumer.stream, consumer.name)
  const messages = await durable.consume({
    callback: (message) => {
      held.fetched.push(message)
      held.wake.wake()
    },
    max_messages: FETCHED_MAX,
    expires: PULL_EXPIRES_MS,
    abort_on_missing_resource: true,
  })
  void messages.closed().then(() => {
    held.hasEnded = true
    held.wake.wake()
  })
  return messages
}

/**
 * Stops the server from sending, so that everything it sent can be given back: what got lost here
 * would not be redelivered before the ack wait ends. Draining lets in what is on its way. Asking
 * for the consumer makes the server drop the open pull request, to which it would otherwise (2.9)
 * send the first event that is given back.
 */
async function endFetching(messages: ConsumerMessages, nats: Nats, { stream, name }: Consumer): Promise<void> {
  const { sub } = messages as ConsumerMessages & { sub?: Subscription }
  const ending = async () => {
    await sub?.drain()
    await nats.manager.consumers.info(stream, name)
  }
  await Promise.race([ending().catch(() => undefined), sleep(1_000, undefined, { ref: false })])
  await messages.close()
}

async function handleHeld(held: MessageBuffer, handling: HandlerContext, signal: AbortSignal): Promise<void> {
  const sweeps = { due: { at: 0, everyMs: DUE_MS }, released: { at: 0, everyMs: RELEASED_MS } }
  const sweep = async (which: 'due' | 'released') => {
    if (performance.now() < sweeps[which].at) return
    const found = await untilDatabaseResponds(handling, signal, () => handleParked(handling, which))
    sweeps[which].at = found ? 0 : performance.now() + sweeps[which].everyMs
  }
  while (!signal.aborted && !held.hasEnded) {
    held.inHand = held.fetched.splice(0, BATCH_MAX)
    if (held.inHand.length > 0) await handleInHand(held, handling, signal)
    await sweep('due')
    await sweep('released')
    if (held.fetched.length === 0) await held.wake.wait(DUE_MS, signal)
  }
}

async function handleInHand(held: MessageBuffer, handling: HandlerContext, signal: AbortSignal): Promise<void> {
  const isHandled = await untilDatabaseResponds(handling, signal, async () => {
    await handleMessages(handling, held.inHand)
    return true
  })
  if (isHandled) for (const message of held.inHand.splice(0)) message.ack()
}

/**
 * Handles some messages of the stream, in one transaction where that can be. What becomes of each
 * is in the database then.
 */
export async function handleMessages(
  handling: HandlerContext,
  messages: readonly Pick<JsMsg, 'seq' | 'string'>[],
): Promise<void> {
  const { consumer, database, log, read } = handling
  const batch: IncomingEvent[] = []
  await consumer.prepare?.()
  for (const message of messages) {
    const result = read(message.string(), `${consumer.stream}:${message.seq}`)
    if ('incoming' in result) {
      batch.push(result.incoming)
      continue
    }
    const { eventId, type, subject, reason } = result.refused
    await addDeadLetter(database, consumer.name, result.refused)
    log.error({ consumer: consumer.name, eventId, type, subject, reason }, 'an event became a dead letter')
  }
  if (batch.length > 1 && (await handleTogether(handling, batch))) return
  for (const incoming of batch) await handleOne(handling, incoming)
}

/** Repeats the work while the database cannot be asked. */
async function untilDatabaseResponds<T>(
  handling: HandlerContext,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T | undefined> {
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      return await work()
    } catch (error) {
      handling.log.warn(
        { err: error, consumer: handling.consumer.name },
        'the outcome of an event cannot be stored; trying again',
      )
      await pause(jittered(Math.min(2_000, 100 * 2 ** failures)), signal)
    }
  }
  return undefined
}
