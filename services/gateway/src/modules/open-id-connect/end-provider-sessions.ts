import { decodeJwt } from 'jose'
import { providerMark } from '../sessions/ended-sessions.ts'
import type { SessionDeps } from '../sessions/sessions.ts'
import { LogoutTokenRefused } from './logout-token.ts'
import { isSameIssuer } from './provider-addresses.ts'
import type { ConnectProvider } from './provider-connections.ts'

type Deps = Pick<SessionDeps, 'methods' | 'ended' | 'now'> & { connectProvider: ConnectProvider }

/**
 * Ends the sessions that a provider names in a logout token, at all gateways
 * (security.md#back-channel-logout). Raises `LogoutTokenRefused`, `SignInFailure` when the
 * provider's keys cannot be read, and `Unavailable` when it could not be relied on.
 */
export async function endProviderSessions(deps: Deps, token: unknown): Promise<void> {
  if (typeof token !== 'string' || token === '') throw refusal('there is no logout_token')
  const said = issuerOf(token)
  const provider = deps.methods().providers.find(({ issuer }) => isSameIssuer(issuer, said))
  if (provider === undefined) throw refusal('it is of no provider that people sign in with here')
  const connection = await deps.connectProvider(provider)
  const { sid, subject, id } = await connection.readLogoutToken(token, deps.now())
  const mark = (value: string | null) => (value === null ? null : providerMark(provider.issuer, value))
  const logout = { sid: mark(sid), subject: mark(subject), message: providerMark(provider.issuer, id) }
  if (!(await deps.ended.endByProvider(logout, deps.now())))
    throw new LogoutTokenRefused('it has come before', { isSigned: true })
}

/** Whom the token says to be of, which the signature must then prove. */
function issuerOf(token: string): string {
  try {
    return decodeJwt(token).iss ?? ''
  } catch (cause) {
    throw new LogoutTokenRefused('it is no JWT', { isSigned: false, cause })
  }
}

const refusal = (message: string) => new LogoutTokenRefused(message, { isSigned: false })
