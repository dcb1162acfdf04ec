import * as contracts from '@oms/contracts/catalog/routes'
import { register, type Server } from '@oms/service-kit/server/register-route'
import type { Deps } from '../../deps.ts'
import { createProduct } from './create-product.ts'
import { updateProduct } from './update-product.ts'

/** Puts the routes that create and replace products on the server. */
export function registerWriteProducts(app: Server, deps: Deps): void {
  register(app, deps, contracts.createProduct, async (deps, { body, caller, traceId }) => {
    const product = await createProduct(deps, { input: body, actor: caller.actor, correlationId: traceId })
    const location = `/api/products/${encodeURIComponent(product.productId)}`
    return { body: product, version: product.versionId, headers: { location } }
  })

  register(app, deps, contracts.updateProduct, async (deps, { body, ifMatch, caller, traceId }) => {
    const { product, overwrote } = await updateProduct(deps, {
      input: body,
      ifMatch,
      actor: caller.actor,
      correlationId: traceId,
    })
    const headers = overwrote.length === 0 ? {} : { 'overwrote-versions': overwrote.join(', ') }
    return { body: product, version: product.versionId, headers }
  })
}
