import type { ApiClient } from '@open-oms/contracts/config/access/api-clients'
import { decodeJwt, importJWK, type JWK, type JWTPayload, jwtVerify } from 'jose'
import type { ClientRegistry } from './client-registry.ts'

/**
 * Returns the client that has signed an assertion (RFC 7523), or null. `clientId` is what the
 * request says beside it, if anything.
 */
export type CheckAssertion = (assertion: string, clientId: string | undefined) => Promise<ApiClient | null>

type Options = {
  /** Whom an assertion may be for: the issuer, or its token address. */
  audiences: string[]
  /** Marks an assertion as used; false when it was. */
  useOnce: (id: string) => Promise<boolean>
}

const ALGORITHMS = ['EdDSA', 'Ed25519', 'ES256']
/** What is kept of used assertions lasts longer. */
const LIFETIME_MAX_SECONDS = 300
const CLOCK_TOLERANCE_SECONDS = 30

/** Makes the check of assertions: each counts once, and lives for five minutes at most. */
export function createAssertionCheck(registry: ClientRegistry, { audiences, useOnce }: Options): CheckAssertion {
  return async (assertion, clientId) => {
    const named = namedClient(assertion)
    const client = named === null || (clientId !== undefined && clientId !== named) ? undefined : registry.find(named)
    if (client === undefined) return null
    for (const key of client.publicKeys) {
      const payload = await verified(assertion, key as JWK, { client, audiences })
      if (payload !== null) return (await useOnce(`assertion:${client.clientId}:${payload.jti}`)) ? client : null
    }
    return null
  }
}

/** Whom an assertion names; null for a text that is none. */
export function namedClient(assertion: string): string | null {
  try {
    return decodeJwt(assertion).sub ?? null
  } catch {
    return null
  }
}

/** What an assertion says; null when this key has not signed it, or it is not as it must be. */
async function verified(
  assertion: string,
  jwk: JWK,
  { client: { clientId }, audiences }: { client: ApiClient; audiences: string[] },
): Promise<JWTPayload | null> {
  try {
    const { alg = jwk.kty === 'OKP' ? 'EdDSA' : 'ES256' } = jwk
    const { payload } = await jwtVerify(assertion, await importJWK(jwk, alg), {
      algorithms: ALGORITHMS,
      issuer: clientId,
      subject: clientId,
      audience: audiences,
      requiredClaims: ['exp', 'jti'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    })
    const isShort = Number(payload.exp) - Date.now() / 1_000 <= LIFETIME_MAX_SECONDS + CLOCK_TOLERANCE_SECONDS
    return isShort && payload.jti !== '' ? payload : null
  } catch {
    // Another key may have signed it; what is wrong with it is of no use to who sent it.
    return null
  }
}
