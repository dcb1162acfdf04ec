import type { Product, ProductInput } from '@open-oms/contracts/catalog/product'
import { DomainError } from '@open-oms/contracts/errors'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { IfMatch } from '@open-oms/service-kit/http/etag'
import type { Deps } from '../../deps.ts'
import type { WriteAuthor } from '../assets/asset-events.ts'
import { saveWithFiles } from '../assets/request-files.ts'
import { assertSkusUnused } from '../components/assert-unused.ts'
import { lockComponents } from '../components/component-store.ts'
import { removedSkus } from '../components/domain/product-codes.ts'
import { addInlineAssets } from './add-inline-assets.ts'
import { assertVersion, versionsOfHeader } from './assert-version.ts'
import { checkProduct } from './check-product.ts'
import { type ReadProduct, replacedProduct } from './domain/new-product.ts'
import { loadProductForUpdate } from './product-store.ts'
import { readVersionsSince } from './product-versions.ts'
import { readProductRequest } from './read-product-request.ts'
import { type FieldWriter, requireProductFields } from './require-product-fields.ts'
import { saveProduct } from './save-product.ts'

export type UpdateProduct = WriteAuthor & {
  input: ProductInput
  writer: FieldWriter
  ifMatch: IfMatch | null
  /** Called in the transaction of the write. */
  record: (tx: Transaction, updated: UpdatedProduct) => Promise<void>
}

/** `overwrote`: the versions that came after the one that the request carried. */
export type UpdatedProduct = { product: Product; overwrote: string[] }

/**
 * Replaces a product; lists that were not sent stay (products.md#product-update,
 * http.md#entity-tags). Raises `NotFound`, `VersionConflict`, `ProductInUse` when it would lose a
 * SKU that a package names, and what `createProduct` raises for the content.
 */
export async function updateProduct(deps: Deps, update: UpdateProduct): Promise<UpdatedProduct> {
  const { input, ifMatch, record, writer, ...author } = update
  const request = readProductRequest(input)
  const context = { now: deps.now().toISOString(), versionId: deps.newId(), actor: author.actor }
  const ofBody = deps.config().settings.rejectStaleVersions ? versionOfBody(input) : null
  return saveWithFiles(deps, null, (files) =>
    deps.inTransaction(async (tx) => {
      const stored = await loadStored(tx, input.productId, [versionsOfHeader(ifMatch), ofBody])
      const overwrote = await overwrittenBy(tx, input)
      const asked = replacedProduct(stored, request, context)
      requireProductFields(writer, { before: stored, after: asked }, deps.config())
      const lost = removedSkus(stored, asked)
      if (lost.length > 0 || sendsComponents(request)) await lockComponents(tx)
      if (lost.length > 0) await assertSkusUnused(tx, stored, lost)
      const contained = await checkProduct(tx, asked, 'stored')
      const { product, pending } = await addInlineAssets(deps, tx, { product: asked, request, files, now: context.now })
      if (pending.length > 0) return { pending }
      await record(tx, { product, overwrote })
      await saveProduct(tx, { ...author, before: stored, product, contained, files: files.held })
      return { saved: { product, overwrote } }
    }),
  )
}

async function loadStored(tx: Transaction, productId: string, conditions: (readonly string[] | null)[]): Promise<Product> {
  const stored = await loadProductForUpdate(tx, productId)
  if (stored === null) throw new DomainError('NotFound', `There is no product with id "${productId}".`)
  for (const accepted of conditions) await assertVersion(tx, stored, accepted)
  return stored
}

/**
 * Without new components nothing is added to what the product contains, so nothing can close a
 * circle.
 */
function sendsComponents({ components, variants = [] }: ReadProduct): boolean {
  return components !== undefined || variants.some((variant) => variant.components !== undefined)
}

/** With the setting the version in the body must be current too (http.md#entity-tags). */
function versionOfBody({ versionId }: ProductInput): readonly string[] | null {
  return versionId === undefined ? null : [versionId]
}

async function overwrittenBy(tx: Transaction, { productId, versionId }: ProductInput): Promise<string[]> {
  return versionId === undefined ? [] : readVersionsSince(tx, productId, versionId)
}
