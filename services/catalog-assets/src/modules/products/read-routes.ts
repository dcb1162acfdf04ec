import * as contracts from '@oms/contracts/catalog/routes'
import { JsonText } from '@oms/service-kit/server/answer'
import { register, type Server } from '@oms/service-kit/server/register-route'
import type { Deps } from '../../deps/deps.ts'
import { getProduct } from './get-product.ts'

/** Puts the routes that read products on the server. */
export function registerRetrieveProducts(app: Server, deps: Deps): void {
  // Both answer the stored document: nothing is added to components on the way out.
  register(app, deps, contracts.getProduct, (deps, { params }) => answer(deps, params.productId))
  register(app, deps, contracts.getRawProduct, (deps, { params }) => answer(deps, params.id))
}

async function answer(deps: Deps, productId: string) {
  const { document, versionId } = await getProduct(deps, productId)
  return { body: new JsonText(document), version: versionId }
}
