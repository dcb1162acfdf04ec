import * as contracts from '@open-oms/contracts/orders/configuration/document-routes'
import type { DocumentChange } from '@open-oms/contracts/orders/configuration/documents'
import { type Caller, requireAllStores } from '@open-oms/service-kit/authentication/caller'
import type { IfMatch } from '@open-oms/service-kit/http/etag'
import type { RouteResponse } from '@open-oms/service-kit/http/route-response'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import { putUser } from './put-user.ts'
import { getDocument, listDocuments, listVersions } from './read-documents.ts'
import { putDocument, restoreDocument, type WriteDeps } from './write-document.ts'

const what = 'The configuration is'

type WriteRequest = { caller: Caller; ifMatch: IfMatch | null; query: { dryRun?: boolean | undefined } }

function written({ caller, ifMatch, query }: WriteRequest) {
  requireAllStores(caller, what)
  return { caller, ifMatch, isDryRun: query.dryRun ?? false }
}

function changeResponse(change: DocumentChange): RouteResponse {
  return { body: change, version: String(change.document.version) }
}

export function registerStoredDocuments(app: Server, deps: WriteDeps): void {
  register(app, deps, contracts.listConfigurationDocuments, async (deps, { caller }) => {
    requireAllStores(caller, what)
    return { body: await listDocuments(deps) }
  })
  register(app, deps, contracts.getConfigurationDocument, async (deps, { caller, query }) => {
    requireAllStores(caller, what)
    const document = await getDocument(deps, query)
    return { body: document, version: String(document.version) }
  })
  register(app, deps, contracts.listConfigurationDocumentVersions, async (deps, { caller, query }) => {
    requireAllStores(caller, what)
    return { body: await listVersions(deps, query) }
  })
  // The check takes long, and is no part of the transaction that stores.
  const separate = { transactions: 'separate' } as const
  register(
    app,
    deps,
    contracts.putConfigurationDocument,
    async (deps, request) => {
      const { text, note = null } = request.body
      const write = { ...written(request), name: request.query.name, note }
      return changeResponse(await putDocument(deps, write, text))
    },
    separate,
  )
  register(
    app,
    deps,
    contracts.restoreConfigurationDocument,
    async (deps, request) => {
      const { version, note = null } = request.body
      const write = { ...written(request), name: request.query.name, note }
      return changeResponse(await restoreDocument(deps, write, version))
    },
    separate,
  )
  register(
    app,
    deps,
    contracts.putConfigurationUser,
    async (deps, request) => {
      const { params, body } = request
      return changeResponse(await putUser(deps, written(request), { userName: params.userName, request: body }))
    },
    separate,
  )
}
