import type { MovementRecord } from '../state.ts'
import type { Facts, Violation } from './facts.ts'
import { isSuccess, type Operation } from './operations.ts'

/** Quantities have three decimals. */
const THOUSAND = 1_000
const sumOf = (numbers: readonly number[]) => Math.round(numbers.reduce((sum, number) => sum + number * THOUSAND, 0)) / THOUSAND
const placeOf = ({ skuId, warehouseCode }: { skuId: string; warehouseCode: string }) => `${skuId} in ${warehouseCode}`

/**
 * Stock that was made or lost: levels that are not the sum of their movements, movements of which
 * one went below zero, transfers of which one side is missing, reservations that no order has.
 */
export function stockFaults(facts: Pick<Facts, 'levels' | 'movements' | 'orders'>): Violation[] {
  const byPlace = Map.groupBy(facts.movements, placeOf)
  const faults = facts.levels.flatMap((level) => {
    const own = byPlace.get(placeOf(level)) ?? []
    const quantity = sumOf(own.map(({ quantityDelta }) => quantityDelta))
    const reserved = sumOf(own.map(({ reservedDelta }) => reservedDelta))
    const texts = prefixFaults(own)
    if (quantity !== level.quantity) texts.push(`there are ${level.quantity}; the movements sum to ${quantity}`)
    if (reserved !== level.reserved) texts.push(`${level.reserved} are reserved; the movements sum to ${reserved}`)
    return texts.map((text) => ({ check: 'stock', about: placeOf(level), text }))
  })
  return [...faults, ...reservationFaults(facts)]
}

function prefixFaults(movements: readonly MovementRecord[]): string[] {
  let quantity = 0
  for (const { quantityDelta } of movements) {
    quantity = sumOf([quantity, quantityDelta])
    if (quantity < 0) return [`there were ${quantity}`]
  }
  return []
}

/** What is reserved for an order is what its lines have. */
function reservationFaults({ movements, orders }: Pick<Facts, 'movements' | 'orders'>): Violation[] {
  const open = movements.filter(({ orderId, isClosed }) => orderId !== null && !isClosed)
  const byOrder = Map.groupBy(open, ({ orderId }) => orderId as string)
  return [...orders.values()].flatMap(({ orderId, last }) => {
    const reserved = sumOf((byOrder.get(orderId) ?? []).map(({ reservedDelta }) => reservedDelta))
    if (reserved === last.reserved) return []
    return [{ check: 'stock', about: orderId, text: `its lines have ${last.reserved} reserved; the stock has ${reserved}` }]
  })
}

const written: Readonly<Record<string, { movements: number; sum: number | null }>> = {
  adjustStock: { movements: 1, sum: null },
  transferStock: { movements: 2, sum: 0 },
}

/** Writes of stock that are lost, there twice or half, or there although they were refused. */
export function stockWriteFaults(operations: readonly Operation[], { movements }: Pick<Facts, 'movements'>): Violation[] {
  const byMark = Map.groupBy(movements, ({ reason }) => reason)
  return operations.flatMap((operation) => {
    const wanted = written[operation.operation]
    if (wanted === undefined) return []
    const own = byMark.get(operation.mark) ?? []
    const isWhole = own.length === wanted.movements
    const isRight = isSuccess(operation.status) ? isWhole : own.length === 0 || (operation.isUnclear && isWhole)
    const sum = sumOf(own.map(({ quantityDelta }) => quantityDelta))
    const texts = isRight ? [] : [`has ${own.length} movements after ${operation.status ?? 'no response'}`]
    if (isRight && isWhole && wanted.sum !== null && sum !== wanted.sum) texts.push(`its movements sum to ${sum}`)
    return texts.map((text) => ({
      check: 'stock',
      about: `${operation.operation} ${operation.request} (${operation.mark})`,
      text,
    }))
  })
}
