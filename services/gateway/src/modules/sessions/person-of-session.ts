import type { SignedInUser } from '@oms/contracts/gateway/session'
import { accessOf, mayHaveName } from './provider-claims.ts'
import { passwordMarkOf, type SealedSession } from './sealed-session.ts'
import type { CurrentMethods } from './sign-in-methods.ts'
import type { UserRegistry } from './user-registry.ts'

/** Where it is looked up who a session is of. */
export type PersonDeps = {
  users: UserRegistry
  methods: () => CurrentMethods
}

/** Who a session is of, by the configuration of now; null when it lets the person in no longer. */
export function personOfSession(deps: PersonDeps, { userName, passwordMark, provider }: SealedSession): SignedInUser | null {
  if (provider !== null) return personOfProvider(deps.methods(), userName, provider)
  const user = deps.methods().passwords ? deps.users.find(userName) : undefined
  if (user === undefined || passwordMarkOf(user.passwordHash) !== passwordMark) return null
  const { displayName, roles, storeIds } = user
  return { userName: user.userName, displayName: displayName ?? user.userName, roles: [...roles], storeIds: [...storeIds] }
}

function personOfProvider(
  { providers, storeIds, clientIds }: CurrentMethods,
  userName: string,
  { issuer, displayName, claims }: NonNullable<SealedSession['provider']>,
): SignedInUser | null {
  const settings = providers.find((provider) => provider.issuer === issuer)?.settings
  if (settings === undefined || !mayHaveName(settings, userName) || clientIds.has(userName.toLowerCase())) return null
  const access = accessOf(settings, storeIds, claims)
  return 'refusal' in access ? null : { userName, displayName, ...access }
}
