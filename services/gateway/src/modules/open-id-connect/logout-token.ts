import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose'

/** What a logout token is compared with. */
export type LogoutTokenRules = { issuer: string; clientId: string; keys: JWTVerifyGetKey; now: number }

/**
 * What a logout token names: a session at the provider, a person there, or both; and the token
 * itself.
 */
export type LogoutToken = { sid: string | null; subject: string | null; id: string }

/** A logout token that does not count. The message names no person. */
export class LogoutTokenRefused extends Error {
  /** Whether the provider has signed it; anybody can send another one. */
  readonly isSigned: boolean
  constructor(message: string, { isSigned, cause }: { isSigned: boolean; cause?: unknown }) {
    super(message, { cause })
    this.name = 'LogoutTokenRefused'
    this.isSigned = isSigned
  }
}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** Keys of the provider alone: one that both sides know would be a password. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
/** `JWT` is what providers of before the type was registered write. */
const TYPES = [undefined, 'jwt', 'logout+jwt', 'application/logout+jwt']
const AGE_SECONDS_MAX = 300
const CLOCK_TOLERANCE_SECONDS = 60

/**
 * Checks a logout token completely, but for whether it came before, and returns what it names
 * (OpenID Connect Back-Channel Logout 1.0, section 2.6). One without `exp`, as before the errata,
 * ends by `iat`. Raises `LogoutTokenRefused`, and errors of the provider's keys.
 */
export async function readLogoutToken(token: string, { issuer, clientId, keys, now }: LogoutTokenRules): Promise<LogoutToken> {
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    algorithms: ALGORITHMS,
    issuer,
    audience: clientId,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    maxTokenAge: AGE_SECONDS_MAX,
    requiredClaims: ['iat', 'jti'],
    currentDate: new Date(now),
  }).catch((error: Error) => {
    throw toTokenRefusal(error)
  })
  const refuse = (message: string) => new LogoutTokenRefused(message, { isSigned: true })
  if (!TYPES.includes(protectedHeader.typ?.toLowerCase())) throw refuse('its type is not logout+jwt')
  if (!hasEvent(payload.events)) throw refuse('it has no event of a logout')
  if ('nonce' in payload) throw refuse('it has a nonce, as an ID token')
  const [sid, subject, id] = [payload.sid, payload.sub, payload.jti].map(nameOrNull) as [Name, Name, Name]
  if (id === null) throw refuse('it has no jti')
  if (sid === null && subject === null) throw refuse('it names neither a session nor a person')
  return { sid, subject, id }
}

type Name = string | null

const nameOrNull = (value: unknown): Name => (typeof value === 'string' && value !== '' ? value : null)

function hasEvent(events: unknown): boolean {
  if (typeof events !== 'object' || events === null || !Object.hasOwn(events, EVENT)) return false
  const event = (events as Record<string, unknown>)[EVENT]
  return typeof event === 'object' && event !== null && !Array.isArray(event)
}

/** Errors of `jose` about the token; others, of the keys, stay as they are. */
function toTokenRefusal(error: Error): Error {
  // Claims are looked at when the signature is good.
  if (error instanceof errors.JWTExpired || error instanceof errors.JWTClaimValidationFailed)
    return new LogoutTokenRefused(error.message, { isSigned: true, cause: error })
  const isToken = [
    errors.JWTInvalid,
    errors.JWSInvalid,
    errors.JWSSignatureVerificationFailed,
    errors.JOSEAlgNotAllowed,
    errors.JOSENotSupported,
    errors.JWKSNoMatchingKey,
    errors.JWKSMultipleMatchingKeys,
  ].some((kind) => error instanceof kind)
  return isToken ? new LogoutTokenRefused(error.message, { isSigned: false, cause: error }) : error
}
