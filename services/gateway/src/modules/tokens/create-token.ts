import { DomainError, invalid } from '@open-oms/contracts/errors'
import { TOKEN_LIFETIME_SECONDS, type Token, type TokenRequest } from '@open-oms/contracts/gateway/token'
import { requireNetwork } from '../limits/networks.ts'
import type { CheckAssertion } from './check-assertion.ts'
import type { CheckCredentials } from './check-credentials.ts'
import { signToken, type TokenIssuer } from './sign-token.ts'

export type TokenDeps = TokenIssuer & { checkCredentials: CheckCredentials; checkAssertion: CheckAssertion }

/**
 * Issues a token for `POST /api/Token`. Body fields win over the query's. Raises `ValidationFailed`
 * (id or secret missing), `InvalidCredentials`,
 * `AddressNotAllowed`, `Unavailable`.
 */
export async function createToken(
  deps: TokenDeps,
  { query, body = {}, address }: { query: TokenRequest; body?: TokenRequest | undefined; address: string },
): Promise<{ token: Token; isJsonWanted: boolean }> {
  const clientId = body.clientId ?? query.clientId ?? ''
  const clientSecret = body.clientSecret ?? query.clientSecret ?? ''
  const isJsonWanted = isTrue(body.returnAsJson ?? query.returnAsJson)
  const missing = Object.entries({ clientId, clientSecret }).filter(([, value]) => value === '')
  if (missing.length > 0) {
    throw new DomainError('ValidationFailed', 'clientId and clientSecret are required.', {
      errors: Object.fromEntries(missing.map(([name]) => [name, ['is required']])),
    })
  }
  const client = await deps.checkCredentials({ clientId, clientSecret })
  if (client === null) throw new DomainError('InvalidCredentials', 'The client id or its secret is wrong.')
  requireNetwork(client, address)
  const token: Token = {
    accessToken: await signToken(deps, client),
    tokenType: 'Bearer',
    expiresIn: TOKEN_LIFETIME_SECONDS,
  }
  return { token, isJsonWanted }
}

function isTrue(value: boolean | string = false): boolean {
  const text = String(value).toLowerCase()
  if (text !== 'true' && text !== 'false') throw invalid('returnAsJson', 'must be true or false')
  return text === 'true'
}
