import type { PropertyItem } from '@oms/contracts/orders/primitive-models'
import { isEqual } from '../document/changed-fields.ts'
import type { Problems } from '../document/problems.ts'
import { withGivenMembers } from '../input/given-members.ts'
import { inSentOrder, isSameAgain, isSameList, pickerOfSame, type Rounding, withoutSame } from './patch-matches.ts'
import { type PropertyCondition, withoutMatching } from './patch-properties.ts'
import { roundedMembers } from './patch-rules.ts'
import type { MemberShape, Members, ModelShape } from './patch-shapes.ts'

/** How a patch is merged (orders.md#order-patch). */
export type Merging = {
  /** `keepExistingListItems`. */
  keepsItems: boolean
  /** `keepExistingCustomProperties` of the order; lines have their own. */
  keepsProperties: boolean
  round: Rounding
  /** ISO 8601 UTC. */
  now: string
  newId: () => string
  problems: Problems
}

type Place = {
  shape: ModelShape
  merging: Merging
  /** Where the sent members are in the body; empty for the body itself. */
  path: string
}

/**
 * An object with what a patch says of it, member by member (orders.md#merged-lists); the same
 * object when nothing of it changes. Members that the model does not let a patch set are passed
 * over. Takes time in proportion to the object and the patch.
 */
export function merged<T extends object>(known: T, sent: object, { shape, merging, path }: Place): T {
  const isLine = shape.model === 'OrderLine'
  const rounded = roundedMembers[shape.model]
  const patch = sent as Members
  const before = known as Members
  let result = isLine ? withoutRemoved(before, patch) : before
  const own = isLine
    ? { ...merging, keepsProperties: merging.keepsItems && patch.keepExistingCustomProperties !== false }
    : merging
  for (const name in patch) {
    const member = shape.members.get(name)
    if (member === undefined) continue
    const at = { member, merging: own, path: path === '' ? name : `${path}.${name}` }
    const sentValue = rounded?.includes(name) ? merging.round(patch[name] as number) : patch[name]
    const value = mergedMember(result[name], sentValue, at)
    if (Object.is(value, result[name])) continue
    if (result === before) result = { ...before }
    result[name] = value
  }
  return result as T
}

function withoutRemoved(line: Members, { propertiesRemovalConditions }: Members): Members {
  if (propertiesRemovalConditions === undefined) return line
  const before = line.properties as PropertyItem[]
  const properties = withoutMatching(before, propertiesRemovalConditions as PropertyCondition[])
  return properties === before ? line : { ...line, properties }
}

type MemberPlace = { member: MemberShape; merging: Merging; path: string }
type ItemsPlace = MemberPlace & {
  member: MemberShape & { kind: 'items' }
  /** False: sent items that are not there are passed over instead of added. */
  addsItems?: boolean | undefined
}

function mergedMember(known: unknown, sent: unknown, { member, merging, path }: MemberPlace): unknown {
  switch (member.kind) {
    case 'value':
      return sent
    case 'object':
      return mergedObject(known as Members | null, sent as Members, { shape: member.shape, merging, path })
    case 'texts':
      return withinLimit(mergedTexts(known as string[], sent as string[], merging), { member, merging, path })
    case 'items':
      return mergedItems(known as Members[], sent as Members[], { member, merging, path })
  }
}

function mergedObject(known: Members | null, sent: Members, place: Place): Members | null {
  // Saying nothing of something that is not there does not make it.
  if (known === null && Object.keys(sent).length === 0) return null
  return merged(known ?? place.shape.empty(), sent, place)
}

function withinLimit<T>(
  list: T[],
  { member, merging, path }: { member: { limit: number }; merging: Merging; path: string },
): T[] {
  if (list.length > member.limit) merging.problems.add(path, `would make the list longer than ${member.limit}`)
  return list
}

function mergedTexts(known: string[], sent: string[], { keepsItems }: Merging): string[] {
  if (!keepsItems) return isSameList(known, sent, Object.is) ? known : sent
  const all = new Set([...known, ...sent])
  return all.size === new Set(known).size ? known : [...known, ...[...all].filter((text) => !known.includes(text))]
}

/** The name under which an item is found again, or null when it has none. */
function keyOf(item: Members, keys: readonly string[]): string | null {
  const [first] = keys
  if (first === undefined || !item[first]) return null
  return keys.length === 1 ? (item[first] as string) : JSON.stringify(keys.map((key) => item[key] ?? null))
}

/**
 * A list of objects with the items that a patch has for it; the same list when nothing of it
 * changes.
 */
export function mergedItems(known: Members[], sent: readonly Members[], place: ItemsPlace): Members[] {
  const { merging, member } = place
  const keeps = member.name === 'properties' ? merging.keepsProperties : merging.keepsItems
  return withinLimit(keeps ? keptItems(known, sent, place) : replacedItems(known, sent, place), place)
}

function keptItems(
  known: Members[],
  sent: readonly Members[],
  { member, merging, path, addsItems = true }: ItemsPlace,
): Members[] {
  const { shape, keys } = member
  const places = placesByKey(known, keys)
  const at = (index: number): Place => ({ shape, merging, path: `${path}[${index}]` })
  const list = [...known]
  const added: number[] = []
  const keyless: number[] = []
  for (const [index, item] of sent.entries()) {
    const key = keyOf(item, keys)
    const found = key === null ? undefined : takePlace(places.get(key))
    if (found !== undefined) list[found] = merged(list[found] as Members, item, at(index))
    else if (key === null) keyless.push(index)
    else if (addsItems) {
      places.set(key, [list.push(newItem(item, at(index))) - 1])
      added.push(index)
    }
  }
  if (addsItems) {
    const missing = withoutSame(keyless, { list, sent }, { shape, round: merging.round })
    list.push(...missing.map((index) => newItem(sent[index] as Members, at(index))))
    added.push(...missing)
  }
  return isSameList(list, known, Object.is) ? known : inSentOrder(list, added)
}

/** Where the items of each key are. A list that was made otherwise may have several of one key. */
function placesByKey(list: readonly Members[], keys: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (const [place, item] of list.entries()) {
    const key = keyOf(item, keys)
    if (key === null) continue
    const known = places.get(key)
    if (known === undefined) places.set(key, [place])
    else known.push(place)
  }
  return places
}

/**
 * The place for the next item of a key: the items of one key are taken in turn, and the last of
 * them again and again.
 */
function takePlace(places: number[] | undefined): number | undefined {
  return places !== undefined && places.length > 1 ? places.shift() : places?.[0]
}

/** A sent item that the order does not have yet, whole: its lists are as they are sent. */
function newItem(sent: Members, place: Place): Members {
  const [given] = withGiven([sent], [], place)
  return merged(place.shape.empty(), given as Members, { ...place, merging: replacing(place.merging) })
}

/** Nothing is kept of what a patch has a list for. */
export function replacing(merging: Merging): Merging {
  return { ...merging, keepsItems: false, keepsProperties: false }
}

/** What a patch cannot set stays with an item that is replaced by another of the same key. */
function replacedItems(known: Members[], sent: readonly Members[], { member, merging, path }: ItemsPlace): Members[] {
  const { shape, keys } = member
  const places = placesByKey(known, keys)
  const pickSame = pickerOfSame(known, { shape, round: merging.round })
  const list = withGiven(sent, known, { shape, merging }).map((item, index) => {
    const original = sent[index] as Members
    const key = keyOf(item, keys)
    const before = key === null ? pickSame(original, index) : known[takePlace(places.get(key)) ?? -1]
    const base = replacedBase(shape, key === null ? undefined : before)
    const one = merged(base, item, { shape, merging: replacing(merging), path: `${path}[${index}]` })
    const isAgain = before !== undefined && isSameAgain(before, { sent: original, one }, { shape, round: merging.round })
    return isAgain ? before : one
  })
  return isSameList(list, known, isEqual) ? known : list
}

/** An empty object of the model that has what a patch cannot set of the one it replaces. */
export function replacedBase(shape: ModelShape, before: Members | undefined): Members {
  const base = shape.empty()
  if (before !== undefined) for (const name of shape.readOnly) base[name] = before[name]
  return base
}

/** Where `withGivenMembers` finds the items of a model. */
const givenIn: Readonly<Record<string, 'assets' | 'errors' | 'orderNotes' | 'returnOrderForms'>> = {
  Asset: 'assets',
  Comment: 'orderNotes',
  EntityError: 'errors',
  ReturnOrderForm: 'returnOrderForms',
}

/**
 * The items with the ids and times that the service gives, those of the known ones where they are
 * the same (orders.md#service-owned-fields).
 */
export function withGiven(
  items: readonly Members[],
  known: readonly Members[],
  { shape, merging }: Omit<Place, 'path'>,
): Members[] {
  const list = givenIn[shape.model]
  if (list === undefined) return [...items]
  const given = withGivenMembers({ [list]: items } as never, merging, { [list]: known } as never)
  return given[list] as Members[]
}
