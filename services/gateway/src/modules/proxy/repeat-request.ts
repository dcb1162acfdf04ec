/** What decides whether a request that failed may be sent again, and how often it has failed. */
export type Attempts = {
  /** Whether its body is at hand: one that was passed on as a stream is spent. */
  readonly isWhole: boolean
  /**
   * Whether a second execution has no further effect: a read, or a write with an idempotency key.
   */
  readonly isSafe: boolean
  /** Tries that reached no process. */
  refused: number
  /** Tries whose connection was closed before a response. */
  broken: number
}

/**
 * A process that restarts is back within about two seconds; another one takes the request
 * immediately.
 */
const REFUSED_PAUSES_MS = [0, 100, 300, 600, 1_000]

const REFUSED = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT']
const BROKEN = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']

/**
 * Milliseconds to wait before a request is sent again, or null when it is not
 * (http.md#repeated-requests). Counts the failure. A try that found no process had no effect, so
 * that every request may be repeated; a connection that was closed may have had one.
 */
export function pauseBeforeRepeat(attempts: Attempts, failure: Error): number | null {
  if (!attempts.isWhole) return null
  const codes = errorCodes(failure)
  if (codes.some((code) => BROKEN.includes(code))) return attempts.isSafe && attempts.broken++ === 0 ? 0 : null
  if (codes.length > 0 && codes.every((code) => REFUSED.includes(code))) return REFUSED_PAUSES_MS[attempts.refused++] ?? null
  return null
}

/** Of a name with several addresses, each address has failed in its own way. */
function errorCodes(failure: Error): string[] {
  const causes = failure instanceof AggregateError ? (failure.errors as Error[]) : [failure]
  return causes.map((cause) => (cause as { code?: string }).code ?? '')
}
