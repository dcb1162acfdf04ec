import { setImmediate } from 'node:timers/promises'

/** Items that are worked on before others get their turn: a thousand orders at a stroke would keep every other request waiting. */
const ITEMS_AT_A_STROKE = 25

/** Does something with each item, one after the other, and lets other requests be served in between. */
export async function eachInTurns<T>(items: readonly T[], work: (item: T, index: number) => unknown): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % ITEMS_AT_A_STROKE === 0) await setImmediate()
    await work(item, index)
  }
}
