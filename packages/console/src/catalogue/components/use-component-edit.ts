import { isApiError } from '@open-oms/client/errors'
import type { NewProduct, Product } from '@open-oms/client/types'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { gateway } from '../../session/gateway.ts'
import { useIdempotencyKey } from '../../session/use-idempotency-key.ts'
import { useKeepOpen } from '../../shell/use-keep-open.ts'
import { productQuery } from '../catalogue-queries.ts'
import { withLists } from '../edits/product-fields.ts'
import { useSaved } from '../edits/use-saved.ts'
import { hasSameComponents } from './component-edit.ts'

type Components = NonNullable<NewProduct['components']>
type Save = { variantSku: string | null; components: Components }

/**
 * The write of a list of components. `theirs`: the product as another one has saved it meanwhile,
 * with other components.
 */
export function useComponentEdit(product: Product, onDone: () => void) {
  const queries = useQueryClient()
  const keyOf = useIdempotencyKey()
  const onSaved = useSaved(onDone)
  const [seen, setSeen] = useState(product)
  const [theirs, setTheirs] = useState<Product | null>(null)
  const read = () => queries.fetchQuery({ ...productQuery(product.productId), staleTime: 0 })
  const save = async (upon: Product, { variantSku, components }: Save): Promise<Product | null> => {
    const body = withLists(upon, variantSku, { components })
    try {
      await gateway.put('/api/products', { body, ifMatch: upon.versionId, idempotencyKey: keyOf(JSON.stringify(body)) })
      return null
    } catch (error) {
      if (!isApiError(error, 'VersionConflict')) throw error
      const now = await read()
      // Texts or pictures that another one has changed go along as they are now.
      return hasSameComponents(upon, now) ? await save(now, { variantSku, components }) : now
    }
  }
  const saving = useMutation({
    mutationFn: (list: Save) => save(seen, list),
    onSuccess: (now) => (now === null ? onSaved() : setTheirs(now)),
  })
  useKeepOpen(saving.isPending)
  /** Goes on with the components that another one has saved. */
  const takeTheirs = () => {
    if (theirs === null) return
    setSeen(theirs)
    setTheirs(null)
    saving.reset()
  }
  return { seen, theirs, takeTheirs, saving }
}
