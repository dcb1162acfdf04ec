import { isApiError } from '@open-oms/client/errors'
import type { Product } from '@open-oms/client/types'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { productQuery } from '../catalogue/catalogue-queries.ts'
import { buildReplacement } from '../catalogue/edits/product-fields.ts'
import { useSaved } from '../catalogue/edits/use-saved.ts'
import { gateway } from '../session/gateway.ts'
import { useKeepOpen } from '../shell/use-keep-open.ts'
import { FieldsForm } from './fields-form.tsx'
import { changedProperties, type FieldValues, fieldValues, withChanged } from './property-values.ts'
import { useDeclaredFields } from './use-declared-fields.ts'

/** Edits the declared fields of the product version that is shown. */
export function EditProductFields({ product, onDone }: { product: Product; onDone: () => void }) {
  const queries = useQueryClient()
  const onSaved = useSaved(onDone)
  const fields = useDeclaredFields('product').filter(({ onPage }) => onPage)
  // Concurrent changes of other fields are kept.
  const [values] = useState(() => fieldValues(product.properties, fields))
  const saving = useMutation({
    mutationFn: async (changes: ReturnType<typeof changedProperties>) => {
      const body = { ...buildReplacement(product, {}), properties: withChanged(product.properties, changes) }
      return await gateway.put('/api/products', { body, ifMatch: product.versionId })
    },
    onSuccess: onSaved,
    onError: async (error) => {
      const { queryKey } = productQuery(product.productId)
      if (isApiError(error, 'VersionConflict')) await queries.refetchQueries({ queryKey })
    },
  })
  useKeepOpen(saving.isPending)
  const save = (entered: FieldValues) => {
    const changes = changedProperties(values, entered)
    if (changes.length === 0) onDone()
    else saving.mutate(changes)
  }
  return <FieldsForm {...{ fields, values, save }} isSaving={saving.isPending} error={saving.error} />
}
