/** How slowly a client may take a response. */
export type PaceLimit = {
  /** 0: as slowly as it likes. */
  bytesPerSecondMin: number
  /** Milliseconds of a clock that never goes back; the machine's by default. */
  now?: () => number
}

/**
 * What a client may hold a response up for besides what its rate gives it: short responses and
 * short breaks are nobody's business.
 */
export const GRACE_MS = 30_000

export type ClientPace = {
  /** Notes bytes that were handed to the client. */
  gave(bytes: number): void
  /** The client has to take something before more can be handed to it. */
  hold(): void
  /** It has, or the response is over. */
  release(): void
}

/**
 * Calls `onTooSlow` once the client has held a response up for longer than what it has taken so far
 * allows at the lowest rate. Time in which the service has nothing to hand on does not count.
 */
export function clientPace({ bytesPerSecondMin, now = () => performance.now() }: PaceLimit, onTooSlow: () => void): ClientPace {
  let bytes = 0
  let heldMs = 0
  let held: { since: number; timer: NodeJS.Timeout } | null = null
  return {
    gave(count) {
      bytes += count
    },
    hold() {
      if (bytesPerSecondMin === 0 || held !== null) return
      const leftMs = GRACE_MS + (bytes / bytesPerSecondMin) * 1_000 - heldMs
      held = { since: now(), timer: setTimeout(onTooSlow, Math.max(0, leftMs)) }
    },
    release() {
      if (held === null) return
      clearTimeout(held.timer)
      heldMs += now() - held.since
      held = null
    },
  }
}
