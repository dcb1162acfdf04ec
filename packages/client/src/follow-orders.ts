import { sleep } from './abort.ts'
import type { Query } from './address.ts'
import type { CallOptions } from './call.ts'
import type { Client } from './client.ts'
import { ApiError, ConnectionError } from './errors.ts'
import { readServerEvents } from './server-events.ts'
import type { OrderChange, OrderChangeFilter } from './types.ts'

/**
 * Whether the stream is connected, and the cursor up to which changes are known; undefined before
 * the first connection.
 */
export type FollowState = { isConnected: boolean; cursor: string | undefined }

export type FollowOptions = OrderChangeFilter &
  Pick<CallOptions, 'signal' | 'headers'> & {
    /** The cursor behind which to begin; now by default. */
    after?: string
    /**
     * Called when the connection opens, with the position in the feed, and when it closes.
     */
    onState?: (state: FollowState) => void
    /**
     * Milliseconds without a sign of life after which the connection is given up; 60,000 by
     * default.
     */
    silenceMs?: number
    /** The longest pause in milliseconds before it is tried again; 30,000 by default. */
    pauseMsMax?: number
  }

/** A change and the cursor to store once it is handled: `after` of the next time. */
export type FollowedChange = OrderChange & { cursor: string }

const PAUSE_MS = 500
const passingStatuses: readonly number[] = [429, 500, 502, 503, 504]

/**
 * The changes of orders as they happen (search.md#stream-of-changes), until the signal aborts or
 * the loop is left. A connection that ends is made again behind the last change, so that none is
 * missing. Raises what the gateway refuses permanently: a session that is over, a role that is
 * missing, `ValidationFailed` for a cursor that the feed does not know.
 */
export async function* followOrders(
  client: Client,
  options: FollowOptions = {},
): AsyncGenerator<FollowedChange, void, undefined> {
  const { signal = null, headers, after, onState, silenceMs, pauseMsMax = 30_000, ...filter } = options
  let cursor = after
  for (let failures = 0; ; ) {
    try {
      for await (const { name, id, data } of connection(client, {
        query: { ...filter, since: cursor },
        headers,
        silenceMs,
        signal,
      })) {
        failures = 0
        cursor = id
        if (name === 'position') onState?.({ isConnected: true, cursor })
        if (name === 'change') yield { ...(JSON.parse(data) as OrderChange), cursor }
      }
    } catch (error) {
      signal?.throwIfAborted()
      if (isForGood(error)) throw error
      failures++
    }
    onState?.({ isConnected: false, cursor })
    // Half of it is random: after a restart all clients have lost their connections in the same
    // moment.
    await sleep(Math.min(pauseMsMax, PAUSE_MS * 2 ** Math.min(failures, 20)) * (0.5 + Math.random() / 2), signal)
  }
}

type Connection = {
  query: Query
  headers: CallOptions['headers'] | undefined
  silenceMs: number | undefined
  signal: AbortSignal | null
}

/** The events of one connection, which is closed when the loop over them is left. */
async function* connection(client: Client, { query, headers, silenceMs = 60_000, signal }: Connection) {
  const closed = new AbortController()
  const until = signal === null ? closed.signal : AbortSignal.any([signal, closed.signal])
  const accept = { ...headers, accept: 'text/event-stream' }
  try {
    const response = await client.open({
      method: 'GET',
      path: '/api/Orders/Changes/Stream',
      query,
      headers: accept,
      signal: until,
    })
    yield* readServerEvents(response, { silenceMs, signal: until })
  } finally {
    closed.abort()
  }
}

function isForGood(error: unknown): boolean {
  if (error instanceof ApiError) return !passingStatuses.includes(error.status)
  return !(error instanceof ConnectionError)
}
