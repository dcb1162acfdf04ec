import type { Database } from '../../database/database.ts'
import { mendOnce, newLossRepair } from '../../event-losses/mend-losses.ts'
import { serveLossRequests } from '../../event-losses/serve-loss-requests.ts'
import { defineConsumer } from '../../events/consumer.ts'
import { type HandlerContext, handleParked } from '../../events/handle-events.ts'
import { eventReader } from '../../events/incoming-event.ts'
import { type OutboxRow, publishNext, readRows } from '../../events/outbox-relay.ts'
import { handleMessages } from '../../events/run-consumer.ts'
import { watchStreams } from '../../events/watch-streams.ts'
import type { Log } from '../../observability/log.ts'
import { counterGrown } from '../counter-events.ts'
import { consumerStatements, publisherStatements } from './event-statements.ts'
import { lossServiceStatements, lossStatements } from './loss-statements.ts'
import { createScheduler, type Scheduler, type SimulatedProcess } from './scheduler.ts'
import { createSimulatedDatabase, type SimulatedDatabase, type SimulatedStatement } from './simulated-database.ts'
import { createSimulatedStream, type SimulatedStream } from './simulated-stream.ts'
import { applyEffect, EVENTS, writeEvents } from './simulated-writes.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined } as unknown as Log
const consumer = defineConsumer({
  name: 'counting',
  stream: 'ORDERS',
  handlers: {
    [counterGrown.type]: {
      contract: counterGrown,
      handle: async (tx, { subject, sequence }) => {
        await tx.query({ name: 'apply-effect', text: '', values: [subject, sequence] })
      },
    },
  },
})
const read = eventReader(consumer)
const policy = { triesMax: 1_000, backoffMs: 0, backoffMaxMs: 0, startWaitMs: 0 }
const DISTURBED_STEPS = 200
const CALM_STEPS_MAX = 3_000
const LOOK_EVERY_STEPS = 10
/** Longest wait between two looks for missing events. */
const MENDING_STEPS_MAX = 100
type Delivery = {
  scheduler: Scheduler
  outbox: SimulatedDatabase
  inbox: SimulatedDatabase
  stream: SimulatedStream
}

/** Faults of what the code stands on, that a run has to find. */
export type Planted = {
  outbox?: Readonly<Record<string, SimulatedStatement>>
  inbox?: Readonly<Record<string, SimulatedStatement>>
  stream?: (stream: SimulatedStream) => SimulatedStream
}

/** Responds to consumers that miss events. Of its processes one gets each request. */
function serving({ outbox, stream }: Delivery, process: SimulatedProcess): void {
  const database = outbox.connect(process) as Database
  serveLossRequests({ streams: ['ORDERS'], database, nats: stream.connect(process), log: silent, underWayMs: 0 })
}

/** Publishes as `relay` of events/outbox-relay.ts does, without its pauses. */
async function publishing(delivery: Delivery, process: SimulatedProcess): Promise<void> {
  const { outbox, stream, scheduler } = delivery
  const nats = stream.connect(process)
  const database = outbox.connect(process)
  const streams = watchStreams({ nats, database, log: silent })
  let rows: OutboxRow[] = []
  for (;;) {
    try {
      // It is time to compare the stream with what is recorded.
      if (scheduler.random(30) === 0) streams.distrust()
      if (rows.length === 0 && !streams.isDue()) {
        await scheduler.ask(process, { act: () => undefined })
        rows = await readRows({ database })
        continue
      }
      const result = await publishNext({ nats, database, streams }, rows)
      rows = result.rows
      if (result.error !== undefined) streams.distrust()
      if (result.error !== undefined || !result.hasAdvanced) await scheduler.ask(process, { act: () => undefined })
    } catch {
      // The connection that holds the lock has ended: another one begins from the start.
      await publishing(delivery, process)
    }
  }
}

const handlingOf = (database: Database): HandlerContext => ({
  consumer,
  database,
  log: silent,
  read,
  policy,
  hasExpired: async () => false,
  isPublisherAsked: true,
})

/** Asks for the events that are missing, as `mendLosses` does. */
async function mending({ inbox, stream, scheduler }: Delivery, process: SimulatedProcess): Promise<void> {
  const handling = handlingOf(inbox.connect(process) as Database)
  const waits = { gapWaitMs: 0, reconcileMs: 0, recheckMs: 0 }
  const options = { nats: stream.connect(process), handling, isMade: () => true, user: 'consumer', ...waits }
  const state = newLossRepair()
  for (;;) {
    const at = scheduler.now() + 1_000 * scheduler.random(MENDING_STEPS_MAX)
    await scheduler.ask(process, { act: () => undefined, canRun: () => scheduler.now() >= at })
    await mendOnce(options, state).catch(() => undefined)
  }
}

/** Consumes as `runConsumer` does, without its pauses. */
async function consuming({ inbox, stream, scheduler }: Delivery, process: SimulatedProcess): Promise<void> {
  const handling = handlingOf(inbox.connect(process) as Database)
  for (;;) {
    const messages = await stream.pull(process, 1 + scheduler.random(4))
    try {
      if (messages.length > 0) await handleMessages(handling, messages)
      if (scheduler.random(3) === 0) await handleParked(handling, scheduler.random(2) === 0 ? 'due' : 'released')
    } catch {
      continue
    }
    if (messages.length > 0) await stream.acknowledge(process, messages)
  }
}

/** Writes events in transactions of one to three, as commands do. */
async function writing({ outbox, scheduler }: Delivery, process: SimulatedProcess): Promise<void> {
  const database = outbox.connect(process)
  for (;;) {
    await database.query({ name: 'write-events', text: '', values: [1 + scheduler.random(3)] }).catch(() => undefined)
    await scheduler.ask(process, { act: () => undefined })
  }
}

function isDone({ outbox, inbox, stream }: Delivery): boolean {
  const isPublished = outbox.committed.all('written').length === EVENTS && outbox.committed.all('outbox').length === 0
  return isPublished && stream.isHandled() && inbox.committed.all('effect').length >= EVENTS
}

function faultOf(delivery: Delivery): string | null {
  const { committed } = delivery.inbox
  const fault = committed.get('fault', 'order')
  if (fault !== undefined) return String(fault.text)
  return isDone(delivery) ? null : `in the end ${committed.all('effect').length} of ${EVENTS} events had their effect`
}

type Cast = {
  delivery: Delivery
  /** Ends the relay, the writer or a consumer, and starts another one in its place. */
  restart(place: number): void
}

/** Those that `restart` counts: the relay is the first. */
const PROCESSES = 4

function startDelivery(scheduler: Scheduler, planted: Planted): Cast {
  const stream = createSimulatedStream({ name: 'ORDERS', durable: consumer.name, scheduler })
  const delivery: Delivery = {
    scheduler,
    outbox: createSimulatedDatabase(scheduler, {
      ...publisherStatements,
      ...lossServiceStatements,
      'write-events': writeEvents(scheduler.random),
      ...planted.outbox,
    }),
    inbox: createSimulatedDatabase(scheduler, {
      ...consumerStatements,
      ...lossStatements,
      'apply-effect': applyEffect,
      ...planted.inbox,
    }),
    stream: planted.stream?.(stream) ?? stream,
  }
  const works = [
    [serving, publishing],
    [serving, writing],
    [mending, consuming],
    [mending, consuming],
  ]
  const processes: SimulatedProcess[] = []
  const restart = (place: number) => {
    const before = processes[place]
    if (before !== undefined) scheduler.kill(before)
    const process = { isAlive: true }
    processes[place] = process
    for (const work of works[place] ?? []) void work(delivery, process)
  }
  for (const place of works.keys()) restart(place)
  return { delivery, restart }
}

/** One of the steps in which everything may fail. */
async function disturb({ delivery: { scheduler, stream }, restart }: Cast): Promise<void> {
  const { random } = scheduler
  if (random(40) === 0) restart(random(PROCESSES))
  if (random(80) === 0) stream.loseEnd(1 + random(3))
  if (random(80) === 0) stream.forgetIds()
  if (random(160) === 0) stream.passOver()
  await scheduler.step()
}

/**
 * Runs a writer, a relay and two processes of a consumer by a seed, through crashes, lost answers
 * and lost messages; then without them until everything is handled. Returns what promise was
 * broken, or null.
 */
export async function simulateDelivery(seed: number, planted: Planted = {}): Promise<string | null> {
  const scheduler = createScheduler(seed)
  const cast = startDelivery(scheduler, planted)
  const { delivery } = cast
  for (let steps = 0; steps < DISTURBED_STEPS; steps++) await disturb(cast)
  scheduler.setFaulty(false)
  for (let steps = 0; steps < CALM_STEPS_MAX; steps++) {
    await scheduler.step()
    if (steps % LOOK_EVERY_STEPS === 0 && isDone(delivery)) break
  }
  return faultOf(delivery)
}
