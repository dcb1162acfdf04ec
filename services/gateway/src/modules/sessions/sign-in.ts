import type { IncomingHttpHeaders } from 'node:http'
import { DomainError } from '@oms/contracts/errors'
import type { FactorKind, PasskeyResponse, SecondFactorAsked } from '@oms/contracts/gateway/account'
import type { SignIn } from '@oms/contracts/gateway/session'
import { factorsOf, toPasswordMark } from '../credentials/person-credentials.ts'
import { requireNetwork } from '../limits/networks.ts'
import type { CheckedPerson, CheckPassword } from './check-password.ts'
import { type AttemptDeps, countAttempt } from './count-attempts.ts'
import { beginSession, type CurrentSession, currentSession, type SessionDeps } from './sessions.ts'
import { type FactorDeps, showCode, showPasskey } from './show-factor.ts'

export type SignInDeps = SessionDeps & AttemptDeps & FactorDeps & { checkPassword: CheckPassword }

/** Where a request comes from. */
export type Sender = { headers: IncomingHttpHeaders; address: string }

/** Raises `Forbidden` where nobody signs in as a person of the configuration. */
export function requirePasswords({ methods }: Pick<SessionDeps, 'methods'>): void {
  const { passwords, providers } = methods()
  if (passwords) return
  const names = providers.map(({ settings }) => settings.name)
  throw new DomainError('Forbidden', `Passwords are not used here. Sign in with ${names.join(' or ')}.`)
}

/**
 * Begins a session for name and password (security.md#sessions), and for a code where the person
 * has a second factor; without one it says which there are. Raises `Forbidden` where passwords are
 * not used, `RateLimited`, for unknown names too, `InvalidCredentials`, `AddressNotAllowed` and
 * `Unavailable`.
 */
export async function signIn(
  deps: SignInDeps,
  given: SignIn,
  { headers, address }: Sender,
): Promise<CurrentSession | SecondFactorAsked> {
  requirePasswords(deps)
  const { userName } = given
  const checked = await countAttempt(deps, {
    userName,
    headers,
    attempt: () => deps.checkPassword(given),
    message: 'The name or the password is wrong.',
  })
  requireNetwork(checked.user, address)
  const secondFactors = factorsOf(checked.credentials)
  if (secondFactors.length === 0) return begin(deps, checked, [])
  const { code } = given
  if (code === undefined) return { secondFactors }
  const attempt = async () => ((await showCode(deps, userName, code)) ? checked : null)
  await countAttempt(deps, { userName, headers, attempt, message: 'The code is wrong, or was used before.' })
  return begin(deps, checked, ['Code'])
}

/**
 * Begins a session for a passkey. Raises `Forbidden` where people of the configuration do not sign
 * in, `InvalidCredentials`, `AddressNotAllowed`, `Unavailable`.
 */
export async function signInByPasskey(deps: SignInDeps, given: PasskeyResponse, { address }: Sender): Promise<CurrentSession> {
  requirePasswords(deps)
  const shown = await showPasskey(deps, given)
  const user = shown === null ? undefined : deps.users.find(shown.userName)
  if (user === undefined) throw new DomainError('InvalidCredentials', 'The passkey is not one of this system, or came too late.')
  requireNetwork(user, address)
  return begin(deps, { user, isGivenPassword: false }, ['Passkey'])
}

function begin(
  deps: SignInDeps,
  { user, isGivenPassword }: Pick<CheckedPerson, 'user' | 'isGivenPassword'>,
  factors: readonly FactorKind[],
): CurrentSession {
  const { userName, passwordHash } = user
  const begun = { userName, passwordMark: toPasswordMark(passwordHash), provider: null, factors, isGivenPassword }
  return currentSession(deps, beginSession(deps, begun), user)
}
