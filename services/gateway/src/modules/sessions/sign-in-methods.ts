import type { ApiClient } from '@open-oms/contracts/config/access/api-clients'
import type { NamedRole } from '@open-oms/contracts/config/access/roles'
import type { SignInMethods, SignInProvider } from '@open-oms/contracts/config/access/sign-in'
import type { Store } from '@open-oms/contracts/config/stores'
import type { Secret } from '@open-oms/service-kit/config/secret-files'

/** An OpenID Connect provider that people may sign in with. No two have the same issuer. */
export type KnownProvider = {
  /** Null for that of `provider` in `sign-in.json`. */
  id: string | null
  issuer: string
  /** The gateway as the provider knows it; without a secret as a public client. */
  clientId: string
  clientSecret: Secret | null
  /** What its claims mean. */
  settings: SignInProvider
}

/**
 * How people may sign in, and what the claims of providers are compared with; replaced as a whole
 * at a reload.
 */
export type CurrentMethods = {
  passwords: boolean
  /** Who must have a second factor. */
  secondFactorRoles: readonly string[]
  /** How long a sign-in counts as recent; 0: for as long as the session lasts. */
  stepUpMs: number
  providers: readonly KnownProvider[]
  storeIds: ReadonlySet<string>
  /** Lower-case ids of API clients: no person has the name of one. */
  clientIds: ReadonlySet<string>
  /** The roles beyond those of the interface. */
  namedRoles: readonly NamedRole[]
}

type Content = {
  signIn: Pick<SignInMethods, 'passwords' | 'secondFactorRoles' | 'stepUpMinutes'>
  stores: readonly Store[]
  apiClients: readonly ApiClient[]
  roles: readonly NamedRole[]
}

/**
 * The methods of the tenant configuration, with those of its providers that the environment gives
 * an address.
 */
export function currentMethods(
  { signIn, stores, apiClients, roles }: Content,
  providers: readonly KnownProvider[],
): CurrentMethods {
  return {
    passwords: signIn.passwords,
    secondFactorRoles: signIn.secondFactorRoles,
    stepUpMs: signIn.stepUpMinutes * 60_000,
    providers,
    storeIds: new Set(stores.map(({ id }) => id)),
    clientIds: new Set(apiClients.map(({ clientId }) => clientId.toLowerCase())),
    namedRoles: roles,
  }
}
