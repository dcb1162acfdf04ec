import type { Product, ProductInput } from '@oms/contracts/catalog/product'
import type { Deps } from '../../deps.ts'
import { componentReferences } from '../../domain/component-references.ts'
import { newProduct } from '../../domain/new-product.ts'
import { lockComponents } from '../../persistence/component-catalogue.ts'
import { insertProduct } from '../../persistence/product-repository.ts'
import { checkProduct } from './check-product.ts'
import { readProductRequest } from './read-product-request.ts'

export type CreateProduct = { input: ProductInput; actor: string; correlationId: string }

/**
 * Creates a product with its variants and components (4-decisions N.1, N.2, N.8). Raises `ValidationFailed`, `ProductIdExists`,
 * `SkuExists`, `ComponentInvalid`, `ComponentProductNotFound`, `InvalidComponentSku` and `CircularReference`.
 */
export async function createProduct(deps: Deps, { input, actor, correlationId }: CreateProduct): Promise<Product> {
  const context = { now: deps.now().toISOString(), versionId: deps.newId(), actor }
  const product = newProduct(readProductRequest(input), context)
  await deps.inTransaction(async (tx) => {
    if (componentReferences(product).length > 0) await lockComponents(tx)
    const contained = await checkProduct(tx, product, 'new')
    await insertProduct(tx, { product, contained, actor, correlationId })
  })
  return product
}
