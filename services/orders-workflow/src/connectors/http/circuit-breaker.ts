/** Keeps calls away from receivers that do not answer (connectors.md#connector-outcomes). */
export type CircuitBreaker = {
  /** False while the receiver is left alone. After that time one caller is let through to try, the others wait for what it finds. */
  mayCall(key: string): boolean
  /** How many of so many callers would be let through now: none while the receiver is left alone, then one, and all once it answers. */
  room(key: string, most: number): number
  answered(key: string): void
  failed(key: string): void
}

export type CircuitBreakerOptions = {
  /** Failures in a row after which the receiver is left alone. */
  failuresMax: number
  openMs: number
  now: () => number
}

type Circuit = { failures: number; openUntil: number }

/** Makes a circuit breaker that tells receivers apart by their keys. */
export function createCircuitBreaker({ failuresMax, openMs, now }: CircuitBreakerOptions): CircuitBreaker {
  const circuits = new Map<string, Circuit>()
  return {
    mayCall(key) {
      const circuit = circuits.get(key)
      if (circuit === undefined || circuit.failures < failuresMax) return true
      if (now() < circuit.openUntil) return false
      // Whoever comes next waits for this caller; if nothing is heard of it, for as long as before.
      circuit.openUntil = now() + openMs
      return true
    },
    room(key, most) {
      const circuit = circuits.get(key)
      if (circuit === undefined || circuit.failures < failuresMax) return most
      return now() < circuit.openUntil ? 0 : Math.min(1, most)
    },
    answered(key) {
      circuits.delete(key)
    },
    failed(key) {
      const circuit = circuits.get(key) ?? { failures: 0, openUntil: 0 }
      circuit.failures += 1
      circuit.openUntil = now() + openMs
      circuits.set(key, circuit)
    },
  }
}
