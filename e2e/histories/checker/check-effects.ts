import { exchangeIdOf } from '../work/return-commands.ts'
import type { Facts, StoredOrder, Version, Violation } from './facts.ts'
import { isSuccess, type Operation } from './operations.ts'

/** Where a mark is in an order. */
export type Effect = {
  orderId: string
  /** The positions of the versions that have it although the one before does not. */
  begins: number[]
  /** How often at most it is in one place of a version. */
  most: number
}

/** The effects of each mark, by the versions of all orders. */
export function effectsByMark(orders: Facts['orders']): Map<string, Effect[]> {
  const found = new Map<string, Effect[]>()
  for (const { orderId, versions } of orders.values())
    for (const [mark, effect] of effectsIn(orderId, versions)) found.set(mark, [...(found.get(mark) ?? []), effect])
  return found
}

function effectsIn(orderId: string, versions: readonly Version[]): Map<string, Effect> {
  const effects = new Map<string, Effect>()
  for (const [index, { marks }] of versions.entries()) {
    const before = versions[index - 1]?.marks
    for (const [mark, count] of marks) {
      const effect = effects.get(mark) ?? { orderId, begins: [], most: 0 }
      if (before?.has(mark) !== true) effect.begins.push(index)
      effect.most = Math.max(effect.most, count)
      effects.set(mark, effect)
    }
  }
  return effects
}

/** In how many orders these leave their mark; every other one in a single order. */
const ordersOf: Readonly<Record<string, number>> = { addMany: 5, import: 5, exchange: 2, sendAgain: 2 }

const about = (operation: Operation) => `${operation.operation} ${operation.request} (${operation.mark})`

/**
 * Requests whose effect is lost, there twice, or there although they were refused. An order that
 * was purged says nothing of what was written to it.
 */
export function effectFaults(operations: readonly Operation[], facts: Pick<Facts, 'orders' | 'changes'>): Violation[] {
  const byMark = effectsByMark(facts.orders)
  const purged = new Set(facts.changes.filter(({ kind }) => kind === 'purged').map(({ orderId }) => orderId))
  const isStored = (operation: Operation) => operation.isWrite && operation.mark !== null && stored.has(operation.operation)
  return operations.filter(isStored).flatMap((operation) => {
    const effects = byMark.get(operation.mark as string) ?? []
    const texts = [...lossFaults(operation, effects, purged), ...repetitionFaults(operation, effects, facts.orders)]
    return texts.map((text) => ({ check: 'effect', about: about(operation), text }))
  })
}

/** The operations that leave their mark in orders. */
const stored: ReadonlySet<string> = new Set([
  ...[
    'create',
    'createNumbered',
    'createPos',
    'addMany',
    'import',
    'orderCart',
    'patch',
    'replace',
    'comment',
    'hold',
    'pay',
    'split',
  ],
  ...['return', 'refund', 'exchange', 'sendAgain', 'changeComment', 'release'],
])

/**
 * Refunds leave their mark once the provider has paid, and a hold that is released already is not
 * released again.
 */
const mayBeWithout = ({ operation }: Operation) => operation === 'refund' || operation === 'release'

function lossFaults(operation: Operation, effects: readonly Effect[], purged: ReadonlySet<string>): string[] {
  const { status, isUnclear } = operation
  const count = effects.length
  const wanted = ordersOf[operation.operation] ?? 1
  const isPurged = idsOf(operation).some((id) => purged.has(id))
  if (isSuccess(status)) {
    if (count === wanted || isPurged || mayBeWithout(operation)) return []
    return [`was acknowledged with ${status}; its effect is in ${count} orders`]
  }
  if (isUnclear)
    return count === 0 || count === wanted || isPurged ? [] : [`had no response; its effect is in ${count} of ${wanted} orders`]
  // Two callers order one cart, or import the same rows, with one mark.
  if (operation.operation === 'orderCart' || operation.operation === 'import' || count === 0) return []
  return [`was refused with ${status}; its effect is there`]
}

/** The orders that it is about, and those that it makes, as far as their ids are known. */
function idsOf({ operation, orderId, response, mark }: Operation): string[] {
  const made = operation === 'exchange' && mark !== null ? exchangeIdOf(mark) : null
  return [orderId, (response as { id?: string } | null)?.id, made].filter((id) => typeof id === 'string')
}

/** A replacement may bring back what it has read, and another one has taken away. */
function repetitionFaults({ mark }: Operation, effects: readonly Effect[], orders: Facts['orders']): string[] {
  return effects.flatMap(({ orderId, begins, most }) => {
    const { versions } = orders.get(orderId) as StoredOrder
    const again = begins.slice(1).filter((index) => versions[index]?.operation !== 'Update')
    const twice = again.map((index) => `${mark} begins once more with version ${versions[index]?.number} of ${orderId}`)
    return most > 1 ? [...twice, `${mark} is ${most} times in ${orderId}`] : twice
  })
}
