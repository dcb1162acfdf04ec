import type { Sum } from './resource.ts'

/** One sum for each measure and unit, in the order of their first appearance. */
export function mergeSums(sums: readonly Sum[]): Sum[] {
  const merged = new Map<string, Sum>()
  for (const sum of sums) {
    const key = `${sum.measure} ${sum.unit}`
    const known = merged.get(key)
    merged.set(
      key,
      known === undefined ? sum : { ...known, file: known.file.plus(sum.file), system: known.system.plus(sum.system) },
    )
  }
  return [...merged.values()]
}
