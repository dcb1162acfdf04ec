import type { Product } from '@oms/contracts/catalog/product'
import * as contracts from '@oms/contracts/catalog/routes'
import type { Answer } from '@oms/service-kit/server/answer'
import { register, type Server } from '@oms/service-kit/server/register-route'
import type { Deps } from '../../deps/deps.ts'
import { type CreateProduct, createProduct } from './create-product.ts'
import { deleteProduct } from './delete-product.ts'
import { type UpdatedProduct, type UpdateProduct, updateProduct } from './update-product.ts'

/** The files of inline assets are fetched between the transactions of these. */
const separately = { transactions: 'separate' } as const

/** Puts the routes that create, replace and delete products on the server. */
export function registerWriteProducts(app: Server, deps: Deps): void {
  register(
    app,
    deps,
    contracts.createProduct,
    async (deps, { body, caller, traceId, recordAnswer }) => {
      const author = { actor: caller.actor, correlationId: traceId }
      const record: CreateProduct['record'] = (tx, product) => recordAnswer(tx, createdAnswer(product))
      return createdAnswer(await createProduct(deps, { input: body, record, ...author }))
    },
    separately,
  )

  register(
    app,
    deps,
    contracts.updateProduct,
    async (deps, { body, ifMatch, caller, traceId, recordAnswer }) => {
      const author = { actor: caller.actor, correlationId: traceId }
      const record: UpdateProduct['record'] = (tx, updated) => recordAnswer(tx, updatedAnswer(updated))
      return updatedAnswer(await updateProduct(deps, { input: body, ifMatch, record, ...author }))
    },
    separately,
  )

  register(app, deps, contracts.deleteProduct, async (deps, { params, ifMatch, caller, traceId }) => {
    await deleteProduct(deps, { ...params, ifMatch, actor: caller.actor, correlationId: traceId })
    return {}
  })
}

function createdAnswer(product: Product): Answer {
  const location = `/api/products/${encodeURIComponent(product.productId)}`
  return { body: product, version: product.versionId, headers: { location } }
}

function updatedAnswer({ product, overwrote }: UpdatedProduct): Answer {
  const headers = overwrote.length === 0 ? {} : { 'overwrote-versions': overwrote.join(', ') }
  return { body: product, version: product.versionId, headers }
}
