/** Where and as whom a measurement calls the order service. */
export type Session = { url: string; token: string }

/**
 * Sends one request and returns the text of its response. A response outside 2xx ends the
 * measurement: it would measure an error path.
 */
// biome-ignore lint/complexity/useMaxParams: the parameters are those of an HTTP request line.
export async function send({ url, token }: Session, method: string, path: string, body?: unknown): Promise<string> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text.slice(0, 500)}`)
  return text
}

/** The first turns of a measurement open connections and make plans; they do not count. */
export const WARM_UP_TURNS = 3

/**
 * The 95th percentile, in milliseconds, of the times that a piece of work takes, one after the
 * other.
 */
export async function p95(times: number, work: (turn: number) => Promise<unknown>): Promise<number> {
  const taken: number[] = []
  for (let turn = 0; turn < times + WARM_UP_TURNS; turn++) {
    const start = performance.now()
    await work(turn)
    if (turn >= WARM_UP_TURNS) taken.push(performance.now() - start)
  }
  return percentile(taken, 0.95)
}

/** The value that a share of the values does not exceed: of 0.5 the median. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] as number
}
