import type { Log } from '@open-oms/service-kit/observability/log'
import { pause } from '@open-oms/service-kit/waiting/pause'
import type { KeyRing } from '../tokens/key-ring.ts'
import type { CredentialRows } from './credential-rows.ts'
import { resealRecords } from './sealed-records.ts'

/** How soon a new key, or orders-workflow after it was away, is noticed. */
const LOOK_MS = 10_000

type SealDeps = { rows: CredentialRows; keyRing: () => KeyRing; log: Pick<Log, 'info' | 'warn'> }

/**
 * Seals what is kept with the signing key of now whenever that is another one, and says when it is
 * done: then the former key can be removed (security.md#credentials-of-people). Returns how to stop
 * it.
 */
export function keepRecordsSealed({ rows, keyRing, log }: SealDeps): () => Promise<void> {
  const stopped = new AbortController()
  let done: string | null = null
  const run = async () => {
    while (!stopped.signal.aborted) {
      const ring = keyRing()
      // What cannot be reached is tried again.
      const counts = ring.signing.kid === done ? null : await resealRecords(rows, ring).catch(() => null)
      if (counts !== null) {
        done = ring.signing.kid
        const message = 'what is kept of people and clients is sealed by the signing key of now'
        if (counts.unreadable > 0) log.warn(counts, `${message}, except rows whose key is gone`)
        else log.info(counts, message)
      }
      await pause(LOOK_MS, stopped.signal)
    }
  }
  const running = run()
  return async () => {
    stopped.abort()
    await running
  }
}
