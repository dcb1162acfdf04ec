/** A circuit breaker that has opened, or closed again. */
export type BreakerChange = { connector: string; state: 'open' | 'closed' }

const listeners = new Set<(change: BreakerChange) => void>()
/** By receiver: the names of the connectors whose circuit is open in this process. */
const open = new Map<string, string>()

/** Calls a listener at each change, until the returned function is called. */
export function onBreakerChange(listener: (change: BreakerChange) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The names of the connectors that this process does not call at the moment. */
export function openBreakers(): string[] {
  return [...new Set(open.values())]
}

/** Reports that the circuit of a receiver has opened or closed. */
export function reportBreaker(receiver: string, change: BreakerChange): void {
  if (change.state === 'open') open.set(receiver, change.connector)
  else open.delete(receiver)
  for (const listener of listeners) listener(change)
}
