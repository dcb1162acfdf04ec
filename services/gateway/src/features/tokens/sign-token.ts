import type { Role } from '@oms/contracts/access'
import type { ApiClient } from '@oms/contracts/config/api-clients'
import { TOKEN_LIFETIME_SECONDS } from '@oms/contracts/gateway/token'
import { SignJWT } from 'jose'
import type { KeyRing } from './key-ring.ts'

/** What tokens are made with. `keyRing` is asked for every token, so that a reload takes effect at once. */
export type TokenIssuer = {
  keyRing: () => KeyRing
  issuer: string
  audience: string
  now: () => Date
  newId: () => string
}

/** Signs an access token for a client, valid for one hour from `now` (4-decisions R.2, R.3). */
export async function signToken(issuer: TokenIssuer, client: ApiClient, roles: readonly Role[]): Promise<string> {
  const { signing } = issuer.keyRing()
  const issuedAt = Math.floor(issuer.now().getTime() / 1_000)
  // Without the claim a token is good for all stores, so an empty list must not become one.
  const stores = client.storeIds.length === 0 ? {} : { storeIds: client.storeIds }
  return new SignJWT({ client_id: client.clientId, roles, ...stores })
    .setProtectedHeader({ alg: signing.algorithm, typ: 'JWT', kid: signing.kid })
    .setIssuer(issuer.issuer)
    .setAudience(issuer.audience)
    .setSubject(client.clientId)
    .setJti(issuer.newId())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + TOKEN_LIFETIME_SECONDS)
    .sign(signing.privateKey)
}
