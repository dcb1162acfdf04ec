import * as contracts from '@open-oms/contracts/catalog/asset-routes'
import type { RouteResponse } from '@open-oms/service-kit/http/route-response'
import { register, type Server, type TypedRequest } from '@open-oms/service-kit/server/register-route'
import type { Deps } from '../../deps.ts'
import { receiveUpload } from '../incoming-files/receive-upload.ts'
import { type AddedAssets, addProductAssets } from './add-product-assets.ts'
import { deleteProductAssets } from './delete-product-assets.ts'
import { getProductAssets } from './get-product-assets.ts'
import { type UpdatedAssets, updateProductAssets } from './update-product-assets.ts'

/** Assets change behind their address, so responses are not cached. */
const headers = { 'cache-control': 'no-store' }
/** Files are downloaded between the transactions of these. */
const separately = { transactions: 'separate' } as const

export function registerProductAssets(app: Server, deps: Deps): void {
  register(app, deps, contracts.getProductAssets, async (deps, { query }) => ({
    body: await getProductAssets(deps, query.assetIds),
    headers,
  }))

  register(
    app,
    deps,
    contracts.addProductAssets,
    async (deps, request) => {
      const { params, query, body } = request
      const where = { code: params.skuId, toVariant: query.isAddedToVariant ?? false }
      return assetsResponse(await addProductAssets(deps, { ...where, inputs: body, ...toWriteOptions(request, assetsResponse) }))
    },
    separately,
  )

  register(
    app,
    deps,
    contracts.updateProductAssets,
    async (deps, request) =>
      assetsResponse(await updateProductAssets(deps, { inputs: request.body, ...toWriteOptions(request, assetsResponse) })),
    separately,
  )

  register(app, deps, contracts.deleteProductAssets, async (deps, { query, ifMatch, caller, traceId }) => {
    await deleteProductAssets(deps, { assetIds: query.assetIds, ifMatch, actor: caller.actor, correlationId: traceId })
    return {}
  })

  register(
    app,
    deps,
    contracts.addProductAsset,
    async (deps, request) => {
      const { params, query, file } = request
      const where = { code: params.skuId, toVariant: query.isAddedToVariant ?? false }
      const upload = await receiveUpload(file, query.fileName ?? null)
      return assetResponse(
        await addProductAssets(deps, { ...where, inputs: [{}], upload, ...toWriteOptions(request, assetResponse) }),
      )
    },
    separately,
  )

  register(app, deps, contracts.addProductImage, addProductImage, separately)
  register(app, deps, contracts.postProductImage, addProductImage, separately)
}

type ImageRequest = TypedRequest<typeof contracts.addProductImage | typeof contracts.postProductImage>

async function addProductImage(deps: Deps, request: ImageRequest): Promise<RouteResponse> {
  const { url: externalUrl, productId: code } = request.query
  const image = { code, inputs: [{ externalUrl }], addressPath: 'url', mustBeImages: true }
  return assetResponse(await addProductAssets(deps, { ...image, ...toWriteOptions(request, assetResponse) }))
}

function assetsResponse({ assets, versionId }: AddedAssets | UpdatedAssets): RouteResponse {
  return { body: assets, ...(versionId === null ? {} : { version: versionId }) }
}

function assetResponse({ assets: [asset], versionId }: AddedAssets): RouteResponse {
  return { body: asset, version: versionId, headers }
}

type WriteRequest = Pick<TypedRequest, 'ifMatch' | 'traceId' | 'recordResponse'> & { caller: { actor: string } }

type Transaction = Parameters<WriteRequest['recordResponse']>[0]

/**
 * What every write takes from its request. The write calls `record` with its result, so that the
 * response is stored in its transaction and a repeat of the request returns the same one.
 */
function toWriteOptions<Result>(request: WriteRequest, responseOf: (result: Result) => RouteResponse) {
  return {
    ifMatch: request.ifMatch,
    actor: request.caller.actor,
    correlationId: request.traceId,
    record: (tx: Transaction, result: Result) => request.recordResponse(tx, responseOf(result)),
  }
}
