/** A circuit breaker that has opened, or closed again. */
export type BreakerChange = { connector: string; state: 'open' | 'closed' }

/**
 * A receiver that nobody has called for so long counts as none: its address may not be configured
 * any more.
 */
const FORGOTTEN_MS = 60 * 60_000

const listeners = new Set<(change: BreakerChange) => void>()
/**
 * By receiver: the connectors that do not respond in this process, with the time of their last
 * failure.
 */
const silent = new Map<string, { connector: string; at: number }>()

/** Calls a listener at each change, until the returned function is called. */
export function onBreakerChange(listener: (change: BreakerChange) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * The names of the connectors whose circuit is open in this process: no call has had a response
 * since.
 */
export function openBreakers(): string[] {
  const known = [...silent.values()].filter(({ at }) => Date.now() - at < FORGOTTEN_MS)
  return [...new Set(known.map(({ connector }) => connector))]
}

/** Notes a failure that leaves the circuit of a receiver open; `isNew`: that has just opened it. */
export function noteOpenBreaker(receiver: string, connector: string, isNew: boolean): void {
  silent.set(receiver, { connector, at: Date.now() })
  if (isNew) report({ connector, state: 'open' })
}

/** Notes that the circuit of a receiver has closed. */
export function noteClosedBreaker(receiver: string, connector: string): void {
  silent.delete(receiver)
  report({ connector, state: 'closed' })
}

function report(change: BreakerChange): void {
  for (const listener of listeners) listener(change)
}
