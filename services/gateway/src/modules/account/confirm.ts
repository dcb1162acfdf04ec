import { DomainError, invalid } from '@open-oms/contracts/errors'
import type { Confirmation, FactorKind } from '@open-oms/contracts/gateway/account'
import { factorsOf } from '../credentials/person-credentials.ts'
import { countAttempt } from '../sessions/count-attempts.ts'
import type { Sender } from '../sessions/sender.ts'
import type { CurrentSession } from '../sessions/sessions.ts'
import { isPasskeyOf, showCode, showPasskey, withFactor } from '../sessions/show-factor.ts'
import { type AccountDeps, requireLocal } from './account-deps.ts'

/**
 * Takes that a person shows again who they are: by a second factor where they have one, else by the
 * password (security.md#confirmation). Returns the session with it. Raises `ValidationFailed`,
 * `Forbidden`, `InvalidCredentials`, `RateLimited` and `Unavailable`.
 */
export async function confirm(
  deps: AccountDeps,
  { session, sender }: { session: CurrentSession; sender: Sender },
  given: Confirmation,
): Promise<CurrentSession> {
  const { userName } = requireLocal(deps, session)
  const shown = await countAttempt(deps, {
    userName,
    sender,
    attempt: () => show(deps, userName, given),
    message: 'This is wrong, or was used before.',
  })
  const { sealed } = session
  const factors = shown.factor === null ? sealed.factors : withFactor(sealed.factors, shown.factor)
  return { ...session, sealed: { ...sealed, factors, confirmedAt: deps.now() } }
}

/** How the person showed who they are; null when it was wrong. */
async function show(
  deps: AccountDeps,
  userName: string,
  { password, code, passkey }: Confirmation,
): Promise<{ factor: FactorKind | null } | null> {
  if (passkey !== undefined) {
    const isRight = isPasskeyOf(passkey, userName) && (await showPasskey(deps, passkey)) !== null
    return isRight ? { factor: 'Passkey' } : null
  }
  if (code !== undefined) return (await showCode(deps, userName, code)) ? { factor: 'Code' } : null
  if (password === undefined) throw invalid('', 'Send a password, a code or a passkey.')
  const checked = await deps.checkPassword({ userName, password })
  if (checked === null) return null
  if (factorsOf(checked.credentials).length > 0)
    throw new DomainError('Forbidden', 'You have a second factor: confirm by that one.')
  return { factor: null }
}
