import { createHash } from 'node:crypto'
import { DomainError } from '@open-oms/contracts/errors'
import { auditEntry } from '@open-oms/service-kit/audit/audit-entry'
import type { AuditTrail } from '@open-oms/service-kit/audit/audit-trail'
import type { Buckets } from '../limits/memory-buckets.ts'
import type { BucketPolicy } from '../limits/token-bucket.ts'
import type { KeyRing } from '../tokens/key-ring.ts'
import type { KnownDevice } from './known-device.ts'
import type { Sender } from './sender.ts'
import { nameKey, type UserRegistry } from './user-registry.ts'

/**
 * Failed attempts for one name from all addresses together: 2,880 a day, too few to find a password
 * of twelve characters, or a code of six digits that changes. A browser that the person has used
 * before has as many of its own.
 */
const FAILURES_OF_NAME: BucketPolicy = { capacity: 10, refill: 10, periodMs: 5 * 60_000 }

export type AttemptDeps = {
  keyRing: () => KeyRing
  buckets: Buckets
  device: KnownDevice
  users: UserRegistry
  audit: AuditTrail
  /**
   * Counts that a name has had as many failed attempts as are allowed, from known browsers or not.
   */
  countLockOut: (browser: 'known' | 'unknown') => void
}

type Attempt<T> = {
  userName: string
  sender: Sender
  /** Null: it failed. */
  attempt: () => Promise<T | null>
  /** What a failed one is refused with. */
  message: string
}

/**
 * Makes an attempt to show who someone is, and counts it when it fails: passwords and codes draw
 * on one bucket. Raises `RateLimited`, for unknown names too, and `InvalidCredentials`.
 */
export async function countAttempt<T>(deps: AttemptDeps, { userName, sender, attempt, message }: Attempt<T>): Promise<T> {
  const device = await deps.device.find(deps.keyRing(), sender.headers, nameKey(userName))
  const name = digest(userName)
  const bucket = device === null ? `sign-in:name:${name}` : `sign-in:device:${device}:${name}`
  const { isAllowed, refillInMs } = await deps.buckets.take(bucket, FAILURES_OF_NAME, 0)
  if (!isAllowed) {
    const retryAfterSeconds = Math.max(1, Math.ceil(refillInMs / 1_000))
    throw new DomainError('RateLimited', `Too many failed attempts for this name. Try again in ${retryAfterSeconds} s.`, {
      retryAfterSeconds,
    })
  }
  const result = await attempt()
  if (result !== null) return result
  const { remaining } = await deps.buckets.take(bucket, FAILURES_OF_NAME)
  if (remaining === 0) {
    deps.countLockOut(device === null ? 'unknown' : 'known')
    // What was typed may be a password: only names that there are are recorded.
    const details = { name: deps.users.find(userName)?.userName ?? null }
    await deps.audit.record(auditEntry('gateway', sender.origin(), { act: 'LockOut', outcome: 'Refused', details }))
  }
  throw new DomainError('InvalidCredentials', message)
}

/** Names may be of any length, and are nothing to keep in the keys of a store. */
function digest(userName: string): string {
  return createHash('sha256').update(nameKey(userName)).digest('base64url')
}
