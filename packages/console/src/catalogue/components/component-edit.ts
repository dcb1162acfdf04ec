import { isApiError } from '@open-oms/client/errors'
import type { NewProduct, Product } from '@open-oms/client/types'
import type { Component } from './component-tree.ts'

/** A component as a person edits it; `key` identifies it while rows come and go. */
export type ComponentRow = Omit<Component, 'quantity'> & { key: string; quantity: number | null }

type ComponentInput = NonNullable<NewProduct['components']>[number]

/** The components of a product, or of one of its variants. */
export function ownComponents(product: Product, variantSku: string | null): readonly Component[] {
  if (variantSku === null) return product.components
  return product.variants.find(({ skuId }) => skuId === variantSku)?.components ?? []
}

/** Components as rows of a form. */
export function toComponentRows(components: readonly Component[], newKey: () => string): ComponentRow[] {
  return components.map((component) => ({ ...component, key: newKey() }))
}

/** A row for one more part. */
export function addedRow(part: { productId: string; skuId: string | null }, key: string): ComponentRow {
  return {
    ...{ key, ...part, quantity: 1 },
    ...{ componentId: null, options: [], isRequired: false, componentName: null, shipTogetherWithComponentId: null },
  }
}

/**
 * The rows without one of them. What was to ship together with it ships alone: the API refuses a
 * component that is not there (components.md#component-checks).
 */
export function withoutRow(rows: readonly ComponentRow[], key: string): ComponentRow[] {
  const removed = rows.find((row) => row.key === key)?.componentId ?? null
  return rows
    .filter((row) => row.key !== key)
    .map((row) =>
      removed !== null && row.shipTogetherWithComponentId === removed ? { ...row, shipTogetherWithComponentId: null } : row,
    )
}

/** The rows as the API takes them; null while a row has no quantity above 0. */
export function sentComponents(rows: readonly ComponentRow[]): ComponentInput[] | null {
  const sent = rows.flatMap(({ key: _key, quantity, ...component }) =>
    quantity === null || quantity <= 0 ? [] : [{ ...component, quantity }],
  )
  return sent.length === rows.length ? sent : null
}

/**
 * Why the API refused a row: its texts about what is inside of it. `list` is the path of the list.
 */
export function rowError(error: Error | null, list: string, index: number): string | null {
  if (!isApiError(error)) return null
  const path = `${list}[${index}]`
  const texts = Object.entries(error.errors).flatMap(([at, of]) => (at === path || at.startsWith(`${path}.`) ? of : []))
  return texts.length === 0 ? null : texts.join('; ')
}

/** The path of the components of a product, or of one of its variants, in a request. */
export function listPath(product: Product, variantSku: string | null): string {
  if (variantSku === null) return 'components'
  return `variants[${product.variants.findIndex(({ skuId }) => skuId === variantSku)}].components`
}

/** Whether two products have the same components, also those of each variant. */
export function hasSameComponents(one: Product, other: Product): boolean {
  const all = ({ components, variants }: Product) =>
    JSON.stringify([components, variants.map(({ skuId, components }) => [skuId, components])])
  return all(one) === all(other)
}
