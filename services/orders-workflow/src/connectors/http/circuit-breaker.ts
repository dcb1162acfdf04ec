/** Stops calls to receivers that do not respond (connectors.md#connector-outcomes). */
export type CircuitBreaker = {
  /**
   * False while the circuit is open. Then one caller may try, and the others wait for its outcome.
   */
  mayCall(key: string): boolean
  /**
   * How many of `most` callers may call now: none while the circuit is open, then one, and all
   * after a response.
   */
  capacity(key: string, most: number): number
  /** Milliseconds until a caller may try; 0 where one may now. */
  restMs(key: string): number
  /** Closes the circuit. Returns whether it was open. */
  responded(key: string): boolean
  /**
   * Counts a failure; an open circuit is open for `openMs` from now. Returns whether it has just
   * opened.
   */
  failed(key: string, openMs?: number): boolean
}

export type CircuitBreakerOptions = {
  /** Failures in a row that open the circuit. */
  failuresMax: number
  openMs: number
  now: () => number
}

type Circuit = { failures: number; openUntil: number; openMs: number }

/** Makes a circuit breaker with a circuit per key of a receiver. */
export function createCircuitBreaker({ failuresMax, openMs: usualOpenMs, now }: CircuitBreakerOptions): CircuitBreaker {
  const circuits = new Map<string, Circuit>()
  return {
    mayCall(key) {
      const circuit = circuits.get(key)
      if (circuit === undefined || circuit.failures < failuresMax) return true
      if (now() < circuit.openUntil) return false
      // Other callers wait for this one, for the same time at most.
      circuit.openUntil = now() + circuit.openMs
      return true
    },
    capacity(key, most) {
      const circuit = circuits.get(key)
      if (circuit === undefined || circuit.failures < failuresMax) return most
      return now() < circuit.openUntil ? 0 : Math.min(1, most)
    },
    restMs(key) {
      const circuit = circuits.get(key)
      return circuit === undefined || circuit.failures < failuresMax ? 0 : Math.max(0, circuit.openUntil - now())
    },
    responded(key) {
      const wasOpen = (circuits.get(key)?.failures ?? 0) >= failuresMax
      circuits.delete(key)
      return wasOpen
    },
    failed(key, openMs = usualOpenMs) {
      const failures = (circuits.get(key)?.failures ?? 0) + 1
      circuits.set(key, { failures, openUntil: now() + openMs, openMs })
      return failures === failuresMax
    },
  }
}
