import type { Role } from '@oms/contracts/access'
import { TOKEN_LIFETIME_SECONDS } from '@oms/contracts/gateway/token'
import type { TokenSigner } from '@oms/service-kit/authentication/authentication'
import type { KeyRing } from './key-ring.ts'

/**
 * What tokens are made with. `keyRing` is asked for every token, so that a reload takes effect
 * immediately.
 */
export type TokenIssuer = {
  keyRing: () => KeyRing
  issuer: string
  audience: string
  /** Signs with the private key of `keyRing`. */
  jwt: TokenSigner
  now: () => Date
  newId: () => string
}

/**
 * Who may do something, and what: an API client, or a person who has signed in. No stores means
 * all.
 */
export type TokenHolder = { clientId: string; roles: readonly Role[]; storeIds: readonly string[]; isPerson?: boolean }

/**
 * Signs an access token, valid from `now` for one hour or a shorter time (security.md#signatures).
 */
export async function signToken(
  issuer: TokenIssuer,
  { clientId, roles, storeIds, isPerson }: TokenHolder,
  lifetimeSeconds = TOKEN_LIFETIME_SECONDS,
): Promise<string> {
  // Without the claim a token is good for all stores, so an empty list must not become one.
  const stores = storeIds.length === 0 ? {} : { storeIds }
  // Services let a program name somebody else as the author, but not a person.
  const person = isPerson ? { person: true } : {}
  const claims = { client_id: clientId, roles, ...stores, ...person, iat: Math.floor(issuer.now().getTime() / 1_000) }
  // A promise, because the key comes from a function, which the library calls before `sign`
  // returns: `kid` is of the same ring.
  return await issuer.jwt.sign(claims, {
    kid: issuer.keyRing().signing.kid,
    iss: issuer.issuer,
    aud: issuer.audience,
    sub: clientId,
    jti: issuer.newId(),
    expiresIn: lifetimeSeconds,
  })
}
