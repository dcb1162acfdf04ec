import type { Order, OrderDraft } from '@open-oms/contracts/orders/order'

/** Fields that every write sets; alone they are no change. */
const bookkeeping: ReadonlySet<string> = new Set(['modified', 'modifiedBy', 'versionId'])

/** Whether two values of a document have the same content. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a)) return Array.isArray(b) && isEqualList(a, b)
  return !Array.isArray(b) && isEqualObject(a, b)
}

function isEqualList(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false
  for (let at = 0; at < a.length; at++) if (!isEqual(a[at], b[at])) return false
  return true
}

/**
 * Written for documents of many thousand fields, mostly in the same order: looking each up by name
 * would take twice as long.
 */
function isEqualObject(a: object, b: object): boolean {
  const [names, namesOfB] = [Object.keys(a), Object.keys(b)]
  if (names.length !== namesOfB.length) return false
  const [values, valuesOfB] = [Object.values(a), Object.values(b)]
  for (let at = 0; at < names.length; at++) {
    const name = names[at] ?? ''
    const other = namesOfB[at] === name ? valuesOfB[at] : (b as Record<string, unknown>)[name]
    if (!isEqual(values[at], other)) return false
  }
  return true
}

/**
 * The object with these fields; the object itself when it has them already, so that unchanged parts
 * are neither copied nor compared again.
 */
export function withFields<T extends object>(thing: T, fields: Partial<T>): T {
  for (const name in fields) if (!isEqual(thing[name], fields[name])) return { ...thing, ...fields }
  return thing
}

/**
 * The top-level fields in which two contents of an order differ, in the order of the model; none
 * when nothing effective changed.
 */
export function changedFields(before: OrderDraft, after: OrderDraft): string[] {
  if (before === after) return []
  return (Object.keys(after) as (keyof Order)[]).filter((name) => !bookkeeping.has(name) && !isEqual(before[name], after[name]))
}
