import type { Product } from '@open-oms/contracts/catalog/product'
import * as contracts from '@open-oms/contracts/catalog/routes'
import { documentResponse, type RouteResponse } from '@open-oms/service-kit/http/route-response'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import type { Deps } from '../../deps.ts'
import { type CreateProduct, createProduct } from './create-product.ts'
import { deleteProduct } from './delete-product.ts'
import { getProduct } from './get-product.ts'
import { type UpdatedProduct, type UpdateProduct, updateProduct } from './update-product.ts'

/** The files of inline assets are downloaded between the transactions of these. */
const separately = { transactions: 'separate' } as const

export function registerProducts(app: Server, deps: Deps): void {
  // Both return the stored document: nothing is added to components on the way out.
  register(app, deps, contracts.getProduct, async (deps, { params }) =>
    documentResponse(await getProduct(deps, params.productId)),
  )
  register(app, deps, contracts.getRawProduct, async (deps, { params }) =>
    documentResponse(await getProduct(deps, params.productId)),
  )

  register(
    app,
    deps,
    contracts.createProduct,
    async (deps, { body, caller, traceId, recordResponse, noteUndeclared }) => {
      const author = { actor: caller.actor, correlationId: traceId, writer: { held: caller, noteUndeclared } }
      const record: CreateProduct['record'] = (tx, product) => recordResponse(tx, createdResponse(product))
      return createdResponse(await createProduct(deps, { input: body, record, ...author }))
    },
    separately,
  )

  register(
    app,
    deps,
    contracts.updateProduct,
    async (deps, { body, ifMatch, caller, traceId, recordResponse, noteUndeclared }) => {
      const author = { actor: caller.actor, correlationId: traceId, writer: { held: caller, noteUndeclared } }
      const record: UpdateProduct['record'] = (tx, updated) => recordResponse(tx, updatedResponse(updated))
      return updatedResponse(await updateProduct(deps, { input: body, ifMatch, record, ...author }))
    },
    separately,
  )

  register(app, deps, contracts.deleteProduct, async (deps, { params, ifMatch, caller, traceId }) => {
    await deleteProduct(deps, { ...params, ifMatch, actor: caller.actor, correlationId: traceId })
    return {}
  })
}

function createdResponse(product: Product): RouteResponse {
  const location = `/api/products/${encodeURIComponent(product.productId)}`
  return { body: product, version: product.versionId, headers: { location } }
}

function updatedResponse({ product, overwrote }: UpdatedProduct): RouteResponse {
  const headers = overwrote.length === 0 ? {} : { 'overwrote-versions': overwrote.join(', ') }
  return { body: product, version: product.versionId, headers }
}
