import { backoffMs, jittered } from '@open-oms/service-kit/waiting/pause'

/**
 * How long a message or a webhook waits after that many failed tries: doubling from 5 seconds to 10
 * minutes. `chance`, from 0 to 1, picks a time between half and all of it, so that what failed
 * together is not retried together.
 */
export function retryPauseMs(failures: number, chance: number): number {
  return Math.round(jittered(backoffMs(failures, { first: 5_000, max: 10 * 60_000 }), chance))
}
