import { invalid } from '@open-oms/contracts/errors'
import type { PasswordChange } from '@open-oms/contracts/gateway/account'
import { chosenPasswordFault } from '@open-oms/service-kit/config/password-fault'
import { hashPassword } from '@open-oms/service-kit/config/secret-hash'
import { toPasswordMark } from '../credentials/person-credentials.ts'
import { countAttempt } from '../sessions/count-attempts.ts'
import type { Sender } from '../sessions/sender.ts'
import { beginSession, type CurrentSession, endSession } from '../sessions/sessions.ts'
import { nameKey } from '../sessions/user-registry.ts'
import { type AccountDeps, requireLocal } from './account-deps.ts'

/**
 * Changes the password of the person of a session and ends all their sessions; returns another one
 * for this browser (security.md#own-password). Raises `Forbidden`, `ValidationFailed`,
 * `InvalidCredentials`, `RateLimited` and `Unavailable`.
 */
export async function changePassword(
  deps: AccountDeps,
  { session, sender }: { session: CurrentSession; sender: Sender },
  { currentPassword, newPassword }: PasswordChange,
): Promise<CurrentSession> {
  const user = requireLocal(deps, session)
  const { userName } = user
  await countAttempt(deps, {
    userName,
    sender,
    attempt: () => deps.checkPassword({ userName, password: currentPassword }),
    message: 'The password of now is wrong.',
  })
  const fault = await newPasswordFault(deps, { userName, currentPassword, newPassword })
  if (fault !== null) throw invalid('newPassword', fault)
  const hash = await deps.inTurn(() => hashPassword(newPassword))
  const replaces = toPasswordMark(user.passwordHash)
  await deps.credentials.change(nameKey(userName), (before) => ({
    ...before,
    password: { hash, replaces, changedAt: deps.now() },
  }))
  await endSession(deps, session, true)
  const { passwordMark, provider, factors } = session.sealed
  const next = beginSession(deps, { userName, passwordMark, provider, factors, isGivenPassword: false })
  // All that had begun by now are over; this one begins after that.
  const at = deps.now() + 1
  return { ...session, sealed: { ...next, signedInAt: at, lastSeenAt: at, confirmedAt: at } }
}

/** Why a password cannot be the next one, as what follows its name; null where it can. */
async function newPasswordFault(
  deps: AccountDeps,
  { userName, currentPassword, newPassword }: PasswordChange & { userName: string },
): Promise<string | null> {
  if (newPassword.normalize('NFC') === currentPassword.normalize('NFC')) return 'must be another one than now'
  return chosenPasswordFault(deps, newPassword, userName)
}
