import type { Role } from '@open-oms/contracts/access'
import { roles } from '@open-oms/contracts/access'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import type { TokenRules } from '../authentication/authentication.ts'
import { issuerKeys, type PublishedKey } from '../authentication/issuer-keys.ts'

export const TEST_ISSUER = 'http://issuer.test'
export const TEST_AUDIENCE = 'oms'

export type TestTokenOptions = {
  /** All roles by default. */
  roles?: readonly string[]
  /** All stores by default. */
  storeIds?: readonly string[]
  clientId?: string
  /** Seconds from now; 3600 by default, negative for an expired token. */
  expiresIn?: number
  /** Claims to add or to replace. */
  claims?: JWTPayload
}

/** Bad tokens by what is wrong with them. */
export type BadTokens = Record<string, string> & { 'signed with a foreign key': string }

export type TestIssuer = {
  /** Mints a token that is good by the issuer's rules. */
  token(options?: TestTokenOptions): Promise<string>
  /** The response to each is 401. */
  badTokens(): Promise<BadTokens>
  jwks: { keys: readonly PublishedKey[] }
  rules: TokenRules
}

function tokenClaims({
  roles: held = roles,
  storeIds,
  clientId = 'test-client',
  expiresIn = 3600,
  claims,
}: TestTokenOptions): JWTPayload {
  const issued = Math.floor(Date.now() / 1000)
  const scope = storeIds === undefined ? {} : { storeIds }
  const standard = { iss: TEST_ISSUER, aud: TEST_AUDIENCE, iat: issued, exp: issued + expiresIn }
  return { ...standard, sub: clientId, client_id: clientId, roles: held as Role[], ...scope, ...claims }
}

function unsigned(claims: JWTPayload): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`
}

const REUSE_MS = 600_000

let issuer: Promise<TestIssuer> | undefined

/**
 * The token issuer of the tests of this process, with a key of its own: what it mints is verified
 * by the same code as in production.
 */
export function testIssuer(): Promise<TestIssuer> {
  issuer ??= makeIssuer()
  return issuer
}

async function makeIssuer(): Promise<TestIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA')
  const foreign = await generateKeyPair('EdDSA')
  const kid = 'test-key'
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'EdDSA', use: 'sig' } as PublishedKey] }
  const sign = (options: TestTokenOptions, key = privateKey) =>
    new SignJWT(tokenClaims(options)).setProtectedHeader({ alg: 'EdDSA', kid }).sign(key)
  const signed = new Map<string, Promise<string>>()
  /**
   * Signing takes longer than many a request: a token that says nothing of its time is signed once
   * in ten minutes.
   */
  const token = (options: TestTokenOptions = {}) => {
    if (options.expiresIn !== undefined || options.claims !== undefined) return sign(options)
    const key = `${Math.floor(Date.now() / REUSE_MS)} ${JSON.stringify(options)}`
    const known = signed.get(key) ?? sign(options)
    signed.set(key, known)
    return known
  }
  return {
    jwks,
    token,
    badTokens: async () => ({
      malformed: 'not.a.token',
      expired: await sign({ expiresIn: -60 }),
      'signed with a foreign key': await sign({}, foreign.privateKey),
      unsigned: unsigned(tokenClaims({})),
      'for another audience': await sign({ claims: { aud: 'someone-else' } }),
      'of another issuer': await sign({ claims: { iss: 'http://elsewhere.test' } }),
      'not valid yet': await sign({ claims: { nbf: Math.floor(Date.now() / 1000) + 600 } }),
    }),
    rules: { issuer: TEST_ISSUER, audience: TEST_AUDIENCE, publicKey: issuerKeys(async () => jwks) },
  }
}
