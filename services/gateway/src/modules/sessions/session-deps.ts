import type { AuditTrail } from '@oms/service-kit/audit/audit-trail'
import type { Metrics } from '@oms/service-kit/observability/metrics'
import type { Buckets } from '../limits/memory-buckets.ts'
import type { KeyRing } from '../tokens/key-ring.ts'
import type { Turnstile } from '../tokens/turnstile.ts'
import type { AcceptSessionDeps } from './accept-session.ts'
import { createPasswordCheck } from './check-password.ts'
import { knownDevice } from './known-device.ts'
import { createSessionCallers } from './session-callers.ts'
import { sessionCookie } from './session-cookie.ts'
import type { SessionDeps } from './sessions.ts'
import type { SignInDeps } from './sign-in.ts'

/** What the process brings: the people, how long their sessions last, and which were ended. */
export type SessionParts = Pick<SessionDeps, 'users' | 'methods' | 'ended' | 'limits' | 'now'>

type Gateway = {
  /** Its keys seal the cookies. */
  keyRing: () => KeyRing
  buckets: Buckets
  publicUrl: string
  isProduction: boolean
  inTurn: Turnstile
  metrics: Pick<Metrics, 'count'> | undefined
  audit: AuditTrail
}

/** Puts together what signing in and the requests of sessions need. */
export function sessionDeps(parts: SessionParts, gateway: Gateway): SignInDeps & AcceptSessionDeps {
  const { keyRing, buckets, publicUrl, isProduction, inTurn, metrics, audit } = gateway
  return {
    ...parts,
    audit,
    buckets,
    publicUrl,
    keyRing,
    cookie: sessionCookie(publicUrl),
    device: knownDevice(publicUrl),
    countLockOut: (browser) => metrics?.count('oms_sign_in_lock_outs_total', { browser }),
    checkPassword: createPasswordCheck(parts.users, { isProduction, inTurn }),
    callerOfSession: createSessionCallers(),
  }
}
