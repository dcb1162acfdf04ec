import { DomainError } from '@open-oms/contracts/errors'
import { Overloaded } from '@open-oms/service-kit/http/error-handler'
import { Pool } from 'undici'

export type ServiceName = 'catalog-assets' | 'orders-workflow' | 'accounting-read'

/** A service behind the gateway and the connections to it. */
export type Upstream = Pick<UpstreamOptions, 'timeoutMs'> & {
  name: ServiceName
  /** For requests with a token, and for requests of the gateway itself. */
  pool: Pool
  /**
   * For routes that need none: a stranger who reads slowly keeps a connection busy, and must not
   * keep it from the others.
   */
  publicPool: Pool
  /** For streams, each of which keeps a connection for as long as a client listens. */
  streamPool: Pool
  /** Waits for what is under way. */
  close(): Promise<void>
  /** Breaks it off. */
  destroy(): Promise<void>
}

export type UpstreamOptions = {
  /**
   * Longest wait for a free connection, then for the first byte of a response, and between two
   * pieces of it; and as long for the client to take a piece.
   */
  timeoutMs: number
  /** Of each of the two pools for requests. */
  connectionsMax: number
  /** Most streams. */
  streamsMax: number
}

const CONNECT_TIMEOUT_MS = 2_000
/**
 * Below the 72 s after which the services close an idle connection, so that none is used that is
 * just being closed.
 */
const IDLE_MAX_MS = 30_000
/** A stream in which nothing comes for so long is dead: the services send something every 20 s. */
export const STREAM_SILENCE_MS = 60_000

export function createUpstream(name: ServiceName, url: string, options: UpstreamOptions): Upstream {
  const { streamsMax: connectionsMax, timeoutMs } = options
  const pools = {
    pool: createPool(url, options),
    publicPool: createPool(url, options),
    streamPool: createPool(url, { connectionsMax, timeoutMs, silenceMs: STREAM_SILENCE_MS }),
  }
  const all = Object.values(pools)
  return {
    name,
    timeoutMs,
    ...pools,
    close: async () => void (await Promise.all(all.map((pool) => pool.close()))),
    destroy: async () => void (await Promise.all(all.map((pool) => pool.destroy()))),
  }
}

type PoolOptions = Pick<UpstreamOptions, 'timeoutMs' | 'connectionsMax'> & {
  /** Longest wait between two pieces of a response; as for its begin by default. */
  silenceMs?: number
}

function createPool(url: string, { timeoutMs, connectionsMax, silenceMs = timeoutMs }: PoolOptions): Pool {
  return new Pool(url, {
    connections: connectionsMax,
    // One request at a time on a connection: a slow response holds back no other.
    pipelining: 1,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    keepAliveTimeout: IDLE_MAX_MS,
    keepAliveMaxTimeout: IDLE_MAX_MS,
    headersTimeout: timeoutMs,
    bodyTimeout: silenceMs,
  })
}

/** Asks a service whether it is ready; for the gateway's own readiness. Rejects when it is not. */
export async function askReadiness({ name, pool }: Upstream): Promise<void> {
  const { statusCode, body } = await pool.request({ method: 'GET', path: '/health/ready' })
  await body.dump()
  if (statusCode !== 200) throw new Error(`${name} is not ready (${statusCode}).`)
}

/**
 * The response when a service could not be reached or did not respond (http.md#errors): 503 with
 * `Retry-After`.
 */
export function unavailable(name: ServiceName, failure: Error): DomainError {
  const isSlow = (failure as { code?: string }).code === 'UND_ERR_HEADERS_TIMEOUT'
  const message = isSlow ? `${name} did not respond in time.` : `${name} is not available.`
  return new DomainError('Unavailable', `${message} Try again later.`, { retryAfterSeconds: isSlow ? 5 : 2 })
}

/** The same where all connections to a service stayed busy. */
export function overloaded(name: ServiceName): DomainError {
  return new Overloaded(`${name} has too much to do. Try again later.`, 5)
}
