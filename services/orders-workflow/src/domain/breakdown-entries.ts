import type { PaymentBreakdownEntry, PaymentTransfer } from '@oms/contracts/orders/events'
import { type Minor, minus, proportion, toAmount, ZERO } from '@oms/money/minor'
import type { BreakdownUnit } from './breakdown-units.ts'

/**
 * A step in how much of a unit is paid, upwards. Undefined means that nothing of it is paid: for a unit that discounts made worth
 * nothing that is another state than all of it, though both are an amount of 0.
 */
export type CoverageStep = { unit: BreakdownUnit; from: Minor | undefined; to: Minor | undefined }

/** The parts of what is paid of a unit. `gross − discount` is the paid amount. */
type Parts = { gross: Minor; grossTax: Minor; discount: Minor; discountTax: Minor }

const nothing: Parts = { gross: ZERO, grossTax: ZERO, discount: ZERO, discountTax: ZERO }

/**
 * The parts of a unit that belong to a paid amount. They depend on the amount only, so that the parts of one payment are the difference
 * between two states: whatever the steps, all payments together come to exactly the parts of the unit, tax included.
 */
function partsOf(unit: BreakdownUnit, paid: Minor | undefined): Parts {
  const { gross, grossTax, discount, discountTax, worth } = unit
  if (paid === undefined) return nothing
  if (paid === worth) return { gross, grossTax, discount, discountTax }
  const part = proportion(gross, paid, worth)
  const taken = minus(part, paid)
  return {
    gross: part,
    // Tax follows the rounded amount that it belongs to: it never moves when that does not.
    grossTax: proportion(grossTax, part, gross),
    discount: taken,
    discountTax: discount === 0 ? ZERO : proportion(discountTax, taken, discount),
  }
}

/** The entries of steps (4-decisions O.4): sales before discounts, discounts negative. */
export function breakdownEntries(steps: readonly CoverageStep[], deposit: Minor, exponent: number): PaymentBreakdownEntry[] {
  const entries = steps.flatMap((step) => (step.from === step.to ? [] : entriesOf(step, exponent)))
  return deposit === 0 ? entries : [...entries, entryOf(depositUnit, { amount: deposit, tax: ZERO }, exponent)]
}

/** The cost of the goods of steps that another warehouse than the store's own sends. Together they come to exactly the cost. */
export function transfersOf(steps: readonly CoverageStep[], storeId: string | null, exponent: number): PaymentTransfer[] {
  return steps.flatMap(({ unit, from, to }): PaymentTransfer[] => {
    const { lineItemId, shipmentId, warehouseCode } = unit
    const cost = minus(costOf(unit, to), costOf(unit, from))
    if (warehouseCode === null || warehouseCode === storeId || cost === 0) return []
    return [{ lineItemId, shipmentId, warehouseCode, cost: toAmount(cost, exponent) }]
  })
}

function costOf({ cost, worth }: BreakdownUnit, paid: Minor | undefined): Minor {
  if (paid === undefined) return ZERO
  return paid === worth ? cost : proportion(cost, paid, worth)
}

function entriesOf({ unit, from, to }: CoverageStep, exponent: number): PaymentBreakdownEntry[] {
  const [before, after] = [partsOf(unit, from), partsOf(unit, to)]
  const gross = { amount: minus(after.gross, before.gross), tax: minus(after.grossTax, before.grossTax) }
  const discount = { amount: minus(before.discount, after.discount), tax: minus(before.discountTax, after.discountTax) }
  return [
    ...(gross.amount === 0 ? [] : [entryOf(unit, gross, exponent)]),
    ...(discount.amount === 0 ? [] : [entryOf({ ...unit, kind: 'Discount' }, discount, exponent)]),
  ]
}

type Booked = Pick<BreakdownUnit, 'kind' | 'vatRate' | 'taxGroupCode' | 'lineItemId' | 'shipmentId' | 'isRental'>

const depositUnit: Booked = {
  kind: 'Deposit',
  vatRate: null,
  taxGroupCode: null,
  lineItemId: null,
  shipmentId: null,
  isRental: false,
}

function entryOf(unit: Booked, { amount, tax }: { amount: Minor; tax: Minor }, exponent: number): PaymentBreakdownEntry {
  const { kind, vatRate, taxGroupCode, lineItemId, shipmentId, isRental } = unit
  const net = toAmount(minus(amount, tax), exponent)
  return { kind, net, vatRate, vatAmount: toAmount(tax, exponent), taxGroupCode, lineItemId, shipmentId, isRental }
}
