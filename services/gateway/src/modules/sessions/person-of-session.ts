import type { SignedInUser } from '@oms/contracts/gateway/session'
import { accessOf } from './provider-claims.ts'
import { passwordMarkOf, type SealedSession } from './sealed-session.ts'
import type { CurrentMethods } from './sign-in-methods.ts'
import type { UserRegistry } from './user-registry.ts'

/** Where it is looked up who a session is of. */
export type PersonDeps = {
  users: UserRegistry
  methods: () => CurrentMethods
  /** The provider whose people may come; null without one. */
  issuer: string | null
}

/** Who a session is of, by the configuration of now; null when it lets the person in no longer. */
export function personOfSession(deps: PersonDeps, { userName, passwordMark, provider }: SealedSession): SignedInUser | null {
  if (provider !== null) return personOfProvider(deps, userName, provider)
  const user = deps.methods().passwords ? deps.users.find(userName) : undefined
  if (user === undefined || passwordMarkOf(user.passwordHash) !== passwordMark) return null
  const { displayName, roles, storeIds } = user
  return { userName: user.userName, displayName: displayName ?? user.userName, roles: [...roles], storeIds: [...storeIds] }
}

function personOfProvider(
  { methods, issuer }: PersonDeps,
  userName: string,
  { issuer: itsIssuer, displayName, claims }: NonNullable<SealedSession['provider']>,
): SignedInUser | null {
  const { provider, storeIds, clientIds } = methods()
  if (provider === null || itsIssuer !== issuer || clientIds.has(userName.toLowerCase())) return null
  const access = accessOf(provider, storeIds, claims)
  return 'refusal' in access ? null : { userName, displayName, ...access }
}
