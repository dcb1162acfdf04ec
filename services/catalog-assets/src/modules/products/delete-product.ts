import { DomainError } from '@open-oms/contracts/errors'
import type { IfMatch } from '@open-oms/service-kit/http/etag'
import type { Deps } from '../../deps.ts'
import type { WriteAuthor } from '../assets/asset-events.ts'
import { assertUnused } from '../components/assert-unused.ts'
import { lockComponents } from '../components/component-store.ts'
import { assertVersion, versionsOfHeader } from './assert-version.ts'
import { deletedProduct } from './domain/new-product.ts'
import { loadProductForUpdate } from './product-store.ts'
import { removeProduct } from './save-product.ts'

export type DeleteProduct = WriteAuthor & { productId: string; ifMatch: IfMatch | null }

/**
 * Deletes a product; its versions stay, and its id may be used again
 * (products.md#product-deletion). Raises `NotFound`, `VersionConflict`, and `ProductInUse` when a
 * package is made of it.
 */
export async function deleteProduct(deps: Deps, { productId, ifMatch, ...author }: DeleteProduct): Promise<void> {
  const context = { now: deps.now().toISOString(), versionId: deps.newId(), actor: author.actor }
  await deps.inTransaction(async (tx) => {
    const stored = await loadProductForUpdate(tx, productId)
    if (stored === null) throw new DomainError('NotFound', `There is no product with id "${productId}".`)
    await assertVersion(tx, stored, versionsOfHeader(ifMatch))
    // A write of components that names the product at the same time has ended, or begins after the
    // product was deleted.
    await lockComponents(tx)
    await assertUnused(tx, stored)
    await removeProduct(tx, { ...author, product: deletedProduct(stored, context) })
  })
}
