import type { KindName } from '@oms/import/kinds'

/** What can be imported; the same as by `oms import` (docs/reference/import-formats.md). */
export const importKinds = ['orders', 'products', 'stock', 'customers'] as const satisfies readonly KindName[]
export type ImportKind = KindName

/** An item of a file, in the shape of the API. */
export type Item = Record<string, unknown>

/** The role that it takes to import something. The gateway refuses others too. */
export const importRoles: Readonly<Record<ImportKind, string>> = {
  orders: 'OrderAdmin',
  products: 'ProductAdmin',
  stock: 'OrderAdmin',
  customers: 'ProductAdmin',
}
