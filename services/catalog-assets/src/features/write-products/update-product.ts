import type { Product, ProductInput } from '@oms/contracts/catalog/product'
import { DomainError } from '@oms/contracts/errors'
import type { Transaction } from '@oms/service-kit/database/transaction'
import type { IfMatch } from '@oms/service-kit/server/etag'
import type { Deps } from '../../deps.ts'
import { changedFields } from '../../domain/changed-fields.ts'
import { type ReadProduct, replacedProduct } from '../../domain/new-product.ts'
import { lockComponents } from '../../persistence/component-catalogue.ts'
import { loadProductForUpdate, updateProduct as saveProduct } from '../../persistence/product-repository.ts'
import { readVersion, readVersionsSince } from '../../persistence/product-versions.ts'
import { checkProduct } from './check-product.ts'
import { readProductRequest } from './read-product-request.ts'

export type UpdateProduct = { input: ProductInput; ifMatch: IfMatch | null; actor: string; correlationId: string }

/** `overwrote`: the versions that came after the one that the request carried. */
export type UpdatedProduct = { product: Product; overwrote: string[] }

/**
 * Replaces a product; lists that were not sent stay (4-decisions N.8, B.1, B.2). Raises `NotFound`, `VersionConflict` and what
 * `createProduct` raises for the content.
 */
export async function updateProduct(deps: Deps, update: UpdateProduct): Promise<UpdatedProduct> {
  const { input, actor, correlationId } = update
  const request = readProductRequest(input)
  const context = { now: deps.now().toISOString(), versionId: deps.newId(), actor }
  const rejectsStale = deps.config().settings.rejectStaleVersions
  return deps.inTransaction(async (tx) => {
    if (sendsComponents(request)) await lockComponents(tx)
    const stored = await loadProductForUpdate(tx, input.productId)
    if (stored === null) throw new DomainError('NotFound', `There is no product with id "${input.productId}".`)
    for (const accepted of acceptedVersions(update, rejectsStale)) await assertCurrent(tx, stored, accepted)
    const overwrote = input.versionId === undefined ? [] : await readVersionsSince(tx, stored.productId, input.versionId)
    const product = replacedProduct(stored, request, context)
    const contained = await checkProduct(tx, product, 'stored')
    await saveProduct(tx, { product, contained, actor, correlationId })
    return { product, overwrote }
  })
}

/** Without new components nothing is added to what the product contains, so nothing can close a circle. */
function sendsComponents({ components, variants = [] }: ReadProduct): boolean {
  return components !== undefined || variants.some((variant) => variant.components !== undefined)
}

/** Of each list the stored product must have one version: the header's and, under the setting, the body's (4-decisions B.1). */
function acceptedVersions({ input, ifMatch }: UpdateProduct, rejectsStale: boolean): (readonly string[])[] {
  const ofHeader = ifMatch === null || ifMatch.any ? [] : [ifMatch.versions]
  const ofBody = rejectsStale && input.versionId !== undefined ? [[input.versionId]] : []
  return [...ofHeader, ...ofBody]
}

async function assertCurrent(tx: Transaction, stored: Product, accepted: readonly string[]): Promise<void> {
  if (accepted.includes(stored.versionId)) return
  const had = await readVersion(tx, stored.productId, accepted)
  throw new DomainError('VersionConflict', 'The product was changed in the meantime.', {
    members: { currentVersionId: stored.versionId, changedFields: had === null ? [] : changedFields(had, stored) },
  })
}
