/** How many calls are under way at once: enough to keep two cores busy. */
const AT_ONCE = 6

/**
 * Does something with each of a list, some at the same time. Throws what the first failure throws.
 */
export async function inTurns<T>(list: readonly T[], act: (item: T) => Promise<unknown>): Promise<void> {
  const rest = list.values()
  const work = async () => {
    for (const item of rest) await act(item)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, list.length) }, work))
}
