/**
 * Measures at most once in `everyMs`, however many gauges and servers ask: they share the
 * measurement that is under way or was made last; with 0, the default, only the one under way. One
 * that fails, fails for all that share it, and the next asks again.
 */
export function sharedMeasurement<T>(measure: () => Promise<T>, everyMs = 0): () => Promise<T> {
  let latest: Promise<T> | null = null
  const forget = () => {
    latest = null
  }
  return () => {
    if (latest === null) {
      latest = measure()
      latest.then(() => (everyMs === 0 ? forget() : setTimeout(forget, everyMs).unref()), forget)
    }
    return latest
  }
}
