import type { KindName } from '@open-oms/import/kinds'
import type { Act } from '../session/rights.ts'

/** What can be imported; the same as by `oms import` (docs/reference/import-formats.md). */
export const importKinds = ['orders', 'products', 'stock', 'customers'] as const satisfies readonly KindName[]
export type ImportKind = KindName

/** An item of a file, in the shape of the API. */
export type Item = Record<string, unknown>

/** What a person has to be permitted to import something. */
export const importActs: Readonly<Record<ImportKind, Act>> = {
  orders: 'importOrders',
  products: 'changeProducts',
  stock: 'changeOrders',
  customers: 'changeProducts',
}
