import type { ApiClient } from '@open-oms/contracts/config/access/api-clients'
import { type OAuthToken, type OAuthTokenRequest, TOKEN_LIFETIME_SECONDS } from '@open-oms/contracts/gateway/token'
import { requireNetwork } from '../limits/networks.ts'
import type { Credentials } from './check-credentials.ts'
import type { TokenDeps } from './create-token.ts'
import { signToken } from './sign-token.ts'

/** A refusal in the words of RFC 6749, section 5.2. */
export type OAuthRefusal = {
  status: 400 | 401
  error: 'invalid_request' | 'invalid_client' | 'unsupported_grant_type' | 'invalid_scope'
  message: string
}

/**
 * Issues a token for `POST /oauth/token` by client credentials, or says why not. `authorization` is
 * the request's header. Errors thrown: Unavailable.
 */
export async function createOAuthToken(
  deps: TokenDeps,
  body: OAuthTokenRequest,
  sender: ClientSender,
): Promise<OAuthToken | OAuthRefusal> {
  if (!body.grant_type) return refusal('invalid_request', 'grant_type is required.')
  if (body.grant_type !== 'client_credentials') return refusal('unsupported_grant_type', 'Only client_credentials is supported.')
  const client = await authenticateClient(deps, body, sender)
  if ('error' in client) return client
  const roles = narrowRoles(client, body.scope)
  if (roles === null) return refusal('invalid_scope', 'scope names a role that the client does not have.')
  return {
    access_token: await signToken(deps, { ...client, roles }),
    token_type: 'Bearer',
    expires_in: TOKEN_LIFETIME_SECONDS,
    scope: roles.join(' '),
  }
}

type ClientDeps = Pick<TokenDeps, 'checkCredentials' | 'checkAssertion'>
type ClientFields = Pick<OAuthTokenRequest, 'client_id' | 'client_secret' | 'client_assertion' | 'client_assertion_type'>

/** Where a client sends a request from, and with which `Authorization`. */
export type ClientSender = { authorization: string | undefined; address: string }

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/**
 * The client of a request, by its secret or by an assertion that it has signed, or why there is
 * none. Raises `AddressNotAllowed`, `Unavailable`.
 */
export async function authenticateClient(
  { checkCredentials, checkAssertion }: ClientDeps,
  body: ClientFields,
  { authorization, address }: ClientSender,
): Promise<ApiClient | OAuthRefusal> {
  const { client_assertion: assertion, client_assertion_type: type } = body
  if (assertion !== undefined) {
    if (type !== ASSERTION_TYPE) return refusal('invalid_request', `client_assertion_type must be ${ASSERTION_TYPE}.`)
    if (authorization !== undefined || body.client_secret)
      return refusal('invalid_request', 'Send an assertion or a secret, and not both.')
  }
  const credentials = assertion === undefined ? readCredentials(body, authorization) : null
  if (credentials !== null && 'error' in credentials) return credentials
  const client =
    credentials === null ? await checkAssertion(String(assertion), body.client_id) : await checkCredentials(credentials)
  if (client === null) return refusal('invalid_client', 'The client, or what it shows to be it, is wrong.', 401)
  requireNetwork(client, address)
  return client
}

function refusal(error: OAuthRefusal['error'], message: string, status: 400 | 401 = 400): OAuthRefusal {
  return { status, error, message }
}

function readCredentials(body: ClientFields, authorization: string | undefined): Credentials | OAuthRefusal {
  if (authorization === undefined) {
    if (!body.client_id || !body.client_secret) return refusal('invalid_client', 'Client credentials are missing.', 401)
    return { clientId: body.client_id, clientSecret: body.client_secret }
  }
  if (body.client_secret) return refusal('invalid_request', 'Send the client secret once: in the header or in the body.')
  const basic = readBasic(authorization)
  if (basic === null) return refusal('invalid_client', 'The Authorization header is not HTTP Basic.', 401)
  if (body.client_id && body.client_id !== basic.clientId)
    return refusal('invalid_request', 'client_id is not that of the header.')
  return basic
}

/** Client id and secret of an HTTP Basic header; null when it is none. */
export function readBasic(authorization: string): Credentials | null {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization)?.[1]
  if (encoded === undefined) return null
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1 || colon === text.length - 1) return null
  return { clientId: percentDecode(text.slice(0, colon)), clientSecret: percentDecode(text.slice(colon + 1)) }
}

/**
 * RFC 6749, section 2.3.1, has both parts percent-encoded. Many clients send them plain, so what
 * does not decode is taken as it is, and a plus stays a plus.
 */
function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * The roles that `scope` leaves of the client's own, in the client's order; null when it names
 * another.
 */
function narrowRoles(client: ApiClient, scope: string | undefined): readonly string[] | null {
  const wanted = scope?.split(' ').filter((word) => word !== '') ?? []
  if (wanted.length === 0) return client.roles
  if (wanted.some((word) => !client.roles.includes(word))) return null
  return client.roles.filter((role) => wanted.includes(role))
}
