import type { StreamName } from '@open-oms/contracts/event'
import {
  LOSS_EVENTS_MAX,
  type LossRefusal,
  lossSubjects,
  PublishedRequest,
  RepeatRequest,
} from '@open-oms/contracts/event-losses'
import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Msg, Subscription } from 'nats'
import type { Database } from '../database/database.ts'
import type { Nats } from '../events/connect-nats.ts'
import { notifyRelays } from '../events/outbox.ts'
import type { Log } from '../observability/log.ts'
import type { MetricsRegistry } from '../observability/metrics.ts'
import { notePublishedPositions, readPublishedPage } from './published-positions.ts'
import { repeatPublished } from './repeat-published.ts'
import type { SearchProgress } from './search-published.ts'

export type LossServiceConfig = {
  /** The streams that this service publishes to. */
  streams: readonly StreamName[]
  database: Database
  nats: Pick<Nats, 'connection'>
  log: Log
  metrics?: Pick<MetricsRegistry, 'count'> | undefined
  /** How long published events may be on their way to consumers; a minute when absent. */
  underWayMs?: number | undefined
}

/** Requests that wait in this process; further ones are refused, and asked again later. */
const WAITING_MAX = 8
const UNDER_WAY_MS = 60_000
/** How often the positions of published aggregates are brought up to date for requests. */
const NOTE_EVERY_MS = 30_000

type Service = LossServiceConfig & { stream: StreamName; notedAt: number; searched: SearchProgress }

/**
 * Responds to consumers that miss events of this service (events.md#requests-to-the-publisher), one
 * request at a time, until the returned function is called. Of several processes one gets each
 * request.
 */
export function serveLossRequests(config: LossServiceConfig): () => Promise<void> {
  let work = Promise.resolve()
  let waiting = 0
  const serve = (service: Service, message: Msg) => {
    if (waiting >= WAITING_MAX) return refuse(service, message, 'busy')
    waiting += 1
    work = work
      .then(() => handle(service, message))
      .finally(() => {
        waiting -= 1
      })
  }
  const subscriptions = config.streams.map((stream): Subscription => {
    const service: Service = { ...config, stream, notedAt: Number.NEGATIVE_INFINITY, searched: new Map() }
    const callback = (error: Error | null, message: Msg) => {
      if (error === null) serve(service, message)
      else config.log.warn({ err: error, stream }, 'requests for lost events cannot be served')
    }
    return config.nats.connection.subscribe(lossSubjects(stream).all, { queue: 'publisher', callback })
  })
  return async () => {
    for (const subscription of subscriptions) subscription.unsubscribe()
    await work
  }
}

function respond(message: Msg, response: object | LossRefusal): void {
  message.respond(JSON.stringify(response))
}

/** Never raises an error: who gets no response asks again. */
function refuse({ log, stream }: Service, message: Msg, refused: LossRefusal['refused']): void {
  try {
    respond(message, { refused })
  } catch (error) {
    log.warn({ err: error, stream, subject: message.subject }, 'a request for lost events gets no response')
  }
}

async function handle(service: Service, message: Msg): Promise<void> {
  const { log, stream } = service
  try {
    const { repeat, published } = lossSubjects(stream)
    if (message.subject === repeat) respond(message, await repeatEvents(service, message))
    if (message.subject === published) respond(message, await listPublished(service, message))
  } catch (error) {
    log.warn({ err: error, stream, subject: message.subject }, 'a request for lost events failed')
    refuse(service, message, 'failed')
  }
}

function read<T extends TSchema>(schema: T, message: Msg): Static<T> | null {
  try {
    const value = message.json<unknown>()
    return Value.Check(schema, value) ? value : null
  } catch {
    return null
  }
}

const invalid: LossRefusal = { refused: 'invalid' }

async function repeatEvents({ database, stream, log, metrics, searched }: Service, message: Msg): Promise<object> {
  const request = read(RepeatRequest, message)
  const count = request?.gaps.reduce((sum, { first, last }) => sum + Math.max(0, last - first + 1), 0) ?? 0
  if (request === null || count > LOSS_EVENTS_MAX) return invalid
  const response = await repeatPublished(database, { stream, searched }, request.gaps)
  if (response.repeated > 0) {
    notifyRelays()
    log.warn({ stream, events: response.repeated }, 'a consumer misses events; they are published again')
    metrics?.count('oms_events_republished_total', { stream, reason: 'request' }, response.repeated)
  }
  return response
}

async function listPublished(service: Service, message: Msg): Promise<object> {
  const { database, stream, underWayMs = UNDER_WAY_MS } = service
  const request = read(PublishedRequest, message)
  if (request === null || Number.isNaN(Date.parse(request.after.published))) return invalid
  if (performance.now() - service.notedAt > Math.min(NOTE_EVERY_MS, underWayMs)) {
    // What is not noted yet is newer than what is, and is compared with the next request.
    if (await notePublishedPositions(database)) service.notedAt = performance.now()
  }
  return await readPublishedPage(database, { stream, typePrefix: request.typePrefix, after: request.after, underWayMs })
}
