import type { PropertyItem } from '@open-oms/contracts/orders/primitive-models'
import type { Problems } from '@open-oms/contracts/problems'
import { isEqual } from '../context/changed-fields.ts'
import { withGeneratedFields } from '../input/generated-fields.ts'
import { type PropertyCondition, withoutMatching } from './order-patch-options.ts'
import { inSentOrder, isSameAgain, isSameList, pickerOfSame, type RoundingFunction, withoutSame } from './patch-matches.ts'
import { roundedFields } from './patch-rules.ts'
import type { FieldShape, Fields, ModelShape } from './patch-shapes.ts'

/** How a patch is merged (orders.md#order-patch). */
export type MergeContext = {
  /** `keepExistingListItems`. */
  keepsItems: boolean
  /** `keepExistingCustomProperties` of the order; lines have their own. */
  keepsProperties: boolean
  round: RoundingFunction
  /** ISO 8601 UTC. */
  now: string
  newId: () => string
  problems: Problems
}

type Target = {
  shape: ModelShape
  merging: MergeContext
  /** Where the sent fields are in the body; empty for the body itself. */
  path: string
}

/**
 * An object with the fields of a patch, field by field (orders.md#merged-lists); the same object
 * when nothing of it changes. Fields that a patch may not set are skipped. Takes time in proportion
 * to the object and the patch.
 */
export function merged<T extends object>(known: T, sent: object, { shape, merging, path }: Target): T {
  const isLine = shape.model === 'OrderLine'
  const rounded = roundedFields[shape.model]
  const patch = sent as Fields
  const before = known as Fields
  let result = isLine ? withoutRemoved(before, patch) : before
  const own = isLine
    ? { ...merging, keepsProperties: merging.keepsItems && patch.keepExistingCustomProperties !== false }
    : merging
  for (const name in patch) {
    const field = shape.fields.get(name)
    if (field === undefined) continue
    const at = { field, merging: own, path: path === '' ? name : `${path}.${name}` }
    const sentValue = rounded?.includes(name) ? merging.round(patch[name] as number) : patch[name]
    const value = mergedField(result[name], sentValue, at)
    if (Object.is(value, result[name])) continue
    if (result === before) result = { ...before }
    result[name] = value
  }
  return result as T
}

function withoutRemoved(line: Fields, { propertiesRemovalConditions }: Fields): Fields {
  if (propertiesRemovalConditions === undefined) return line
  const before = line.properties as PropertyItem[]
  const properties = withoutMatching(before, propertiesRemovalConditions as PropertyCondition[])
  return properties === before ? line : { ...line, properties }
}

type FieldTarget = { field: FieldShape; merging: MergeContext; path: string }
type ItemsTarget = FieldTarget & {
  field: FieldShape & { kind: 'items' }
  /** False: unknown items are skipped instead of added. */
  addsItems?: boolean | undefined
}

function mergedField(known: unknown, sent: unknown, { field, merging, path }: FieldTarget): unknown {
  switch (field.kind) {
    case 'value':
      return sent
    case 'object':
      return mergedObject(known as Fields | null, sent as Fields, { shape: field.shape, merging, path })
    case 'texts':
      return withinLimit(mergedTexts(known as string[], sent as string[], merging), { field, merging, path })
    case 'items':
      return mergedItems(known as Fields[], sent as Fields[], { field, merging, path })
  }
}

function mergedObject(known: Fields | null, sent: Fields, target: Target): Fields | null {
  // Null for a missing object does not create it.
  if (known === null && Object.keys(sent).length === 0) return null
  return merged(known ?? target.shape.empty(), sent, target)
}

function withinLimit<T>(
  list: T[],
  { field, merging, path }: { field: { limit: number }; merging: MergeContext; path: string },
): T[] {
  if (list.length > field.limit) merging.problems.add(path, `would make the list longer than ${field.limit}`)
  return list
}

function mergedTexts(known: string[], sent: string[], { keepsItems }: MergeContext): string[] {
  if (!keepsItems) return isSameList(known, sent, Object.is) ? known : sent
  const all = new Set([...known, ...sent])
  return all.size === new Set(known).size ? known : [...known, ...[...all].filter((text) => !known.includes(text))]
}

/** The name under which an item is found again, or null when it has none. */
function itemKey(item: Fields, keys: readonly string[]): string | null {
  const [first] = keys
  if (first === undefined || !item[first]) return null
  return keys.length === 1 ? (item[first] as string) : JSON.stringify(keys.map((key) => item[key] ?? null))
}

/**
 * A list of objects with the items that a patch has for it; the same list when nothing of it
 * changes.
 */
export function mergedItems(known: Fields[], sent: readonly Fields[], target: ItemsTarget): Fields[] {
  const { merging, field } = target
  const keepsItems = field.name === 'properties' ? merging.keepsProperties : merging.keepsItems
  return withinLimit(keepsItems ? extendedItems(known, sent, target) : replacedItems(known, sent, target), target)
}

function extendedItems(
  known: Fields[],
  sent: readonly Fields[],
  { field, merging, path, addsItems = true }: ItemsTarget,
): Fields[] {
  const { shape, keys } = field
  const indexes = indexesByKey(known, keys)
  const at = (index: number): Target => ({ shape, merging, path: `${path}[${index}]` })
  const list = [...known]
  const added: number[] = []
  const keyless: number[] = []
  for (const [index, item] of sent.entries()) {
    const key = itemKey(item, keys)
    const found = key === null ? undefined : takeIndex(indexes.get(key))
    if (found !== undefined) list[found] = merged(list[found] as Fields, item, at(index))
    else if (key === null) keyless.push(index)
    else if (addsItems) {
      indexes.set(key, [list.push(newItem(item, at(index))) - 1])
      added.push(index)
    }
  }
  if (addsItems) {
    const missing = withoutSame(keyless, { list, sent }, { shape, round: merging.round })
    list.push(...missing.map((index) => newItem(sent[index] as Fields, at(index))))
    added.push(...missing)
  }
  return isSameList(list, known, Object.is) ? known : inSentOrder(list, added)
}

/** Where the items of each key are. A list that was made otherwise may have several of one key. */
function indexesByKey(list: readonly Fields[], keys: readonly string[]): Map<string, number[]> {
  const indexes = new Map<string, number[]>()
  for (const [target, item] of list.entries()) {
    const key = itemKey(item, keys)
    if (key === null) continue
    const known = indexes.get(key)
    if (known === undefined) indexes.set(key, [target])
    else known.push(target)
  }
  return indexes
}

/**
 * The index for the next item of a key: indexes of one key are used in order, the last one
 * repeatedly.
 */
function takeIndex(indexes: number[] | undefined): number | undefined {
  return indexes !== undefined && indexes.length > 1 ? indexes.shift() : indexes?.[0]
}

/** A complete new item from a sent one, with the sent lists. */
function newItem(sent: Fields, target: Target): Fields {
  const [complete] = withGenerated([sent], [], target)
  return merged(target.shape.empty(), complete as Fields, { ...target, merging: replacing(target.merging) })
}

/** A list of the patch replaces the stored list. */
export function replacing(merging: MergeContext): MergeContext {
  return { ...merging, keepsItems: false, keepsProperties: false }
}

/** What a patch cannot set stays with an item that is replaced by another of the same key. */
function replacedItems(known: Fields[], sent: readonly Fields[], { field, merging, path }: ItemsTarget): Fields[] {
  const { shape, keys } = field
  const indexes = indexesByKey(known, keys)
  const pickSame = pickerOfSame(known, { shape, round: merging.round })
  const list = withGenerated(sent, known, { shape, merging }).map((item, index) => {
    const original = sent[index] as Fields
    const key = itemKey(item, keys)
    const before = key === null ? pickSame(original, index) : known[takeIndex(indexes.get(key)) ?? -1]
    const base = replacedBase(shape, key === null ? undefined : before)
    const one = merged(base, item, { shape, merging: replacing(merging), path: `${path}[${index}]` })
    const isAgain = before !== undefined && isSameAgain(before, { sent: original, one }, { shape, round: merging.round })
    return isAgain ? before : one
  })
  return isSameList(list, known, isEqual) ? known : list
}

/** An empty object of the model that has what a patch cannot set of the one it replaces. */
export function replacedBase(shape: ModelShape, before: Fields | undefined): Fields {
  const base = shape.empty()
  if (before !== undefined) for (const name of shape.readOnly) base[name] = before[name]
  return base
}

/** Where `withGeneratedFields` finds the items of a model. */
const generatedLists: Readonly<Record<string, 'assets' | 'errors' | 'orderNotes' | 'returnOrderForms'>> = {
  Asset: 'assets',
  Comment: 'orderNotes',
  EntityError: 'errors',
  ReturnOrderForm: 'returnOrderForms',
}

/**
 * The items with generated ids and times; known items keep theirs (orders.md#service-owned-fields).
 */
export function withGenerated(
  items: readonly Fields[],
  known: readonly Fields[],
  { shape, merging }: Omit<Target, 'path'>,
): Fields[] {
  const list = generatedLists[shape.model]
  if (list === undefined) return [...items]
  const generated = withGeneratedFields({ [list]: items } as never, merging, { [list]: known } as never)
  return generated[list] as Fields[]
}
