import type { Problems } from '@open-oms/contracts/problems'
import { inSentOrder, isSameAgain, isSameList, pickerOfSame, withoutSame } from './patch-matches.ts'
import type { MergeContext } from './patch-merge.ts'
import type { Fields, ModelShape } from './patch-shapes.ts'

/**
 * An item of a patch with its index, its path and the item of the order that it changes or
 * replaces, if any.
 */
export type ItemTarget<T> = { before: T | undefined; index: number; path: string }

export type ById<T, P, M extends string> = {
  /** The field that has the id. */
  field: M
  shape: ModelShape
  merging: MergeContext
  /** Where the list is in the body. */
  path: string
  /** The item with what is sent of it. */
  patched(sent: P, position: ItemTarget<T>): T
}

/**
 * A list whose items have ids and rules of their own, with what a patch has for it: known items are
 * changed at their index, new ones come last; or the sent items replace all. The same list when
 * nothing changes. An id that is sent twice is noted as a problem.
 */
export function patchedById<M extends string, T extends Record<M, string | null>, P extends Partial<Record<M, string>>>(
  known: T[],
  sent: readonly P[],
  how: ById<T, P, M>,
): T[] {
  const { field, merging, path } = how
  refuseRepeats(sent, { field, path }, merging.problems)
  const items = merging.keepsItems ? extendedItems(known, sent, how) : replacedItems(known, sent, how)
  return isSameList(items, known, Object.is) ? known : items
}

type Item<M extends string> = Record<M, string | null>
type ItemIds<M extends string> = Partial<Record<M, string>>

function extendedItems<M extends string, T extends Item<M>, P extends ItemIds<M>>(
  known: readonly T[],
  sent: readonly P[],
  { field, shape, merging, path, patched }: ById<T, P, M>,
): T[] {
  const positions = new Map<string | null, number>(known.map((item, position) => [item[field], position]))
  const items = [...known]
  const added: number[] = []
  const put = (index: number, position: number | undefined) => {
    const before = position === undefined ? undefined : known[position]
    items[position ?? items.length] = patched(sent[index] as P, { before, index, path: `${path}[${index}]` })
    if (position === undefined) added.push(index)
  }
  const nameless: number[] = []
  for (const [index, { [field]: id }] of sent.entries()) {
    if (id) put(index, positions.get(id))
    else nameless.push(index)
  }
  for (const index of withoutSame(nameless, { list: items, sent }, { shape, round: merging.round })) put(index, undefined)
  return inSentOrder(items, added)
}

function replacedItems<M extends string, T extends Item<M>, P extends ItemIds<M>>(
  known: readonly T[],
  sent: readonly P[],
  { field, shape, merging, path, patched }: ById<T, P, M>,
): T[] {
  const byId = new Map<string | null, T>(known.map((item) => [item[field], item]))
  const pickSame = pickerOfSame(known, { shape, round: merging.round })
  return sent.map((item, index) => {
    const id = item[field]
    const before = id ? byId.get(id) : pickSame(item as Fields, index)
    const one = patched(item, { before, index, path: `${path}[${index}]` })
    const stated = { sent: item as Fields, one: one as Fields }
    const isAgain = before !== undefined && isSameAgain(before as Fields, stated, { shape, round: merging.round })
    return isAgain ? before : one
  })
}

type Ids = { field: string; path: string }

/** Collects every id that occurs twice (quantities.md#quantities-of-a-line-update). */
export function refuseRepeats(sent: readonly object[], { field, path }: Ids, problems: Problems): void {
  const ids = new Set<unknown>()
  for (const [index, item] of sent.entries()) {
    const id = (item as Record<string, unknown>)[field]
    if (!id) continue
    if (ids.has(id)) problems.add(`${path}[${index}].${field}`, `"${id}" occurs twice`)
    ids.add(id)
  }
}
