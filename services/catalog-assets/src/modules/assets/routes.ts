import * as contracts from '@open-oms/contracts/catalog/file-routes'
import { register, type Server, type TypedRequest } from '@open-oms/service-kit/server/register-route'
import type { Deps } from '../../deps.ts'
import { serveAssetFile } from './serve-asset-file.ts'

export function registerAssetFiles(app: Server, deps: Deps): void {
  // HEAD has a route of its own: made of GET it would read the whole file to respond with its
  // headers.
  register(app, deps, contracts.headAssetFile, (deps, request) =>
    serveAssetFile(deps, { ...fileRequest(request), withBody: false }),
  )
  register(app, deps, contracts.getAssetFile, (deps, request) =>
    serveAssetFile(deps, { ...fileRequest(request), withBody: true }),
  )
}

function fileRequest({ params, query, headers }: TypedRequest<typeof contracts.getAssetFile | typeof contracts.headAssetFile>) {
  return { ...params, version: query.v ?? null, size: query.size ?? null, headers }
}
