import { createRandom, type Random as DemoRandom } from '@open-oms/tools/demo/shop/random'

/** Numbers that follow from a seed: the same ones in every run. */
export type Random = DemoRandom & {
  /** An item, each as often as its weight says. */
  weighted<T extends { weight: number }>(items: readonly T[]): T
  /** Another source, which depends on this seed and the name alone. */
  fork(name: string): Random
}

export function randomFrom(seed: string): Random {
  const random = createRandom(hashOf(seed))
  return {
    ...random,
    weighted: <T extends { weight: number }>(items: readonly T[]) => {
      let left = random.fraction() * items.reduce((sum, { weight }) => sum + weight, 0)
      for (const item of items) {
        left -= item.weight
        if (left < 0) return item
      }
      return items.at(-1) as T
    },
    fork: (name) => randomFrom(`${seed}/${name}`),
  }
}

/** FNV-1a of 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) as number), 0x01000193) >>> 0
  return hash
}
