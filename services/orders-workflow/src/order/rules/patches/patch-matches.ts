import { adjustedFields, roundedFields } from './patch-rules.ts'
import type { FieldShape, Fields, ModelShape } from './patch-shapes.ts'

/** What an amount becomes in the currency of the order. */
export type RoundingFunction = (amount: number) => number

type Find = (sent: Fields, isFree?: (item: Fields) => boolean) => Fields | undefined

/**
 * Makes the function that finds the first item of a list, of those that are free, that says all
 * that a sent one says: for items without a natural key (orders.md#merged-lists). What the totals
 * may change is left out of account. Takes time in proportion to both lists.
 */
function finderOfSame(list: readonly Fields[], { shape, round }: Comparison): Find {
  const indexes = new Map<string, Map<string, Fields[]>>()
  return (sent, isFree = () => true) => {
    const names = presentFields(sent, shape)
    const plain = names.filter((name) => shape.fields.get(name)?.kind === 'value')
    const form = plain.join()
    const index = indexes.get(form) ?? indexBy(list, plain)
    indexes.set(form, index)
    const candidates = index.get(JSON.stringify(plain.map((name) => storedForm(sent, name, { shape, round })))) ?? []
    return candidates.find((candidate) => isFree(candidate) && matchesAll(candidate, sent, { shape, round }))
  }
}

function indexBy(list: readonly Fields[], names: readonly string[]): Map<string, Fields[]> {
  return Map.groupBy(list, (item) => JSON.stringify(names.map((name) => item[name])))
}

/** The fields that identify an item. */
function presentFields(sent: Fields, { model, fields }: ModelShape): string[] {
  const adjusted = adjustedFields[model] ?? []
  return Object.keys(sent)
    .filter((name) => fields.has(name) && !adjusted.includes(name))
    .sort()
}

type Comparison = { shape: ModelShape; round: RoundingFunction }

function storedForm(sent: Fields, name: string, { shape, round }: Comparison): unknown {
  const isRounded = roundedFields[shape.model]?.includes(name) === true
  return isRounded ? round(sent[name] as number) : sent[name]
}

/** Whether an item has all content of a sent one, except for fields that the totals may change. */
function matchesAll(item: Fields, sent: Fields, comparison: Comparison): boolean {
  return presentFields(sent, comparison.shape).every((name) => {
    const field = comparison.shape.fields.get(name) as FieldShape
    const value = storedForm(sent, name, comparison)
    return matches(item[name], value, { field, round: comparison.round })
  })
}

function matches(value: unknown, sent: unknown, { field, round }: { field: FieldShape; round: RoundingFunction }): boolean {
  switch (field.kind) {
    case 'value':
      return Object.is(value, sent)
    case 'object':
      // Nothing says all that an empty object says.
      return matchesAll((value ?? {}) as Fields, sent as Fields, { shape: field.shape, round })
    case 'texts':
      return isSameList(value as unknown[], sent as unknown[], Object.is)
    case 'items':
      return isSameList(value as Fields[], sent as Fields[], (a, b) => matchesAll(a, b, { shape: field.shape, round }))
  }
}

/** Whether two lists have the same items in the same order. */
export function isSameList<T>(a: readonly T[], b: readonly T[], isSame: (a: T, b: T) => boolean): boolean {
  return a.length === b.length && a.every((item, index) => isSame(item, b[index] as T))
}

type Lists = { list: readonly object[]; sent: readonly object[] }

/**
 * The sent items without a key that match no item after the others are merged, because merging
 * decides what exists.
 */
export function withoutSame(indexes: readonly number[], { list, sent }: Lists, comparison: Comparison): number[] {
  if (indexes.length === 0) return []
  const findSame = finderOfSame([...list] as Fields[], comparison)
  return indexes.filter((index) => findSame(sent[index] as Fields) === undefined)
}

/**
 * A list whose last items were added, each for a sent one, in the order in which they were sent.
 */
export function inSentOrder<T>(list: T[], added: readonly number[]): T[] {
  const tail = list.slice(list.length - added.length).map((item, position) => ({ item, index: added[position] as number }))
  tail.sort((a, b) => a.index - b.index)
  return [...list.slice(0, list.length - added.length), ...tail.map(({ item }) => item)]
}

/**
 * Makes a function that picks the item that a sent one without a key replaces: preferably the one
 * at the same index, and each item once.
 */
export function pickerOfSame<T>(known: readonly T[], comparison: Comparison): (sent: Fields, position: number) => T | undefined {
  const left = new Set<unknown>(known)
  const findSame = finderOfSame(known as readonly Fields[], comparison)
  return (sent, position) => {
    const here = known[position] as Fields | undefined
    const isHere = here !== undefined && left.has(here) && matchesAll(here, sent, comparison)
    const picked = isHere ? here : findSame(sent, (item) => left.has(item))
    left.delete(picked)
    return picked as T | undefined
  }
}

/**
 * Whether an item that replaces another is equal to it: only times that the service generated may
 * differ, also in nested items.
 */
export function isSameAgain(before: Fields, { sent, one }: { sent: Fields; one: Fields }, comparison: Comparison): boolean {
  return matchesAll(before, sent, comparison) && isEqualButTimes(one, before)
}

const generatedTimes = new Set(['created', 'modified', 'occurred'])

function isEqualButTimes(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a)) return Array.isArray(b) && isSameList(a, b, isEqualButTimes)
  const others = b as Fields
  return Object.entries(a).every(([name, value]) => generatedTimes.has(name) || isEqualButTimes(value, others[name]))
}
