const TURNS = 3

/**
 * Returns the mean of several rounds of each contestant. The contestants alternate, so that a slow
 * minute affects all of them. The first round does not count: in it code is compiled, connections
 * are opened and plans are made.
 */
export async function alternate<K extends string>(contestants: Record<K, () => Promise<number>>): Promise<Record<K, number>> {
  const names = Object.keys(contestants) as K[]
  const sums = Object.fromEntries(names.map((name) => [name, 0])) as Record<K, number>
  for (let turn = 0; turn <= TURNS; turn++) {
    for (const name of names) {
      const rate = await contestants[name]()
      if (turn > 0) sums[name] += rate / TURNS
    }
  }
  return sums
}
