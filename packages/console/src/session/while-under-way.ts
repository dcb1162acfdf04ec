import { isApiError } from '@open-oms/client/errors'

/**
 * A little longer than the key of a request is kept whose process has died
 * (docs/reference/behaviour/http.md#idempotency-keys).
 */
const PATIENCE_MS = 75_000
const PAUSE_MS = 1_000
const PAUSE_MS_MAX = 10_000

/** How soon a stop ends a pause. */
const STOP_MS = 250

type RetryOptions = {
  /**
   * Is called before each pause with the time, in milliseconds of the epoch, until which it is
   * tried again.
   */
  onWait: (until: number) => void
  /** Whether the person has had enough. */
  isStopped: () => boolean
}

/**
 * Sends a request, and sends it again while an earlier one, with the same key or for the same
 * order, is still under way: with growing pauses, not before the response says, and for a bounded
 * time. Raises what `send` raises.
 */
export function whileUnderWay<Result>(send: () => Promise<Result>, waiting: RetryOptions): Promise<Result> {
  return whilePassing(send, { ...waiting, isPassing: isUnderWay })
}

/** Likewise while what fails is expected to pass. */
export async function whilePassing<Result>(
  send: () => Promise<Result>,
  { isPassing, onWait, isStopped }: RetryOptions & { isPassing: (error: unknown) => boolean },
): Promise<Result> {
  for (let tries = 0, waited = 0; ; tries++) {
    try {
      return await send()
    } catch (error) {
      if (!isPassing(error) || isStopped()) throw error
      const pause = pauseAfter(error, tries)
      if (waited + pause > PATIENCE_MS) throw error
      onWait(Date.now() + PATIENCE_MS - waited)
      await pauseUnless(isStopped, pause)
      waited += pause
      if (isStopped()) throw error
    }
  }
}

/** Ends after some milliseconds, or soon after the person has had enough. */
function pauseUnless(isStopped: () => boolean, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      clearInterval(watch)
      resolve()
    }
    const timer = setTimeout(end, ms)
    const watch = setInterval(() => isStopped() && end(), STOP_MS)
  })
}

function pauseAfter(error: unknown, tries: number): number {
  const asked = isApiError(error) ? error.retryAfterMs : null
  return Math.max(asked ?? 0, Math.min(PAUSE_MS_MAX, PAUSE_MS * 2 ** tries))
}

/**
 * Whether a request was refused only because an earlier one has not ended; the response says when
 * to ask again.
 */
export function isUnderWay(error: unknown): error is Error & { retryAfterMs: number } {
  return isApiError(error) && error.status === 409 && error.retryAfterMs !== null
}
