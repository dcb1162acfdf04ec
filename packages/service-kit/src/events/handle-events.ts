import type { Database } from '../database/database.ts'
import { joinTransaction, type Transaction } from '../database/transaction.ts'
import type { Log } from '../observability/log.ts'
import { runWithTraceparent } from '../observability/tracing.ts'
import type { Consumer } from './consumer.ts'
import { claimEvents, findPositionStatus, startPosition } from './event-position.ts'
import type { EventReader, IncomingEvent } from './incoming-event.ts'
import {
  addDeadLetter,
  dueEvents,
  findParkedSuccessor,
  hasWaitedAlone,
  noteFailure,
  type ParkedEvent,
  parkEvent,
  type RetryPolicy,
  releasedEvents,
  removeParked,
} from './parked-events.ts'

/** What handling needs beside the event. */
export type HandlerContext = {
  consumer: Consumer
  database: Database
  log: Log
  read: EventReader
  policy: RetryPolicy
  /**
   * True when the stream has let go of its oldest events, so that an aggregate may be met in the
   * middle of its life.
   */
  hasExpired(): Promise<boolean>
  /**
   * The publisher decides about missing events: it may have those that the stream does not have
   * any more (events.md#missing-events).
   */
  isPublisherAsked: boolean
}

/** Rolls back the transaction of an event that turned out not to be the next one. */
class NotClaimed extends Error {}

type Item = IncomingEvent & { isParked: boolean }

/**
 * Handles an event once, and then those that were parked behind it (events.md#event-order). Returns
 * when the outcome is in the database: done, parked, noted for another try, or a dead letter.
 * Throws only if the database cannot be asked.
 */
export async function handleOne(handling: HandlerContext, incoming: IncomingEvent, isParked = false): Promise<void> {
  let item: Item | undefined = { ...incoming, isParked }
  while (item !== undefined && (await tryOnce(handling, item))) {
    const parked = await findParkedSuccessor(handling.database, handling.consumer.name, item.event)
    const next: IncomingEvent | undefined = parked && (await readParked(handling, parked))
    item = next && { ...next, isParked: true }
  }
}

/**
 * Handles several events in one transaction, for speed. Returns false, with nothing done, unless
 * every one was next in its turn and succeeded; they are then to be handled one by one, so that a
 * bad one does not hold up the others.
 */
export async function handleTogether(handling: HandlerContext, batch: readonly IncomingEvent[]): Promise<boolean> {
  const { consumer, database, log } = handling
  try {
    await database.inTransaction(async (tx) => {
      const { claimed, has_successor } = await claim(tx, consumer, batch)
      if (!claimed || has_successor) throw new NotClaimed()
      for (const incoming of batch) await runHandler(tx, consumer, incoming)
    })
    return true
  } catch (error) {
    if (!(error instanceof NotClaimed)) log.info({ err: error, consumer: consumer.name }, 'handling events one by one')
    return false
  }
}

/**
 * Handles some of the parked events whose time has come: tries that are due, or events whose gap
 * was filled by another process. Returns how many it looked at.
 */
export async function handleParked(handling: HandlerContext, which: 'due' | 'released'): Promise<number> {
  const SOME = 50
  const find = which === 'due' ? dueEvents : releasedEvents
  const events = await find(handling.database, handling.consumer.name, SOME)
  if (events.length > 0) await handling.consumer.prepare?.()
  for (const parked of events) {
    const incoming = await readParked(handling, parked)
    if (incoming !== undefined) await handleOne(handling, incoming, true)
  }
  return events.length
}

/**
 * Reads a parked envelope; a replayed malformed one, or one whose contract has changed, goes back
 * to the dead letters.
 */
async function readParked(handling: HandlerContext, parked: ParkedEvent): Promise<IncomingEvent | undefined> {
  const result = handling.read(parked.envelope, parked.event_id)
  if ('incoming' in result) return result.incoming
  await addDeadLetter(handling.database, handling.consumer.name, result.refused)
  return undefined
}

/**
 * Handles the event if it is the next one, quarantines it if not. True when a parked one is to
 * follow.
 */
async function tryOnce(handling: HandlerContext, item: Item): Promise<boolean> {
  for (;;) {
    try {
      return await claimAndHandle(handling, item)
    } catch (error) {
      if (!(error instanceof NotClaimed)) {
        await noteFailed(handling, item, error)
        return false
      }
    }
    if (!(await quarantine(handling, item))) return false
  }
}

function claim(tx: Transaction, consumer: Consumer, batch: readonly IncomingEvent[]) {
  const claims = batch.map(({ event, handler }) => ({ event, isHandled: handler !== undefined }))
  return claimEvents(tx, consumer.name, claims)
}

async function claimAndHandle({ consumer, database }: HandlerContext, item: Item): Promise<boolean> {
  return await database.inTransaction(async (tx) => {
    const { claimed, has_successor } = await claim(tx, consumer, [item])
    if (!claimed) throw new NotClaimed()
    if (item.isParked) await removeParked(tx, consumer.name, item.event.id)
    await runHandler(tx, consumer, item)
    return has_successor
  })
}

/** The handler's own last statement must not end the transaction: more events may follow in it. */
async function runHandler(tx: Transaction, consumer: Consumer, { event, handler }: IncomingEvent): Promise<void> {
  if (handler === undefined) return
  await runWithTraceparent(event.traceparent, `${consumer.name} ${event.type}`, () => handler.handle(joinTransaction(tx), event))
}

/**
 * Decides about an event that is not the next one of its aggregate. True when it has become so by
 * now.
 */
async function quarantine(handling: HandlerContext, item: Item): Promise<boolean> {
  const { consumer, database, log } = handling
  const { event } = item
  const standing = await database.inTransaction(async (tx) => {
    const found = await findPositionStatus(tx, consumer.name, event)
    if (found === 'early') await parkEvent(tx, consumer.name, item)
    if (found === 'done' && item.isParked) await removeParked(tx, consumer.name, event.id)
    return found
  })
  if (standing === 'before-start') {
    const reason = 'The event came after later ones of its aggregate, with which this consumer had begun.'
    const fields = { eventId: event.id, type: event.type, source: event.source, subject: event.subject }
    await addDeadLetter(database, consumer.name, { ...fields, sequence: event.sequence ?? null, envelope: item.envelope, reason })
    log.error({ consumer: consumer.name, ...fields, reason }, 'an event became a dead letter')
  }
  if (standing !== 'unknown-aggregate') return standing === 'next'
  return await begin(handling, item)
}

/**
 * An aggregate that is met in the middle of its life. Its earlier events may only be late (a
 * repeated delivery, a try that is due); only after a wait, and if the stream has let go of old
 * events, is this one taken as the start. True when it is.
 */
async function begin(handling: HandlerContext, item: Item): Promise<boolean> {
  const { consumer, database, policy } = handling
  const wait = { event: item.event, ms: policy.startWaitMs }
  if (handling.isPublisherAsked) {
    await parkEvent(database, consumer.name, item)
    return false
  }
  if ((await hasWaitedAlone(database, consumer.name, wait)) && (await handling.hasExpired())) {
    await startPosition(database, consumer.name, item.event)
    return true
  }
  await parkEvent(database, consumer.name, { ...item, againMs: policy.startWaitMs })
  return false
}

async function noteFailed({ consumer, database, log, policy }: HandlerContext, item: Item, error: unknown): Promise<void> {
  const { event, envelope } = item
  const LENGTH_MAX = 2_000
  const reason = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, LENGTH_MAX)
  const tries = await noteFailure(database, consumer.name, { event, envelope, reason, policy })
  const fields = { err: error, consumer: consumer.name, eventId: event.id, type: event.type, subject: event.subject, tries }
  if (tries >= policy.triesMax) log.error(fields, 'an event became a dead letter')
  else log.warn(fields, 'an event could not be handled; it will be tried again')
}
