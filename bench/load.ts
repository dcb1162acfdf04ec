import autocannon from 'autocannon'

export type Load = {
  url: string
  method: 'GET' | 'POST' | 'PUT'
  headers?: Record<string, string>
  /** The body of the next request; for GET nothing is sent. */
  nextBody?: () => string
  /** Headers of the next request, beside the others. */
  nextHeaders?: () => Record<string, string>
  /** The path of the next request; the url's own when absent. */
  nextPath?: () => string
  seconds: number
  /** Concurrent requests, `CONNECTIONS` when absent. */
  connections?: number
}

/** What a load found: responses, how many a second, and their times in milliseconds. */
export type LoadResult = { count: number; rate: number; mean: number; p50: number; p99: number }

/** Concurrent requests of the measurements in this folder, where a figure names no other number. */
export const CONNECTIONS = 8

/**
 * Sends requests for some seconds, each as soon as its connection is free. A response outside 2xx
 * ends the measurement: it would measure an error path.
 */
export async function measureLoad(load: Load): Promise<LoadResult> {
  const { nextBody, nextHeaders, nextPath, connections = CONNECTIONS } = load
  const result = await autocannon({
    url: load.url,
    connections,
    duration: load.seconds,
    requests: [
      {
        method: load.method,
        headers: { ...load.headers, ...(nextBody === undefined ? {} : { 'content-type': 'application/json' }) },
        setupRequest: (request) => ({
          ...request,
          ...(nextHeaders === undefined ? {} : { headers: { ...request.headers, ...nextHeaders() } }),
          ...(nextPath === undefined ? {} : { path: nextPath() }),
          ...(nextBody === undefined ? {} : { body: nextBody() }),
        }),
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${load.method} ${load.url}: ${result.non2xx} responses were not 2xx, ${result.errors} failed`)
  const { average: mean, p50, p99 } = result.latency
  return { count: result['2xx'], rate: result['2xx'] / result.duration, mean, p50, p99 }
}

/** Responses per second over a run, as `measureLoad` finds them. */
export async function requestsPerSecond(load: Load): Promise<number> {
  return (await measureLoad(load)).rate
}
