import type { OAuthRevocation } from '@open-oms/contracts/gateway/token'
import { decodeJwt, type JWTPayload } from 'jose'
import { authenticateClient, type ClientSender, type OAuthRefusal } from './create-oauth-token.ts'
import type { TokenDeps } from './create-token.ts'

export type RevocationDeps = Pick<TokenDeps, 'checkCredentials' | 'checkAssertion' | 'now'> & {
  endToken: (tokenId: string, now: number) => Promise<void>
}

/**
 * Ends a token of the client that asks (RFC 7009). Returns the client, or why there is none. The
 * signature of the token is not looked at: a name that no token has ends nothing. Raises
 * `Unavailable`.
 */
export async function revokeToken(
  deps: RevocationDeps,
  body: OAuthRevocation,
  sender: ClientSender,
): Promise<{ clientId: string; tokenId: string | null } | OAuthRefusal> {
  const client = await authenticateClient(deps, body, sender)
  if ('error' in client) return client
  if (!body.token) return { status: 400, error: 'invalid_request', message: 'token is required.' }
  const claims = claimsOf(body.token)
  // The one of another client could be named only by who has it; that one is theirs to end.
  const tokenId = claims?.sub === client.clientId && typeof claims.jti === 'string' ? claims.jti : null
  if (tokenId !== null) await deps.endToken(tokenId, deps.now().getTime())
  return { clientId: client.clientId, tokenId }
}

function claimsOf(token: string): JWTPayload | null {
  try {
    return decodeJwt(token)
  } catch {
    return null
  }
}
