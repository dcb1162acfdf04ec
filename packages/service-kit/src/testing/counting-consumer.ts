import { randomUUID } from 'node:crypto'
import type { EventEnvelope } from '@open-oms/contracts/event'
import pino from 'pino'
import { type ConsumerDeps, type RunningConsumers, startConsumers } from '../consumers/consume.ts'
import type { Transaction } from '../database/transaction.ts'
import { defineConsumer } from '../events/consumer.ts'
import type { RetryPolicy } from '../events/parked-events.ts'
import { type CounterGrown, counterGrown, counterTables } from './counter-events.ts'
import { type Teardown, type TestDatabase, testDatabase } from './test-database.ts'
import { eventually, type TestEvents, testEvents } from './test-events.ts'

type Handle = (tx: Transaction, event: EventEnvelope<CounterGrown>) => Promise<void>

const quick: RetryPolicy = { triesMax: 8, backoffMs: 10, backoffMaxMs: 40, startWaitMs: 400 }

/** The usual effect of a counter's event: a row that says when it was handled. */
export const applyEffect: Handle = async (tx, event) => {
  await tx.commitWith({
    name: 'apply-effect',
    text: 'insert into effect (subject, sequence, by) values ($1, $2, $3)',
    values: [event.subject, event.sequence ?? 0, event.data.by],
  })
}

/** A consumer of the counter's events. */
export function counting(handle: Handle = applyEffect) {
  return defineConsumer({
    name: 'counting',
    stream: 'ORDERS',
    handlers: { [counterGrown.type]: { contract: counterGrown, handle } },
  })
}

export type CountingSetup = {
  database: TestDatabase
  events: TestEvents
  /** What the consumers have logged as a warning or an error, as JSON. */
  lines: string[]
  start(handle?: Handle, retry?: Partial<RetryPolicy>, mending?: ConsumerDeps['mending']): RunningConsumers
}

/** Database, nats-server, and a way to start the counting consumer as often as a test wants. */
export async function setUpCounting(test: Teardown, responseTimeoutMs?: number): Promise<CountingSetup> {
  const [database, events] = await Promise.all([testDatabase(test), testEvents(test, responseTimeoutMs)])
  await database.query(counterTables)
  const lines: string[] = []
  const start: CountingSetup['start'] = (handle, retry = {}, mending = undefined) => {
    const deps = {
      database,
      databaseUrl: database.url,
      nats: events.nats,
      log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
      retry: { ...quick, ...retry },
      mending,
    }
    const running = startConsumers(deps, [counting(handle)])
    test.teardown(() => running.stop())
    return running
  }
  return { database, events, lines, start }
}

/** An event as it may come over the wire. */
export function grown(subject: string, sequence: number | undefined, fields: Partial<EventEnvelope> = {}): EventEnvelope {
  return {
    specversion: '1.0',
    id: randomUUID(),
    source: '/orders/counter',
    type: counterGrown.type,
    subject,
    time: '2026-03-01T12:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:oms:event:orders.counter.grown.v1',
    ...(sequence === undefined ? {} : { sequence }),
    data: { by: 1 },
    ...fields,
  }
}

/** Publishes past the outbox, so that a test decides what arrives. */
export async function publish({ nats }: TestEvents, ...envelopes: (EventEnvelope | string)[]): Promise<void> {
  for (const envelope of envelopes) {
    await nats.jetstream.publish(counterGrown.type, typeof envelope === 'string' ? envelope : JSON.stringify(envelope))
  }
}

/** The effects as `subject:sequence`, in the order of their commits. */
export async function effects(database: TestDatabase): Promise<string[]> {
  const rows = await database.query<{ subject: string; sequence: number }>({
    text: 'select subject, sequence from effect order by place',
  })
  return rows.map((row) => `${row.subject}:${row.sequence}`)
}

export async function haveEffects(database: TestDatabase, expected: readonly string[]): Promise<void> {
  await eventually(async () => (await effects(database)).length >= expected.length, `there are the effects ${expected}`)
}

export async function areAcknowledged(running: RunningConsumers): Promise<void> {
  await eventually(async () => (await running.lag()).counting === 0, 'all events are acknowledged')
}
