import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { NamedRole } from '@open-oms/contracts/config/access/roles'
import type { User } from '@open-oms/contracts/config/access/users'
import { DomainError } from '@open-oms/contracts/errors'
import type { Duty } from '@open-oms/contracts/gateway/account'
import type { Session, SignedInUser } from '@open-oms/contracts/gateway/session'
import { heldRights, permissionsOf } from '@open-oms/contracts/permissions'
import { toPasswordMark } from '../credentials/person-credentials.ts'
import type { KeyRing } from '../tokens/key-ring.ts'
import type { EndedSessions, KnownSession } from './ended-sessions.ts'
import { mayHaveName, providerAccess } from './provider-claims.ts'
import { openSession, type SealedSession, sealSession } from './sealed-session.ts'
import type { SessionCookie } from './session-cookie.ts'
import type { CurrentMethods } from './sign-in-methods.ts'
import { nameKey, type UserRegistry } from './user-registry.ts'

export type SessionLimits = {
  /** A session without a request for so long is over. */
  idleMs: number
  /** It is over after this time in any case. */
  lifetimeMs: number
}

export type SessionDeps = PersonDeps & {
  ended: EndedSessions
  limits: SessionLimits
  cookie: SessionCookie
  keyRing: () => KeyRing
  now: () => number
}

/** A valid session and its person by the current configuration. */
export type CurrentSession = {
  sealed: SealedSession
  user: SignedInUser
  /** The person must have a second factor. */
  needsSecondFactor: boolean
  /** The networks that the person may come from; empty: any. */
  networks: readonly string[]
}

/** Where people of providers go after signing out here. */
export const PROVIDER_SIGN_OUT_PATH = '/session/oidc/sign-out'
/**
 * Where people go to sign in at a provider: that of `provider` in `sign-in.json`, or another one by
 * its id.
 */
export const providerPath = (id: string | null) => (id === null ? '/session/oidc' : `/session/oidc/providers/${id}`)

const RANDOM_BYTES = 24
/**
 * The time of the last request is written again after a thirtieth of the idle time: not with every
 * response.
 */
const RENEWALS_PER_IDLE_TIME = 30

const randomText = () => randomBytes(RANDOM_BYTES).toString('base64url')

/** Begins a session for a person, with an id that no session had before. */
export function beginSession(
  { now }: SessionDeps,
  person: Omit<SealedSession, 'id' | 'csrfToken' | 'signedInAt' | 'lastSeenAt' | 'confirmedAt'>,
): SealedSession {
  const at = now()
  return { ...person, id: randomText(), csrfToken: randomText(), signedInAt: at, lastSeenAt: at, confirmedAt: at }
}

/**
 * The session of a request's cookie; null when there is none, or when it has ended: it expired, was
 * ended, or the person was removed from the configuration, has another password, or no longer has a
 * role there.
 */
export async function findSession(deps: SessionDeps, headers: IncomingHttpHeaders): Promise<CurrentSession | null> {
  const value = deps.cookie.read(headers)
  return value === null ? null : sessionOfCookie(deps, value)
}

/** The same by the value of a cookie. */
export async function sessionOfCookie(deps: SessionDeps, value: string): Promise<CurrentSession | null> {
  const sealed = await openSession(deps.keyRing(), value)
  if (sealed === null || deps.now() >= sessionEnd(sealed, deps.limits)) return null
  const session = personOfSession(deps, sealed)
  if (session === null) return null
  return (await deps.ended.isEnded(knownSession(sealed))) ? null : session
}

function sessionEnd({ signedInAt, lastSeenAt }: SealedSession, { idleMs, lifetimeMs }: SessionLimits): number {
  return Math.min(lastSeenAt + idleMs, signedInAt + lifetimeMs)
}

/**
 * Ends a session, or all sessions of its person. Raises `Unavailable` when it cannot be published
 * to other gateways.
 */
export async function endSession({ ended, now }: SessionDeps, { sealed }: CurrentSession, isEverywhere: boolean): Promise<void> {
  if (isEverywhere) await ended.endAll(identity(sealed), now())
  else await ended.end(knownSession(sealed))
}

/** What ended sessions are compared with. */
export function knownSession(sealed: SealedSession): KnownSession {
  const { id, signedInAt, provider } = sealed
  return { id, identity: identity(sealed), signedInAt, provider }
}

/** Who a session is of: at a provider the subject, since names there can be given to others. */
function identity({ userName, provider }: SealedSession): string {
  return provider === null ? nameKey(userName) : `oidc:${provider.subject}`
}

/** The value of `Set-Cookie` for a session. */
export async function writtenCookie(deps: SessionDeps, sealed: SealedSession): Promise<string> {
  const untilMs = sealed.signedInAt + deps.limits.lifetimeMs - deps.now()
  return deps.cookie.write(await sealSession(deps.keyRing(), sealed), Math.ceil(untilMs / 1_000))
}

/** The cookie with the time of this request, when the one it came with is old enough; else null. */
export async function renewedCookie(deps: SessionDeps, { sealed }: CurrentSession): Promise<string | null> {
  const lastSeenAt = deps.now()
  if (lastSeenAt - sealed.lastSeenAt < deps.limits.idleMs / RENEWALS_PER_IDLE_TIME) return null
  return writtenCookie(deps, { ...sealed, lastSeenAt })
}

/** The session as pages get it. */
export function shownSession({ limits }: SessionDeps, session: CurrentSession): Session {
  const { sealed, user } = session
  const instant = (ms: number) => new Date(ms).toISOString()
  return {
    user,
    csrfToken: sealed.csrfToken,
    signedInAt: instant(sealed.signedInAt),
    idleEndsAt: instant(sessionEnd(sealed, limits)),
    endsAt: instant(sealed.signedInAt + limits.lifetimeMs),
    duty: dutyOf(session),
    signOutUrl: sealed.provider === null ? null : PROVIDER_SIGN_OUT_PATH,
  }
}

type NamedPerson = { userName: string; displayName: string | null; roles: readonly string[]; storeIds: readonly string[] }

/** A person with what the names of their roles give now (security.md#permissions). */
function signedInUser({ userName, displayName, roles, storeIds }: NamedPerson, namedRoles: readonly NamedRole[]): SignedInUser {
  const rights = heldRights(roles, namedRoles)
  return {
    userName,
    displayName: displayName ?? userName,
    roles: [...rights.roles],
    permissions: [...permissionsOf(rights)],
    refundLimits: rights.refundLimits?.map((limit) => ({ ...limit })) ?? null,
    storeIds: [...storeIds],
  }
}

/** Where it is looked up who a session is of. */
type PersonDeps = {
  users: UserRegistry
  methods: () => CurrentMethods
}

/** Who a session is of, by the configuration of now; null when it lets the person in no longer. */
function personOfSession(deps: PersonDeps, sealed: SealedSession): CurrentSession | null {
  const { userName, passwordMark, provider } = sealed
  if (provider !== null) {
    const user = personOfProvider(deps.methods(), userName, provider)
    return user === null ? null : { sealed, user, needsSecondFactor: false, networks: [] }
  }
  const user = deps.methods().passwords ? deps.users.find(userName) : undefined
  if (user === undefined || toPasswordMark(user.passwordHash) !== passwordMark) return null
  return currentSession(deps, sealed, user)
}

/** The session of a person of the configuration. */
export function currentSession({ methods }: PersonDeps, sealed: SealedSession, user: User): CurrentSession {
  const { secondFactorRoles, namedRoles } = methods()
  return {
    sealed,
    user: signedInUser(user, namedRoles),
    needsSecondFactor: user.needsSecondFactor || user.roles.some((role) => secondFactorRoles.includes(role)),
    networks: user.networks,
  }
}

/** What the person of a session must do before all else. */
function dutyOf({ sealed, needsSecondFactor }: CurrentSession): Duty | null {
  if (sealed.isGivenPassword) return 'ChangePassword'
  return needsSecondFactor && sealed.factors.length === 0 ? 'AddSecondFactor' : null
}

/** Refuses who has a duty first: `PasswordChangeRequired`, `SecondFactorRequired`. */
export function requireNoDuty(session: CurrentSession): void {
  const duty = dutyOf(session)
  if (duty === 'ChangePassword') throw new DomainError('PasswordChangeRequired', 'Choose a password of your own first.')
  if (duty === 'AddSecondFactor') throw new DomainError('SecondFactorRequired', 'Add a passkey or an authenticator app first.')
}

/**
 * Until when a person counts as having shown who they are, as the clock's milliseconds; undefined:
 * for as long as the session lasts.
 */
export function confirmationEnd(
  { stepUpMs }: Pick<CurrentMethods, 'stepUpMs'>,
  { confirmedAt }: Pick<SealedSession, 'confirmedAt'>,
): number | undefined {
  return stepUpMs === 0 ? undefined : confirmedAt + stepUpMs
}

/** Refuses who has not shown lately who they are with `ConfirmationRequired`. */
export function requireConfirmed({ methods, now }: SessionDeps, { sealed }: CurrentSession): void {
  const end = confirmationEnd(methods(), sealed)
  if (end === undefined || now() <= end) return
  throw new DomainError('ConfirmationRequired', 'This asks that you show again who you are.')
}

function personOfProvider(
  { providers, storeIds, clientIds, namedRoles }: CurrentMethods,
  userName: string,
  { issuer, displayName, claims }: NonNullable<SealedSession['provider']>,
): SignedInUser | null {
  const settings = providers.find((provider) => provider.issuer === issuer)?.settings
  if (settings === undefined || !mayHaveName(settings, userName) || clientIds.has(userName.toLowerCase())) return null
  const access = providerAccess(settings, storeIds, claims)
  return 'refusal' in access ? null : signedInUser({ userName, displayName, ...access }, namedRoles)
}
