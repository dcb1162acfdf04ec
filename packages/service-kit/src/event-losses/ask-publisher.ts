import { randomUUID } from 'node:crypto'
import { foreignStream, type StreamName } from '@open-oms/contracts/event'
import {
  LossRefusal,
  lossReplyPrefix,
  lossSubjects,
  type PublishedRequest,
  PublishedResponse,
  type RepeatRequest,
  RepeatResponse,
} from '@open-oms/contracts/event-losses'
import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Nats } from '../events/connect-nats.ts'

export type Publisher = {
  repeat(request: RepeatRequest): Promise<RepeatResponse>
  published(request: PublishedRequest): Promise<PublishedResponse>
}

/** A publisher reads the events of a day in this time. */
const TIMEOUT_MS = 60_000

export type PublisherOptions = {
  /** The user at NATS whose replies these are. */
  user: string
  /** Longest wait for a response; a minute when absent. */
  timeoutMs?: number | undefined
}

/** Whether someone publishes the events of a stream who can be asked: not those of others. */
export function hasPublisher(stream: StreamName): boolean {
  return stream !== foreignStream
}

/**
 * The publisher of a stream, as a consumer asks it (events.md#requests-to-the-publisher). Raises an
 * error when it is unreachable, too busy, or responds with something else.
 */
export function publisherClient(
  stream: StreamName,
  { connection }: Pick<Nats, 'connection'>,
  asking: PublisherOptions,
): Publisher {
  const { user, timeoutMs = TIMEOUT_MS } = asking
  const subjects = lossSubjects(stream)
  const ask = async <T extends TSchema>(subject: string, request: object, schema: T): Promise<Static<T>> => {
    // Its own subject: the publisher may not write to inboxes, which also have the server's
    // responses.
    const options = { timeout: timeoutMs, noMux: true, reply: `${lossReplyPrefix(user)}.${randomUUID()}` }
    const response = (await connection.request(subject, JSON.stringify(request), options)).json<unknown>()
    const reason = Value.Check(LossRefusal, response) ? response.refused : 'unreadable'
    if (Value.Check(schema, response)) return response
    throw new Error(`The publisher of ${stream} responds: ${reason}.`)
  }
  return {
    repeat: (request) => ask(subjects.repeat, request, RepeatResponse),
    published: (request) => ask(subjects.published, request, PublishedResponse),
  }
}
