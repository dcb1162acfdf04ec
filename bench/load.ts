import autocannon from 'autocannon'

export type Load = {
  url: string
  method: 'GET' | 'POST' | 'PUT'
  headers?: Record<string, string>
  /** The body of the next request; for GET nothing is sent. */
  nextBody?: () => string
  /** The path of the next request; the url's own when absent. */
  nextPath?: () => string
  seconds: number
}

/** Concurrent requests of every measurement in this folder. */
export const CONNECTIONS = 8

/**
 * Responses per second over a run. A response outside 2xx ends the measurement: it would measure an
 * error path.
 */
export async function requestsPerSecond(load: Load): Promise<number> {
  const { nextBody, nextPath } = load
  const result = await autocannon({
    url: load.url,
    connections: CONNECTIONS,
    duration: load.seconds,
    requests: [
      {
        method: load.method,
        headers: { ...load.headers, ...(nextBody === undefined ? {} : { 'content-type': 'application/json' }) },
        setupRequest: (request) => ({
          ...request,
          ...(nextPath === undefined ? {} : { path: nextPath() }),
          ...(nextBody === undefined ? {} : { body: nextBody() }),
        }),
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${load.method} ${load.url}: ${result.non2xx} responses were not 2xx, ${result.errors} failed`)
  return result['2xx'] / result.duration
}
