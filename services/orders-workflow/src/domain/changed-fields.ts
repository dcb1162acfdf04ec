import type { Order } from '@oms/contracts/orders/order'

/** Members that every write sets; alone they are no change. */
const bookkeeping: ReadonlySet<string> = new Set(['modified', 'modifiedBy', 'versionId'])

/** Whether two values of a document have the same content. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, index) => isEqual(item, b[index]))
  const names = Object.keys(a)
  if (Array.isArray(b) || names.length !== Object.keys(b).length) return false
  return names.every((name) => isEqual((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]))
}

/** The top-level members in which two contents of an order differ, in the order of the model; none when nothing effective changed. */
export function changedFields(before: Order, after: Order): string[] {
  if (before === after) return []
  return (Object.keys(after) as (keyof Order)[]).filter((name) => !bookkeeping.has(name) && !isEqual(before[name], after[name]))
}
