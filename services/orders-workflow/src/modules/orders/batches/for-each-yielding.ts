import { createYielder } from '@oms/service-kit/process/yield-to-others'

/**
 * Does something with each item, one after the other, and lets other requests be served in between: a thousand orders without a pause would
 * keep everybody waiting, and so would a few large ones.
 */
export async function forEachYielding<T>(items: readonly T[], work: (item: T, index: number) => unknown): Promise<void> {
  const giveWay = createYielder()
  for (const [index, item] of items.entries()) {
    await work(item, index)
    await giveWay()
  }
}
