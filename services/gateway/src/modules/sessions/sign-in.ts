import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { AuditOrigin } from '@oms/contracts/audit/audit-record'
import { DomainError } from '@oms/contracts/errors'
import type { SignIn } from '@oms/contracts/gateway/session'
import { auditEntry, type NewAuditEntry } from '@oms/service-kit/audit/audit-entry'
import type { AuditTrail } from '@oms/service-kit/audit/audit-trail'
import { asDomainError } from '@oms/service-kit/http/error-handler'
import type { Buckets } from '../limits/memory-buckets.ts'
import type { BucketPolicy } from '../limits/token-bucket.ts'
import type { CheckPassword } from './check-password.ts'
import type { KnownDevice } from './known-device.ts'
import { sessionName, toPasswordMark } from './sealed-session.ts'
import { beginSession, type CurrentSession, type SessionDeps } from './sessions.ts'
import { nameKey } from './user-registry.ts'

/**
 * Failed attempts for one name from all addresses together: 2,880 a day, too few to find a password
 * of twelve characters. A browser that the person has used before has as many of its own.
 */
const FAILURES_OF_NAME: BucketPolicy = { capacity: 10, refill: 10, periodMs: 5 * 60_000 }

export type SignInDeps = SessionDeps & {
  checkPassword: CheckPassword
  buckets: Buckets
  device: KnownDevice
  audit: AuditTrail
  /**
   * Counts that a name has had as many failed attempts as are allowed, from known browsers or not.
   */
  countLockOut: (browser: 'known' | 'unknown') => void
}

/**
 * Begins a session for name and password (security.md#sessions). Raises `Forbidden` where passwords
 * are not used, `RateLimited`, for unknown names too, `InvalidCredentials` and `Unavailable`.
 */
export async function signIn(deps: SignInDeps, given: SignIn, request: SignInRequest): Promise<CurrentSession> {
  const record = (origin: AuditOrigin, entry: NewAuditEntry) =>
    deps.audit.record(auditEntry('gateway', origin, { operation: 'signIn', ...entry }))
  // What was typed may be a password: only names that there are are recorded.
  const name = deps.users.find(given.userName)?.userName ?? null
  try {
    const session = await checkedSignIn(deps, given, {
      headers: request.headers,
      lockOut: () => record(request.origin(), { act: 'LockOut', outcome: 'Refused', details: { name } }),
    })
    await record(signedInOrigin(request, session), { act: 'SignIn', details: { method: 'password' } })
    return session
  } catch (error) {
    const { code } = asDomainError(error)
    // Beyond the limit of failures, which is recorded, anybody could fill the log.
    if (code !== 'RateLimited')
      await record(request.origin(), { act: 'SignInFailed', outcome: 'Refused', details: { name, error: code } })
    throw error
  }
}

/** The request of a sign-in, and where it comes from. */
export type SignInRequest = { headers: IncomingHttpHeaders; origin(): AuditOrigin }

/** Who has signed in, for the audit log. */
export function signedInOrigin(
  { origin }: Pick<SignInRequest, 'origin'>,
  { sealed }: Pick<CurrentSession, 'sealed'>,
): AuditOrigin {
  const { userName, provider } = sealed
  const clientId = provider === null ? userName : `oidc:${provider.subject}`
  return { ...origin(), actorKind: 'Person', actor: userName, clientId, session: sessionName(sealed) }
}

type Checking = { headers: IncomingHttpHeaders; lockOut: () => Promise<void> }

async function checkedSignIn(deps: SignInDeps, given: SignIn, { headers, lockOut }: Checking): Promise<CurrentSession> {
  const { passwords, providers } = deps.methods()
  if (!passwords) {
    const names = providers.map(({ settings }) => settings.name)
    throw new DomainError('Forbidden', `Passwords are not used here. Sign in with ${names.join(' or ')}.`)
  }
  const device = await deps.device.find(deps.keyRing(), headers, nameKey(given.userName))
  const name = digest(given.userName)
  const bucket = device === null ? `sign-in:name:${name}` : `sign-in:device:${device}:${name}`
  const { isAllowed, refillInMs } = await deps.buckets.take(bucket, FAILURES_OF_NAME, 0)
  if (!isAllowed) {
    const retryAfterSeconds = Math.max(1, Math.ceil(refillInMs / 1_000))
    throw new DomainError('RateLimited', `Too many failed attempts for this name. Try again in ${retryAfterSeconds} s.`, {
      retryAfterSeconds,
    })
  }
  const user = await deps.checkPassword(given)
  if (user === null) {
    const { remaining } = await deps.buckets.take(bucket, FAILURES_OF_NAME)
    if (remaining === 0) {
      deps.countLockOut(device === null ? 'unknown' : 'known')
      await lockOut()
    }
    throw new DomainError('InvalidCredentials', 'The name or the password is wrong.')
  }
  const { userName, displayName, passwordHash } = user
  const person = { userName, displayName: displayName ?? userName, roles: [...user.roles], storeIds: [...user.storeIds] }
  const sealed = beginSession(deps, { userName, passwordMark: toPasswordMark(passwordHash), provider: null })
  return { user: person, sealed }
}

/** Names may be of any length, and are nothing to keep in the keys of a store. */
function digest(userName: string): string {
  return createHash('sha256').update(nameKey(userName)).digest('base64url')
}
