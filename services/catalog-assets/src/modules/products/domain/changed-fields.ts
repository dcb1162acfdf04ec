import type { Product } from '@oms/contracts/catalog/product'

/** Members that every write sets. */
const bookkeeping = new Set(['modified', 'modifiedBy', 'revision', 'versionId'])

/** The top-level members in which two versions of a product differ (4-decisions B.1). */
export function changedFields(before: Product, after: Product): string[] {
  // Products are completed by the model, so equal content has equal text.
  return (Object.keys(after) as (keyof Product)[]).filter(
    (name) => !bookkeeping.has(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
}
