import type { IncomingHttpHeaders } from 'node:http'
import type { User } from '@open-oms/contracts/config/access/users'
import { DomainError } from '@open-oms/contracts/errors'
import { factorsOf } from '../credentials/person-credentials.ts'
import { requireNetwork } from '../limits/networks.ts'
import { sessionEnded } from '../sessions/accept-session.ts'
import { requireCsrfToken } from '../sessions/refuse-foreign-request.ts'
import type { SessionRouteDeps } from '../sessions/routes.ts'
import { type CurrentSession, findSession, requireConfirmed } from '../sessions/sessions.ts'
import { nameKey } from '../sessions/user-registry.ts'

export type AccountDeps = SessionRouteDeps

/**
 * The session of a request. Raises `Unauthorized`, `SessionEnded`, `AddressNotAllowed`; for a
 * change `CsrfTokenInvalid` too.
 */
export async function requireSession(
  deps: AccountDeps,
  { headers, address }: { headers: IncomingHttpHeaders; address: string },
  use: 'read' | 'change',
): Promise<CurrentSession> {
  if (deps.cookie.read(headers) === null) throw new DomainError('Unauthorized', 'Nobody is signed in.')
  const session = await findSession(deps, headers)
  if (session === null) throw sessionEnded(deps)
  requireNetwork(session, address)
  if (use === 'change') requireCsrfToken(headers, session.sealed.csrfToken)
  return session
}

/**
 * The session of a person of the configuration who changes how they sign in, and has shown lately
 * who they are. Raises as `requireSession`, `Forbidden` and `ConfirmationRequired`.
 */
export async function requireOwner(
  deps: AccountDeps,
  request: { headers: IncomingHttpHeaders; address: string },
): Promise<{ session: CurrentSession; user: User }> {
  const session = await requireSession(deps, request, 'change')
  const user = requireLocal(deps, session)
  if (session.sealed.isGivenPassword) throw new DomainError('PasswordChangeRequired', 'Choose a password of your own first.')
  requireConfirmed(deps, session)
  // A session of before, by password alone, must not add a factor of someone else.
  const factors = factorsOf(await deps.credentials.read(nameKey(user.userName)))
  if (factors.length > 0 && session.sealed.factors.length === 0)
    throw new DomainError('ConfirmationRequired', 'Confirm by your second factor first.')
  return { session, user }
}

/** The person of the configuration; `Forbidden` for who signed in by a provider. */
export function requireLocal({ users }: AccountDeps, { sealed, user }: CurrentSession): User {
  const found = sealed.provider === null ? users.find(user.userName) : undefined
  if (found === undefined) throw new DomainError('Forbidden', 'You sign in by a provider, which looks after how you do that.')
  return found
}
