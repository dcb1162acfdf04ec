import type { AuditTrail } from '@open-oms/service-kit/audit/audit-trail'
import type { IsBreached } from '@open-oms/service-kit/config/breached-passwords'
import type { Metrics } from '@open-oms/service-kit/observability/metrics'
import type { CredentialRows } from '../credentials/credential-rows.ts'
import { noCredentials, type PersonCredentials } from '../credentials/person-credentials.ts'
import { createSealedRecords, type SealedRecords } from '../credentials/sealed-records.ts'
import type { Buckets } from '../limits/memory-buckets.ts'
import type { KeyRing } from '../tokens/key-ring.ts'
import type { Turnstile } from '../tokens/turnstile.ts'
import type { AcceptSessionDeps } from './accept-session.ts'
import { createPasswordCheck } from './check-password.ts'
import { knownDevice } from './known-device.ts'
import { createSessionCallers } from './session-callers.ts'
import { sessionCookie } from './session-cookie.ts'
import { noSessions, type SessionsOfPerson } from './session-list.ts'
import type { SessionDeps } from './sessions.ts'
import type { SignInDeps } from './sign-in.ts'

/** What the process brings: the people, how long their sessions last, and which were ended. */
export type SessionParts = Pick<SessionDeps, 'users' | 'methods' | 'ended' | 'limits' | 'now'> & {
  isBreached: IsBreached
}

/** What the account of a person needs beside. */
export type ListedDeps = { sessionRecords: SealedRecords<SessionsOfPerson>; isBreached: IsBreached; inTurn: Turnstile }

type Gateway = {
  /** Its keys seal the cookies. */
  keyRing: () => KeyRing
  buckets: Buckets
  publicUrl: string
  isProduction: boolean
  inTurn: Turnstile
  metrics: Pick<Metrics, 'count'> | undefined
  audit: AuditTrail
  credentialRows: CredentialRows
}

/** Puts together what signing in and the requests of sessions need. */
export function sessionDeps(parts: SessionParts, gateway: Gateway): SignInDeps & AcceptSessionDeps & ListedDeps {
  const { keyRing, buckets, publicUrl, isProduction, inTurn, metrics, audit, credentialRows: rows } = gateway
  const { now, ended, users } = parts
  const credentials = createSealedRecords<PersonCredentials>({
    rows,
    keyRing,
    kind: 'credentials',
    empty: noCredentials,
    whenUnreadable: 'refuse',
  })
  const sessions = { rows, keyRing, kind: 'sessions', empty: noSessions, whenUnreadable: 'begin again' } as const
  return {
    ...parts,
    audit,
    buckets,
    publicUrl,
    keyRing,
    cookie: sessionCookie(publicUrl),
    device: knownDevice(publicUrl),
    countLockOut: (browser) => metrics?.count('oms_sign_in_lock_outs_total', { browser }),
    credentials,
    sessionRecords: createSealedRecords<SessionsOfPerson>(sessions),
    passkeys: { publicUrl, keyRing, now, useOnce: (challenge) => ended.endAttempt(challenge, now()) },
    checkPassword: createPasswordCheck(users, { credentials, isProduction, inTurn }),
    inTurn,
    callerOfSession: createSessionCallers(parts),
  }
}
