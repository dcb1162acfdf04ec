import type { Product, ProductInput } from '@open-oms/contracts/catalog/product'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { Deps } from '../../deps.ts'
import type { WriteAuthor } from '../assets/asset-events.ts'
import { saveWithFiles } from '../assets/request-files.ts'
import { lockComponents } from '../components/component-store.ts'
import { componentReferences } from '../components/domain/component-references.ts'
import { addInlineAssets } from './add-inline-assets.ts'
import { checkProduct } from './check-product.ts'
import { newProduct } from './domain/new-product.ts'

import { readLastRevision } from './product-versions.ts'
import { readProductRequest } from './read-product-request.ts'
import { type FieldWriter, requireProductFields } from './require-product-fields.ts'
import { saveNewProduct } from './save-product.ts'

export type CreateProduct = WriteAuthor & {
  input: ProductInput
  writer: FieldWriter
  /** Called in the transaction of the write. */
  record: (tx: Transaction, product: Product) => Promise<void>
}

/**
 * Creates a product with its variants, components and assets (products.md#product-creation,
 * components.md#component-checks, assets.md#inline-assets). Raises `ValidationFailed`, `Forbidden`,
 * `ProductIdExists`, `SkuExists`, `ComponentInvalid`, `ComponentProductNotFound`,
 * `InvalidComponentSku`, `CircularReference`, `AssetUrlNotAllowed` and `AssetDownloadFailed`.
 */
export async function createProduct(deps: Deps, { input, record, writer, ...author }: CreateProduct): Promise<Product> {
  const context = { now: deps.now().toISOString(), versionId: deps.newId(), actor: author.actor }
  const request = readProductRequest(input)
  const asked = newProduct(request, context)
  requireProductFields(writer, { before: null, after: asked }, deps.config())
  return saveWithFiles(deps, null, (files) =>
    deps.inTransaction(async (tx) => {
      if (componentReferences(asked).length > 0) await lockComponents(tx)
      const contained = await checkProduct(tx, asked, 'new')
      const { product: complete, pending } = await addInlineAssets(deps, tx, { product: asked, request, files, now: context.now })
      if (pending.length > 0) return { pending }
      // Where a deleted product of the same id ended; the sequence of its events has no gap and no
      // repeat (events.md#envelope).
      const product = { ...complete, revision: (await readLastRevision(tx, asked.productId)) + 1 }
      await record(tx, product)
      await saveNewProduct(tx, { ...author, before: null, product, contained, files: files.held })
      return { saved: product }
    }),
  )
}
