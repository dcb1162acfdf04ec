/** A number from 0 to below the bound. */
export type Random = (bound: number) => number

/** Numbers that repeat with the seed (mulberry32): a finding can be made again. */
export function seededRandom(seed: number): Random {
  let state = seed
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, bound)
  }
}

/** What inputs are made of. */
export type Material = { known: readonly Buffer[]; words: readonly string[]; lengthMax: number }

const pick = <T>(list: readonly T[], random: Random): T | undefined => list[random(list.length)]

type Change = (bytes: Buffer, random: Random, material: Material) => Buffer

const splice = (bytes: Buffer, at: number, change: { removed?: number; added?: Buffer }) =>
  Buffer.concat([bytes.subarray(0, at), change.added ?? Buffer.alloc(0), bytes.subarray(at + (change.removed ?? 0))])

const changes: readonly Change[] = [
  (bytes, random) => splice(bytes, random(bytes.length), { removed: 1 + random(8) }),
  (bytes, random) => splice(bytes, random(bytes.length + 1), { added: Buffer.from([random(256)]) }),
  (bytes, random) => splice(bytes, random(bytes.length), { removed: 1, added: Buffer.from([random(256)]) }),
  (bytes, random) => splice(bytes, random(bytes.length), { removed: 1, added: Buffer.from([1 << random(8)]) }),
  (bytes, random) => {
    const from = random(bytes.length)
    const part = bytes.subarray(from, from + 1 + random(24))
    return splice(bytes, random(bytes.length + 1), { added: part })
  },
  (bytes, random, { words }) => splice(bytes, random(bytes.length + 1), { added: Buffer.from(pick(words, random) ?? '') }),
  (bytes, random, { words }) =>
    splice(bytes, random(bytes.length + 1), { removed: random(6), added: Buffer.from(pick(words, random) ?? '') }),
  (bytes, random, { known }) => {
    const other = pick(known, random) ?? bytes
    const from = random(other.length)
    return splice(bytes, random(bytes.length + 1), { removed: random(16), added: other.subarray(from, from + 1 + random(64)) })
  },
]

/** A known input, changed in one to six places. */
export function mutated(material: Material, random: Random): Buffer {
  let bytes: Buffer = pick(material.known, random) ?? Buffer.alloc(0)
  for (let count = 1 + random(6); count > 0; count--) bytes = (pick(changes, random) as Change)(bytes, random, material)
  return bytes.subarray(0, material.lengthMax)
}
