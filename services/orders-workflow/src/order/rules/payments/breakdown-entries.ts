import type { PaymentBreakdownEntry, PaymentTransfer } from '@open-oms/contracts/orders/payment-event-data'
import { type Minor, minus, negated, plus, proportion, toAmount, ZERO } from '@open-oms/money/minor'
import type { AllocatedUnit } from './allocated-order.ts'
import { type Parts, partsTotal } from './breakdown-parts.ts'
import type { BreakdownUnit } from './breakdown-units.ts'

/** What a payment changes for a unit, in the direction of the payment. */
export type UnitChange = { unit: BreakdownUnit; parts: Parts }

/**
 * The entries of a payment (payment-allocation.md#allocation-entries): sales before discounts,
 * discounts negative, and what is reversed the other way round.
 */
export function breakdownEntries(changes: readonly UnitChange[], deposit: Minor, exponent: number): PaymentBreakdownEntry[] {
  const entries = changes.flatMap((change) => toBreakdownEntries(change, exponent))
  return deposit === 0 ? entries : [...entries, toBreakdownEntry(depositUnit, { amount: deposit, tax: ZERO }, exponent)]
}

/**
 * What is paid for a unit after a payment; `isDone` when every unit of the order has exactly its
 * amount due.
 */
export type UnitState = { allocated: AllocatedUnit; paid: Minor; isDone: boolean }

/**
 * The cost of goods that a warehouse other than the store's own sends, as far as no allocation
 * reported it. Payments of the whole order report exactly the cost. Returned goods have moved as
 * well.
 */
export function buildTransfers(states: readonly UnitState[], storeId: string | null, exponent: number): PaymentTransfer[] {
  return states.flatMap((state): PaymentTransfer[] => {
    const { lineItemId, shipmentId, warehouseCode } = state.allocated.unit
    const cost = minus(transferableCost(state), state.allocated.movedCost)
    if (warehouseCode === null || warehouseCode === storeId || cost <= 0) return []
    return [{ lineItemId, shipmentId, warehouseCode, cost: toAmount(cost, exponent) }]
  })
}

function transferableCost({ allocated: { unit, returned }, paid, isDone }: UnitState): Minor {
  const { cost, worth } = unit
  const sold = plus(paid, partsTotal(returned))
  // Free goods move with the rest; goods that were returned before they were paid never moved.
  if (worth <= 0) return isDone ? cost : ZERO
  if (sold >= worth) return cost
  return sold > 0 ? proportion(cost, sold, worth) : ZERO
}

function toBreakdownEntries({ unit, parts }: UnitChange, exponent: number): PaymentBreakdownEntry[] {
  const gross = { amount: parts.gross, tax: parts.grossTax }
  const discount = { amount: negated(parts.discount), tax: negated(parts.discountTax) }
  return [
    ...(isZero(gross) ? [] : [toBreakdownEntry(unit, gross, exponent)]),
    ...(isZero(discount) ? [] : [toBreakdownEntry({ ...unit, kind: 'Discount' }, discount, exponent)]),
  ]
}

type AmountWithTax = { amount: Minor; tax: Minor }

const isZero = ({ amount, tax }: AmountWithTax) => amount === 0 && tax === 0

type UnitKey = Pick<BreakdownUnit, 'kind' | 'vatRate' | 'taxGroupCode' | 'lineItemId' | 'shipmentId' | 'isRental'>

const depositUnit: UnitKey = {
  kind: 'Deposit',
  vatRate: null,
  taxGroupCode: null,
  lineItemId: null,
  shipmentId: null,
  isRental: false,
}

function toBreakdownEntry(unit: UnitKey, { amount, tax }: AmountWithTax, exponent: number): PaymentBreakdownEntry {
  const { kind, vatRate, taxGroupCode, lineItemId, shipmentId, isRental } = unit
  const net = toAmount(minus(amount, tax), exponent)
  return { kind, net, vatRate, vatAmount: toAmount(tax, exponent), taxGroupCode, lineItemId, shipmentId, isRental }
}
