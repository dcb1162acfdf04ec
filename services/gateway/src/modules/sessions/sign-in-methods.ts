import type { ApiClient } from '@oms/contracts/config/api-clients'
import type { SignInMethods } from '@oms/contracts/config/sign-in'
import type { Store } from '@oms/contracts/config/stores'

/** How people may sign in, and what the claims of a provider are compared with; replaced as a whole at a reload. */
export type CurrentMethods = SignInMethods & {
  storeIds: ReadonlySet<string>
  /** Lower-case ids of API clients: no person has the name of one. */
  clientIds: ReadonlySet<string>
}

type Content = { signIn: SignInMethods; stores: readonly Store[]; apiClients: readonly ApiClient[] }

/** The methods of the tenant configuration. A provider that the environment gives no address is none. */
export function currentMethods({ signIn, stores, apiClients }: Content, hasProvider: boolean): CurrentMethods {
  return {
    passwords: signIn.passwords,
    provider: hasProvider ? signIn.provider : null,
    storeIds: new Set(stores.map(({ id }) => id)),
    clientIds: new Set(apiClients.map(({ clientId }) => clientId.toLowerCase())),
  }
}
