/**
 * Numbers that look random and are the same for the same seed, so that a shop can be made again.
 */
export type Random = {
  /** From 0, below 1. */
  fraction(): number
  /** A whole number from `from` to `to`, both included. */
  integer(from: number, to: number): number
  pick<T>(list: readonly T[]): T
  isTrue(probability: number): boolean
}

/** The generator "mulberry32": 32 bits of state are plenty for some thousand draws. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (from: number, to: number) => from + Math.floor(fraction() * (to - from + 1))
  return {
    fraction,
    integer,
    pick: (list) => list[integer(0, list.length - 1)] as (typeof list)[number],
    isTrue: (probability) => fraction() < probability,
  }
}
