/** What can be imported; the same as by `oms import` (docs/reference/import-formats.md). */
export const importKinds = ['orders', 'products', 'stock', 'customers'] as const
export type ImportKind = (typeof importKinds)[number]

/** An item of a file, in the shape of the API. */
export type Item = Record<string, unknown>

/** The role that it takes to import something. The gateway refuses others too. */
export const importRoles: Readonly<Record<ImportKind, string>> = {
  orders: 'OrderAdmin',
  products: 'ProductAdmin',
  stock: 'OrderAdmin',
  customers: 'ProductAdmin',
}

/** The properties that items are known by, as people are to read them. */
export const keyNames: Readonly<Record<ImportKind, string>> = {
  orders: 'id / orderNumber',
  products: 'productId',
  stock: 'skuId, warehouseCode',
  customers: 'id',
}

/**
 * What an item of a kind is known by; null where it has nothing of that. Names match in any letter
 * case, as for the API.
 */
export function keyOf(kind: ImportKind, item: Item): string | null {
  const texts = new Map(Object.entries(item).map(([name, value]) => [name.toLowerCase(), textOf(value)]))
  const text = (name: string) => texts.get(name) ?? null
  switch (kind) {
    case 'orders':
      return text('id') ?? text('ordernumber')
    case 'products':
      return text('productid')
    case 'customers':
      return text('id')
    case 'stock':
      return text('skuid') === null || text('warehousecode') === null ? null : `${text('skuid')} · ${text('warehousecode')}`
  }
}

/** A number is a text to people; the API says what it thinks of it. */
function textOf(value: unknown): string | null {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : null
}
