import { roundedMembers, settledMembers } from './patch-rules.ts'
import type { MemberShape, Members, ModelShape } from './patch-shapes.ts'

/** What an amount becomes in the currency of the order. */
export type Rounding = (amount: number) => number

type Find = (sent: Members, isFree?: (item: Members) => boolean) => Members | undefined

/**
 * Makes the function that finds the first item of a list, of those that are free, that says all
 * that a sent one says: for items without a natural key (orders.md#merged-lists). What the totals
 * may change is left out of account. Takes time in proportion to both lists.
 */
function finderOfSame(list: readonly Members[], { shape, round }: Comparison): Find {
  const indexes = new Map<string, Map<string, Members[]>>()
  return (sent, isFree = () => true) => {
    const names = saidMembers(sent, shape)
    const plain = names.filter((name) => shape.members.get(name)?.kind === 'value')
    const form = plain.join()
    const index = indexes.get(form) ?? indexBy(list, plain)
    indexes.set(form, index)
    const candidates = index.get(JSON.stringify(plain.map((name) => storedForm(sent, name, { shape, round })))) ?? []
    return candidates.find((candidate) => isFree(candidate) && saysAll(candidate, sent, { shape, round }))
  }
}

function indexBy(list: readonly Members[], names: readonly string[]): Map<string, Members[]> {
  return Map.groupBy(list, (item) => JSON.stringify(names.map((name) => item[name])))
}

/** The members by which an item is known again. */
function saidMembers(sent: Members, { model, members }: ModelShape): string[] {
  const settled = settledMembers[model] ?? []
  return Object.keys(sent)
    .filter((name) => members.has(name) && !settled.includes(name))
    .sort()
}

type Comparison = { shape: ModelShape; round: Rounding }

function storedForm(sent: Members, name: string, { shape, round }: Comparison): unknown {
  const isRounded = roundedMembers[shape.model]?.includes(name) === true
  return isRounded ? round(sent[name] as number) : sent[name]
}

/** Whether an item says all that a sent one says, but for what the totals may change. */
function saysAll(item: Members, sent: Members, comparison: Comparison): boolean {
  return saidMembers(sent, comparison.shape).every((name) => {
    const member = comparison.shape.members.get(name) as MemberShape
    const value = storedForm(sent, name, comparison)
    return saysSame(item[name], value, { member, round: comparison.round })
  })
}

function saysSame(value: unknown, sent: unknown, { member, round }: { member: MemberShape; round: Rounding }): boolean {
  switch (member.kind) {
    case 'value':
      return Object.is(value, sent)
    case 'object':
      // Nothing says all that an empty object says.
      return saysAll((value ?? {}) as Members, sent as Members, { shape: member.shape, round })
    case 'texts':
      return isSameList(value as unknown[], sent as unknown[], Object.is)
    case 'items':
      return isSameList(value as Members[], sent as Members[], (a, b) => saysAll(a, b, { shape: member.shape, round }))
  }
}

/** Whether two lists have the same items in the same order. */
export function isSameList<T>(a: readonly T[], b: readonly T[], isSame: (a: T, b: T) => boolean): boolean {
  return a.length === b.length && a.every((item, index) => isSame(item, b[index] as T))
}

type Lists = { list: readonly object[]; sent: readonly object[] }

/**
 * Those of the sent items without a key that are not there, once the others are merged: what they
 * change decides what is there.
 */
export function withoutSame(indexes: readonly number[], { list, sent }: Lists, comparison: Comparison): number[] {
  if (indexes.length === 0) return []
  const findSame = finderOfSame([...list] as Members[], comparison)
  return indexes.filter((index) => findSame(sent[index] as Members) === undefined)
}

/**
 * A list whose last items were added, each for a sent one, in the order in which they were sent.
 */
export function inSentOrder<T>(list: T[], added: readonly number[]): T[] {
  const tail = list.slice(list.length - added.length).map((item, place) => ({ item, index: added[place] as number }))
  tail.sort((a, b) => a.index - b.index)
  return [...list.slice(0, list.length - added.length), ...tail.map(({ item }) => item)]
}

/**
 * Makes the function that picks the item which a sent one without a key replaces, rather the one at
 * the same place, and none a second time.
 */
export function pickerOfSame<T>(known: readonly T[], comparison: Comparison): (sent: Members, place: number) => T | undefined {
  const left = new Set<unknown>(known)
  const findSame = finderOfSame(known as readonly Members[], comparison)
  return (sent, place) => {
    const here = known[place] as Members | undefined
    const isHere = here !== undefined && left.has(here) && saysAll(here, sent, comparison)
    const picked = isHere ? here : findSame(sent, (item) => left.has(item))
    left.delete(picked)
    return picked as T | undefined
  }
}

/**
 * Whether an item that replaces another is that one again: it says nothing else, and what differs
 * is at most times that the service gave, inside of them too.
 */
export function isSameAgain(before: Members, { sent, one }: { sent: Members; one: Members }, comparison: Comparison): boolean {
  return saysAll(before, sent, comparison) && isEqualButTimes(one, before)
}

const givenTimes = new Set(['created', 'modified', 'occurred'])

function isEqualButTimes(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a)) return Array.isArray(b) && isSameList(a, b, isEqualButTimes)
  const others = b as Members
  return Object.entries(a).every(([name, value]) => givenTimes.has(name) || isEqualButTimes(value, others[name]))
}
