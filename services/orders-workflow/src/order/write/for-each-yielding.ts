import { createYielder } from '@open-oms/service-kit/waiting/yield-to-others'

/**
 * Runs `work` for each item, one after the other, and yields to other requests in between: a
 * thousand orders without a pause would block them, and so would a few large ones.
 */
export async function forEachYielding<T>(items: readonly T[], work: (item: T, index: number) => unknown): Promise<void> {
  const giveWay = createYielder()
  for (const [index, item] of items.entries()) {
    await work(item, index)
    await giveWay()
  }
}
