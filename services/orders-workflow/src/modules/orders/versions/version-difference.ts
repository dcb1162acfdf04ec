import { createPatch, type Operation, type Pointer } from 'rfc6902'
import { isEqual } from '../../../order/rules/context/changed-fields.ts'

/** JSON as it was parsed. */
type Json = unknown

/**
 * The JSON Patch (RFC 6902) that makes the one content of an order into the other
 * (orders.md#order-versions). Lists are compared by position after what is equal at their beginning
 * and their end: the library's own way of comparing two lists takes all memory for a thousand
 * lines.
 */
export function diffVersions(before: Json, after: Json): Operation[] {
  return createPatch(before, after, differenceOfLists)
}

/** Undefined, for everything but two lists, leaves it to the library. */
function differenceOfLists(before: Json, after: Json, pointer: Pointer): Operation[] | undefined {
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined
  const start = equalAtStart(before, after)
  const end = equalAtEnd(before, after, start)
  const [removed, added] = [before.slice(start, before.length - end), after.slice(start, after.length - end)]
  const path = (position: number) => pointer.add(String(start + position)).toString()
  const both = Math.min(removed.length, added.length)
  const changes = removed.slice(0, both).flatMap((item, position) => at(path(position), diffVersions(item, added[position])))
  // From the last to the first, so that the positions of the others hold.
  const removals = removed
    .slice(both)
    .map((_, index) => ({ op: 'remove' as const, path: path(both + index) }))
    .reverse()
  const additions = added.slice(both).map((value, index) => ({ op: 'add' as const, path: path(both + index), value }))
  return [...changes, ...removals, ...additions]
}

function equalAtStart(before: readonly Json[], after: readonly Json[]): number {
  const most = Math.min(before.length, after.length)
  let count = 0
  while (count < most && isEqual(before[count], after[count])) count++
  return count
}

function equalAtEnd(before: readonly Json[], after: readonly Json[], start: number): number {
  const most = Math.min(before.length, after.length) - start
  let count = 0
  while (count < most && isEqual(before[before.length - 1 - count], after[after.length - 1 - count])) count++
  return count
}

function at(path: string, operations: readonly Operation[]): Operation[] {
  return operations.map((operation) => ({ ...operation, path: path + operation.path }))
}
