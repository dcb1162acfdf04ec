import { TOKEN_LIFETIME_SECONDS } from '@open-oms/contracts/gateway/token'
import type { TokenSigner } from '@open-oms/service-kit/authentication/authentication'
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

/** RFC 9068: nobody takes it for a token of another kind that the same key has signed. */
const ACCESS_TOKEN_TYPE = 'at+jwt'

/** An API client, with the roles that its token is to have. No stores means all. */
type TokenHolder = { clientId: string; roles: readonly string[]; storeIds: readonly string[] }

/** Signs an access token for an API client, valid for one hour (security.md#signatures). */
export async function signToken(issuer: TokenIssuer, { clientId, roles, storeIds }: TokenHolder): Promise<string> {
  // Without the claim a token is good for all stores, so an empty list must not become one.
  const stores = storeIds.length === 0 ? {} : { storeIds }
  const claims = { client_id: clientId, roles, ...stores, iat: Math.floor(issuer.now().getTime() / 1_000) }
  // A promise, because the key comes from a function, which the library calls before `sign`
  // returns: `kid` is of the same ring.
  return await issuer.jwt.sign(claims, {
    header: { alg: issuer.keyRing().signing.algorithm, typ: ACCESS_TOKEN_TYPE },
    kid: issuer.keyRing().signing.kid,
    iss: issuer.issuer,
    aud: issuer.audience,
    sub: clientId,
    jti: issuer.newId(),
    expiresIn: TOKEN_LIFETIME_SECONDS,
  })
}
