import type { Product } from '@open-oms/client/types'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { gateway } from '../../session/gateway.ts'
import { productQuery } from '../catalogue-queries.ts'
import { EditForm } from './edit-form.tsx'
import { buildReplacement, fieldsOfProduct, type ProductFields } from './product-fields.ts'
import { ProductInputs } from './product-inputs.tsx'
import { type Edit, type Seen, useEdit } from './use-edit.ts'

/** The texts and prices of a product, to be changed. */
export function ProductForm({ product, onDone }: { product: Product; onDone: () => void }) {
  const t = useTranslations('catalogue.fields')
  const edit = useProductEdit(product, onDone)
  return (
    <EditForm edit={edit} nameOf={t}>
      <ProductInputs values={edit.values} change={edit.change} />
    </EditForm>
  )
}

function useProductEdit(product: Product, onDone: () => void): Edit<ProductFields> {
  const queries = useQueryClient()
  const query = productQuery(product.productId)
  return useEdit<ProductFields, Product>({
    seen: seenProduct(product),
    save: (changes, seen) => gateway.put('/api/products', { body: buildReplacement(seen, changes), ifMatch: seen.versionId }),
    read: async () => seenProduct(await queries.fetchQuery({ ...query, staleTime: 0 })),
    onDone,
  })
}

function seenProduct(product: Product): Seen<ProductFields, Product> {
  return { fields: fieldsOfProduct(product), version: product, modifiedBy: product.modifiedBy }
}
