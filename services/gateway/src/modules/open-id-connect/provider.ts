import type { SignInProvider } from '@open-oms/contracts/config/access/sign-in'
import { type Secret, secretNow } from '@open-oms/service-kit/config/secret-files'
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import * as client from 'openid-client'
import type { Claims } from '../sessions/provider-claims.ts'
import type { Attempt } from './attempt.ts'
import { type LogoutToken, LogoutTokenRefused, readLogoutToken } from './logout-token.ts'
import { SignInFailure } from './sign-in-failure.ts'

export type ProviderSettings = {
  issuer: string
  clientId: string
  /** Null for a client that the provider knows as a public one. */
  clientSecret: Secret | null
  /** Where the provider leads back to after signing in, and after signing out. */
  redirectUrl: string
  signedOutUrl: string
  /** Longest wait for one response of the provider; 5 s when absent. */
  timeoutSeconds?: number
}

/** What a sign-in asks of the provider. */
export type SignInRequest = Pick<SignInProvider, 'scopes' | 'acrValues' | 'maxAgeSeconds'> & {
  /** The provider asks who it is, even if it knows: for who wants to come as someone else. */
  asksAgain: boolean
}

/**
 * What the provider says of a person who has signed in. `sid` is what it calls the session; null
 * when it does not say.
 */
export type ProviderResult = { claims: Claims; subject: string; sid: string | null; idToken: string }

/** An OpenID Connect provider that people sign in with. All functions raise `SignInFailure`. */
export type Provider = {
  /** Where a browser goes to sign in. */
  signInUrl(attempt: Attempt, request: SignInRequest): Promise<URL>
  /**
   * Takes the code that the browser came back with, once, and checks everything that is said with
   * it.
   */
  finish(callback: URL, attempt: Attempt, readsUserInfo: boolean): Promise<ProviderResult>
  /**
   * Where a browser goes to end the session at the provider; null when the provider has no such
   * address.
   */
  signOutUrl(idToken: string | null): Promise<URL | null>
  /**
   * What a logout token of the provider names, checked but for whether it came before. Raises
   * `LogoutTokenRefused` too.
   */
  readLogoutToken(token: string, now: number): Promise<LogoutToken>
}

const TIMEOUT_SECONDS = 5
/** Clocks differ: so much is allowed when the times of an ID token are checked. */
const CLOCK_TOLERANCE_SECONDS = 60
/** What a provider publishes of itself is read again after this time. */
const METADATA_LIFETIME_MS = 3_600_000
/** When that fails, what is known counts for so long before it is tried again. */
const METADATA_RETRY_MS = 60_000

/**
 * Connects to a provider. It is first called when someone signs in: an unreachable provider
 * prevents no start.
 */
export function createProvider(settings: ProviderSettings, now: () => number = Date.now): Provider {
  const current = createMetadataCache(() => discover(settings), now)
  const keysAt = createKeyCache(settings)

  async function withProvider<T>(work: (configuration: client.Configuration) => Promise<T>): Promise<T> {
    try {
      return await work(await current())
    } catch (error) {
      if (error instanceof LogoutTokenRefused) throw error
      throw toSignInFailure(error as Error)
    }
  }

  return {
    signInUrl: ({ state, nonce, codeVerifier }, { scopes, acrValues, maxAgeSeconds, asksAgain }) =>
      withProvider(async (configuration) =>
        client.buildAuthorizationUrl(configuration, {
          redirect_uri: settings.redirectUrl,
          scope: scopes.join(' '),
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
          ...(asksAgain ? { prompt: 'login' } : {}),
          ...(acrValues.length === 0 ? {} : { acr_values: acrValues.join(' ') }),
          ...(maxAgeSeconds === null ? {} : { max_age: String(maxAgeSeconds) }),
        }),
      ),
    finish: (callback, { state, nonce, codeVerifier }, readsUserInfo) =>
      withProvider(async (configuration) => {
        const tokens = await client.authorizationCodeGrant(configuration, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        const { claims: said, id_token: idToken = '', access_token: accessToken } = tokens
        const claims: Claims & { sub: string } = said.call(tokens) ?? { sub: '' }
        const further = readsUserInfo ? await client.fetchUserInfo(configuration, accessToken, claims.sub) : {}
        const sid = typeof claims.sid === 'string' && claims.sid !== '' ? claims.sid : null
        return { claims: { ...further, ...claims }, subject: claims.sub, sid, idToken }
      }),
    signOutUrl: (idToken) =>
      withProvider(async (configuration) => {
        if (configuration.serverMetadata().end_session_endpoint === undefined) return null
        const hint: Record<string, string> = idToken === null ? {} : { id_token_hint: idToken }
        return client.buildEndSessionUrl(configuration, { post_logout_redirect_uri: settings.signedOutUrl, ...hint })
      }),
    readLogoutToken: (token, now) =>
      withProvider((configuration) => {
        const { issuer, jwks_uri: address } = configuration.serverMetadata()
        if (address === undefined) throw new Error('the provider publishes no keys')
        return readLogoutToken(token, { issuer, clientId: settings.clientId, keys: keysAt(address), now })
      }),
  }
}

/**
 * The keys of the provider, which are read when one is not known yet, and so for all at their
 * present address.
 */
function createKeyCache({ timeoutSeconds = TIMEOUT_SECONDS }: ProviderSettings): (address: string) => JWTVerifyGetKey {
  let known: { address: string; keys: JWTVerifyGetKey } | null = null
  return (address) => {
    if (known?.address !== address) {
      const options = { timeoutDuration: timeoutSeconds * 1_000, [customFetch]: fetchFromProvider }
      known = { address, keys: createRemoteJWKSet(new URL(address), options) }
    }
    return known.keys
  }
}

/**
 * Reads the metadata of the provider when they are first needed, once for all who wait, and again
 * from time to time.
 */
function createMetadataCache(read: () => Promise<client.Configuration>, now: () => number) {
  let known: { configuration: client.Configuration; until: number } | null = null
  let reading: Promise<client.Configuration> | null = null

  async function readAgain(): Promise<client.Configuration> {
    try {
      const configuration = await read()
      known = { configuration, until: now() + METADATA_LIFETIME_MS }
      return configuration
    } catch (error) {
      // What was true an hour ago is better than nobody who can sign in.
      if (known === null) throw error
      known.until = now() + METADATA_RETRY_MS
      return known.configuration
    } finally {
      reading = null
    }
  }

  return async (): Promise<client.Configuration> => {
    if (known !== null && now() < known.until) return known.configuration
    reading ??= readAgain()
    return reading
  }
}

function discover({
  issuer,
  clientId,
  clientSecret,
  timeoutSeconds = TIMEOUT_SECONDS,
}: ProviderSettings): Promise<client.Configuration> {
  const address = new URL(issuer)
  // The signature of an ID token is checked too, although it comes from the provider directly.
  const execute = [client.enableNonRepudiationChecks]
  if (address.protocol === 'http:') execute.push(client.allowInsecureRequests)
  const metadata = { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS }
  const options = { execute, timeout: timeoutSeconds, [client.customFetch]: fetchFromProvider }
  return client.discovery(address, clientId, metadata, authentication(clientSecret), options)
}

/**
 * Shows the provider the secret as it is now, in the way that the provider takes:
 * `client_secret_post`, else `client_secret_basic`.
 */
function authentication(secret: Secret | null): client.ClientAuth {
  if (secret === null) return client.None()
  return (...request) => {
    const [{ token_endpoint_auth_methods_supported: ways = ['client_secret_basic'] }] = request
    const method = ways.includes('client_secret_post') ? client.ClientSecretPost : client.ClientSecretBasic
    method(secretNow(secret))(...request)
  }
}

const fetchFromProvider = async (url: string, options: object): Promise<Response> => {
  const response = await fetch(url, options as RequestInit).catch((cause) => {
    throw new ProviderUnreachable(`${new URL(url).host} does not respond`, { cause })
  })
  if (response.status < 500) return response
  await response.body?.cancel()
  throw new ProviderUnreachable(`${new URL(url).host} responded with ${response.status}`)
}

/** The provider does not respond, or says that something is wrong with itself. */
class ProviderUnreachable extends Error {}

/**
 * What a failure of the library means for the person. Its message names no person: causes, which
 * hold claims, are left out.
 */
function toSignInFailure(error: Error): SignInFailure {
  const causes = causeChain(error)
  const unreachable = causes.find((cause) => cause instanceof ProviderUnreachable || cause.name === 'TimeoutError')
  if (unreachable !== undefined) return new SignInFailure('ProviderUnavailable', unreachable.message)
  if (error instanceof client.AuthorizationResponseError)
    return new SignInFailure('Refused', `the provider responded with "${error.error}"`)
  if (error instanceof client.ResponseBodyError)
    return new SignInFailure('Failed', `the provider refused the request: "${error.error}"`)
  const code = causes.map((cause) => (cause as { code?: unknown }).code).find((each) => typeof each === 'string')
  return new SignInFailure('Failed', `${error.message}${code === undefined ? '' : ` (${code})`}`)
}

function causeChain(error: Error): Error[] {
  const causes: Error[] = []
  for (let cause: unknown = error; cause instanceof Error && !causes.includes(cause); cause = cause.cause) causes.push(cause)
  return causes
}
