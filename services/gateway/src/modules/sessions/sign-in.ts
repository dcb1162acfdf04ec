import { DomainError } from '@open-oms/contracts/errors'
import type { FactorKind, PasskeyResponse, SecondFactorAsked } from '@open-oms/contracts/gateway/account'
import type { SignIn } from '@open-oms/contracts/gateway/session'
import { auditEntry } from '@open-oms/service-kit/audit/audit-entry'
import { asDomainError } from '@open-oms/service-kit/http/error-handler'
import { factorsOf, toPasswordMark } from '../credentials/person-credentials.ts'
import { requireNetwork } from '../limits/networks.ts'
import type { CheckedPerson, CheckPassword } from './check-password.ts'
import { type AttemptDeps, countAttempt } from './count-attempts.ts'
import { type Sender, signedInOrigin } from './sender.ts'
import { beginSession, type CurrentSession, currentSession, type SessionDeps } from './sessions.ts'
import { type FactorDeps, showCode, showPasskey } from './show-factor.ts'

export type SignInDeps = SessionDeps & AttemptDeps & FactorDeps & { checkPassword: CheckPassword }

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
export function signIn(deps: SignInDeps, given: SignIn, sender: Sender): Promise<CurrentSession | SecondFactorAsked> {
  return recorded(deps, sender, {
    operation: 'signIn',
    userName: given.userName,
    attempt: () => showPassword(deps, given, sender),
  })
}

async function showPassword(deps: SignInDeps, given: SignIn, sender: Sender): Promise<CurrentSession | SecondFactorAsked> {
  requirePasswords(deps)
  const { userName } = given
  const checked = await countAttempt(deps, {
    userName,
    sender,
    attempt: () => deps.checkPassword(given),
    message: 'The name or the password is wrong.',
  })
  requireNetwork(checked.user, sender.address)
  const secondFactors = factorsOf(checked.credentials)
  if (secondFactors.length === 0) return begin(deps, checked, [])
  const { code } = given
  if (code === undefined) return { secondFactors }
  const attempt = async () => ((await showCode(deps, userName, code)) ? checked : null)
  await countAttempt(deps, { userName, sender, attempt, message: 'The code is wrong, or was used before.' })
  return begin(deps, checked, ['Code'])
}

/**
 * Begins a session for a passkey. Raises `Forbidden` where people of the configuration do not sign
 * in, `InvalidCredentials`, `AddressNotAllowed`, `Unavailable`.
 */
export function signInByPasskey(deps: SignInDeps, given: PasskeyResponse, sender: Sender): Promise<CurrentSession> {
  return recorded(deps, sender, {
    operation: 'signInByPasskey',
    userName: null,
    attempt: async () => {
      requirePasswords(deps)
      const shown = await showPasskey(deps, given)
      const user = shown === null ? undefined : deps.users.find(shown.userName)
      if (user === undefined)
        throw new DomainError('InvalidCredentials', 'The passkey is not one of this system, or came too late.')
      requireNetwork(user, sender.address)
      return begin(deps, { user, isGivenPassword: false }, ['Passkey'])
    },
  })
}

type Attempt<T> = { operation: string; userName: string | null; attempt: () => Promise<T> }

/** Makes an attempt to sign in, and records how it ended (audit.md#recording). */
async function recorded<T extends CurrentSession | SecondFactorAsked>(
  deps: SignInDeps,
  sender: Sender,
  { operation, userName, attempt }: Attempt<T>,
): Promise<T> {
  try {
    const result = await attempt()
    if ('sealed' in result) {
      const [factor = 'none'] = result.sealed.factors
      const method = factor === 'Passkey' ? 'passkey' : 'password'
      const signedIn = { act: 'SignIn', operation, details: { method, secondFactor: factor } } as const
      await deps.audit.record(auditEntry('gateway', signedInOrigin(sender, result), signedIn))
    }
    return result
  } catch (error) {
    const { code } = asDomainError(error)
    // What was typed may be a password: only names that there are are recorded.
    const name = userName === null ? null : (deps.users.find(userName)?.userName ?? null)
    const failed = { act: 'SignInFailed', outcome: 'Refused', operation, details: { name, error: code } } as const
    // Beyond the limit of failures, which is recorded, anybody could fill the log.
    if (code !== 'RateLimited') await deps.audit.record(auditEntry('gateway', sender.origin(), failed))
    throw error
  }
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
