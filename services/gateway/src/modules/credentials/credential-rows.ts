import { type CredentialRow, type CredentialRowWrite, credentialRowRoutes } from '@open-oms/contracts/gateway/credential-rows'
import { SERVICE_TOKEN_ISSUER } from '@open-oms/contracts/gateway/service-token'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import { type ServiceName, type Upstream, unavailable } from '../proxy/upstream.ts'
import type { ServiceTokens } from '../tokens/service-tokens.ts'

/**
 * Where the gateway keeps what people and clients made: orders-workflow, which cannot read it. All
 * raise `Unavailable`.
 */
export type CredentialRows = {
  read(name: string): Promise<CredentialRow | null>
  /** Returns false when the row has changed since the version of the write. */
  write(name: string, write: CredentialRowWrite): Promise<boolean>
  /** Some of the rows after a name that another key has sealed, by name. */
  listOthers(keyId: string, after: string): Promise<readonly CredentialRow[]>
}

/** Who asks: nobody that the gateway passes requests on for has this id and these routes. */
const self: Caller = { clientId: SERVICE_TOKEN_ISSUER, actor: SERVICE_TOKEN_ISSUER, roles: ['OrderAdmin'], storeIds: null }
const SERVICE: ServiceName = 'orders-workflow'
const PATH = '/internal/Credentials'

type Call = { method: 'GET' | 'PUT'; path: string; body?: object }

/** The rows at a running orders-workflow. */
export function createCredentialRows(upstream: Pick<Upstream, 'pool'>, serviceTokens: ServiceTokens): CredentialRows {
  const tokenOf = serviceTokens.forRoute(SERVICE, credentialRowRoutes[0])

  async function call<T>({ method, path, body }: Call): Promise<T> {
    const headers = {
      authorization: `Bearer ${await tokenOf(self)}`,
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    try {
      const response = await upstream.pool.request({
        method,
        path,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
      })
      if (response.statusCode === 200) return (await response.body.json()) as T
      await response.body.dump()
      throw new Error(`${SERVICE} responded ${response.statusCode}.`)
    } catch (error) {
      throw unavailable(SERVICE, error as Error)
    }
  }

  return {
    read: async (name) => (await call<{ row: CredentialRow | null }>({ method: 'GET', path: `${PATH}/${name}` })).row,
    write: async (name, body) => {
      const { isWritten } = await call<{ isWritten: boolean }>({ method: 'PUT', path: `${PATH}/${name}`, body })
      return isWritten
    },
    listOthers: async (keyId, after) => {
      const query = new URLSearchParams({ notSealedBy: keyId, ...(after === '' ? {} : { after }) })
      return (await call<{ result: CredentialRow[] }>({ method: 'GET', path: `${PATH}?${query}` })).result
    },
  }
}
