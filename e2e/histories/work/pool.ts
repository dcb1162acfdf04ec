import type { Random } from '../random.ts'

/** A payment that waits for its customer. */
export type PendingLink = { paymentId: string; transactionId: string; amount: number }

/** What the clients know of an order, from the last response that one of them got. */
export type KnownOrder = {
  id: string
  versionId: string | null
  status: string
  /** What it costs, in its currency. */
  total: number
  lines: readonly { lineItemId: string; quantity: number }[]
  holdIds: string[]
  /** Its internal comments. */
  commentIds: string[]
  /** Links by which nobody has paid yet. */
  links: readonly PendingLink[]
  isTill: boolean
}

/** The orders that all clients work on: several of them at the same one, often. */
export type Pool = {
  add(order: KnownOrder): void
  /** One of the newest orders; null while there is none. */
  any(random: Random, wanted?: (order: KnownOrder) => boolean): KnownOrder | null
  remove(id: string): void
}

/** Few enough that clients meet. */
const KEPT = 40

export function createPool(): Pool {
  const orders: KnownOrder[] = []
  return {
    add: (order) => {
      orders.push(order)
      if (orders.length > KEPT) orders.shift()
    },
    any: (random, wanted = () => true) => {
      const some = orders.filter(wanted)
      return some.length === 0 ? null : random.pick(some)
    },
    remove: (id) => {
      const index = orders.findIndex((order) => order.id === id)
      if (index >= 0) orders.splice(index, 1)
    },
  }
}
