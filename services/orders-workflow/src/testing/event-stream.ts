import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestTokenOptions } from '@open-oms/service-kit/testing/test-issuer'
import type { OrdersTest } from './test-orders.ts'

/** An event as a client gets it; a heartbeat is one without name. */
export type ReceivedEvent = { name: string; id: string; data: Record<string, string> | null }

export type ReceivedStream = {
  status: number
  headers: IncomingHttpHeaders
  /** The next event; fails when none comes in time. Null: the stream has ended. */
  next(): Promise<ReceivedEvent | null>
  /** The next events, heartbeats left out, until so many have come. */
  take(count: number): Promise<ReceivedEvent[]>
  /** Cuts the connection. */
  cut(): void
  /** The text of a response that is no stream. */
  text(): Promise<string>
}

const PATIENCE_MS = 20_000

/** The promise, but fails when it takes too long. */
export async function inTime<T>(promise: Promise<T>, what: string): Promise<T> {
  const timer = new AbortController()
  const late = sleep(PATIENCE_MS, undefined, { signal: timer.signal }).then(() => Promise.reject(new Error(`${what}: too late`)))
  late.catch(() => undefined)
  return await Promise.race([promise, late]).finally(() => timer.abort())
}

function parseEvent(block: string): ReceivedEvent {
  const fields = new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]))
  const data = fields.get('data')
  return { name: fields.get('event') ?? '', id: fields.get('id') ?? '', data: data === undefined ? null : JSON.parse(data) }
}

async function* parseEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<ReceivedEvent, void, undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of body) {
    const blocks = `${rest}${decoder.decode(piece, { stream: true })}`.split('\n\n')
    rest = blocks.pop() as string
    for (const block of blocks) yield parseEvent(block)
  }
}

export type OpenStream = { query?: string; lastEventId?: string; as?: TestTokenOptions }

/** Opens the stream of changes of a server that listens, on a connection of its own. */
export async function openStream(
  { app, issuer }: Pick<OrdersTest, 'app' | 'issuer'>,
  opened: OpenStream = {},
): Promise<ReceivedStream> {
  const { query = '', lastEventId, as = {} } = opened
  const { port } = app.server.address() as AddressInfo
  const asked = request({
    port,
    path: `/api/Orders/Changes/Stream${query}`,
    agent: false,
    headers: {
      authorization: `Bearer ${await issuer.token(as)}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
  }).end()
  const [response] = (await inTime(once(asked, 'response'), 'the response')) as [IncomingMessage]
  // What it raises is seen by who reads it.
  asked.on('error', () => undefined)
  const { statusCode: status = 0, headers } = response
  const events = status === 200 ? parseEvents(response) : null
  const next = async () => {
    if (events === null) throw new Error(`The stream was refused: ${status} ${await text(response)}`)
    return (await inTime(events.next(), 'the next event')).value ?? null
  }
  return {
    status,
    headers,
    next,
    async take(count) {
      const taken: ReceivedEvent[] = []
      while (taken.length < count) {
        const event = await next()
        if (event === null) throw new Error(`The stream ended after ${taken.length} of ${count} events.`)
        if (event.name !== '') taken.push(event)
      }
      return taken
    },
    cut: () => void asked.destroy(),
    text: () => inTime(text(response), 'the rest'),
  }
}
