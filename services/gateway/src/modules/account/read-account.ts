import type { Account } from '@open-oms/contracts/gateway/account'
import { allowsPasskeys } from '../credentials/passkeys.ts'
import { noCredentials, ownPassword } from '../credentials/person-credentials.ts'
import { openSessions } from '../sessions/session-list.ts'
import type { CurrentSession } from '../sessions/sessions.ts'
import { nameKey } from '../sessions/user-registry.ts'
import type { AccountDeps } from './account-deps.ts'

const instant = (ms: number) => new Date(ms).toISOString()

/** How the person of a session signs in, and where they are signed in. Raises `Unavailable`. */
export async function readAccount(deps: AccountDeps, session: CurrentSession): Promise<Account> {
  const user = session.sealed.provider === null ? deps.users.find(session.user.userName) : undefined
  const credentials = user === undefined ? noCredentials : await deps.credentials.read(nameKey(user.userName))
  const password = user === undefined ? null : ownPassword(credentials, user.passwordHash)
  return {
    hasPassword: user !== undefined,
    passwordChanged: password === null ? null : instant(password.changedAt),
    needsSecondFactor: session.needsSecondFactor,
    authenticatorAdded: credentials.authenticator === null ? null : instant(credentials.authenticator.addedAt),
    recoveryCodesLeft: credentials.recoveryCodes.length,
    allowsPasskeys: allowsPasskeys(deps.publicUrl),
    passkeys: credentials.passkeys.map(({ id, name, addedAt, lastUsedAt }) => ({
      id,
      name,
      added: instant(addedAt),
      lastUsed: lastUsedAt === null ? null : instant(lastUsedAt),
    })),
    sessions: await openSessions(deps, session),
  }
}
