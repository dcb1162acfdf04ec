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
  responded(key: string): void
  failed(key: string): void
}

export type CircuitBreakerOptions = {
  /** Failures in a row that open the circuit. */
  failuresMax: number
  openMs: number
  now: () => number
}

type Circuit = { failures: number; openUntil: number }

/** Makes a circuit breaker with a circuit per key of a receiver. */
export function createCircuitBreaker({ failuresMax, openMs, now }: CircuitBreakerOptions): CircuitBreaker {
  const circuits = new Map<string, Circuit>()
  return {
    mayCall(key) {
      const circuit = circuits.get(key)
      if (circuit === undefined || circuit.failures < failuresMax) return true
      if (now() < circuit.openUntil) return false
      // Other callers wait for this one, for the same time at most.
      circuit.openUntil = now() + openMs
      return true
    },
    capacity(key, most) {
      const circuit = circuits.get(key)
      if (circuit === undefined || circuit.failures < failuresMax) return most
      return now() < circuit.openUntil ? 0 : Math.min(1, most)
    },
    responded(key) {
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
