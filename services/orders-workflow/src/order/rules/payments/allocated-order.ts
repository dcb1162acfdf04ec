import type { BreakdownKind, PaymentBreakdownEntry, PaymentTransfer } from '@open-oms/contracts/orders/payment-event-data'
import { larger, type Minor, minus, negated, plus, smaller, toMinor, ZERO } from '@open-oms/money/minor'
import type { TaxedAmount } from '../totals/taxed-amount.ts'
import {
  differenceOfParts,
  isNothing,
  noParts,
  type Parts,
  partsInProportion,
  partsTotal,
  sumOfParts,
} from './breakdown-parts.ts'
import { type BreakdownUnit, isHandling } from './breakdown-units.ts'

/**
 * The amounts of a payment by unit, and the cost of the goods that it moves from warehouses other
 * than the selling store.
 */
export type PaymentAllocation = { breakdown: PaymentBreakdownEntry[]; transfers: PaymentTransfer[] }

/** A unit of an order with what the published allocations attribute to it. */
export type AllocatedUnit = {
  unit: BreakdownUnit
  /** The amounts paid and not refunded. */
  paid: Parts
  /** The amounts refunded for returns: the goods have moved. */
  returned: Parts
  /** What return forms take back of it, refunded or not: it is not due. */
  takenBack: Minor
  /** The tax in that. */
  takenTax: Minor
  /** The cost of its goods that has moved between stores. */
  movedCost: Minor
}

/**
 * All units of an order, including units of published allocations that the order no longer has:
 * those are worth nothing.
 */
export type AllocatedOrder = {
  units: AllocatedUnit[]
  /**
   * What was paid beyond the order and not refunded. Below zero when more was refunded than was
   * there.
   */
  deposit: Minor
}

/** An allocation with its payment and the direction of it. */
export type DirectedAllocation = PaymentAllocation & { paymentId: string; isCredit: boolean; isReturn: boolean }

/** The units of an order, and what return forms take back of them. */
type Worth = { units: readonly BreakdownUnit[]; taken: ReadonlyMap<BreakdownUnit, TaxedAmount> }

/**
 * The units of an order with the published allocations of its payments. Goods that a split or a
 * reallocation moved count in their current shipment: an allocation to a line goes to its own
 * shipment first, and any excess to the other shipments of the line.
 */
export function allocatedOrder(
  { units, taken }: Worth,
  allocations: readonly DirectedAllocation[],
  exponent: number,
): AllocatedOrder {
  const allocated: AllocatedOrder = { units: units.map((unit) => unallocated(unit, taken.get(unit))), deposit: ZERO }
  const byKey = new Map<string, AllocatedUnit>()
  for (const item of allocated.units) if (!byKey.has(serializeUnitKey(item.unit))) byKey.set(serializeUnitKey(item.unit), item)
  for (const allocation of allocations) {
    for (const entry of allocation.breakdown) addEntry({ allocated, byKey, entry, exponent }, allocation)
  }
  for (const group of Map.groupBy(allocated.units, ({ unit }) => levelingGroupKey(unit)).values()) levelParts(group)
  addCosts(allocated.units, allocations, exponent)
  return allocated
}

/** The amount due for a unit: its worth less what return forms take back of it. */
export function unitAmountDue({ unit: { worth }, takenBack }: AllocatedUnit): Minor {
  return minus(worth, takenBack)
}

/** The parts of the amount due for a unit: its tax is what the return forms leave of it. */
export function dueParts(allocated: AllocatedUnit): Parts {
  const due = unitAmountDue(allocated)
  const { unit, takenBack, takenTax } = allocated
  const parts = partsInProportion(unitParts(unit), due)
  if (takenBack === 0) return parts
  return { ...parts, grossTax: plus(parts.discountTax, minus(minus(unit.grossTax, unit.discountTax), takenTax)) }
}

/** The parts of all of a unit. */
export function unitParts({ gross, grossTax, discount, discountTax }: BreakdownUnit): Parts {
  return { gross, grossTax, discount, discountTax }
}

const nothingTaken: TaxedAmount = { amount: ZERO, tax: ZERO }

function unallocated(unit: BreakdownUnit, { amount, tax } = nothingTaken): AllocatedUnit {
  return { unit, paid: noParts, returned: noParts, takenBack: amount, takenTax: tax, movedCost: ZERO }
}

type UnitKey = Pick<BreakdownUnit, 'kind' | 'lineItemId' | 'shipmentId' | 'vatRate' | 'taxGroupCode' | 'isRental'>

function serializeUnitKey({ kind, lineItemId, shipmentId, vatRate, taxGroupCode, isRental }: UnitKey): string {
  return JSON.stringify([kind, lineItemId, shipmentId, vatRate, taxGroupCode, isRental])
}

/** The same key for units that can be in one shipment or in another: a line, or shipping. */
function levelingGroupKey(unit: BreakdownUnit): string {
  return serializeUnitKey({ ...unit, shipmentId: isHandling(unit) ? 'none' : null })
}

const goneAmounts = { gross: ZERO, grossTax: ZERO, discount: ZERO, discountTax: ZERO, worth: ZERO, cost: ZERO }

type EntryAllocation = {
  allocated: AllocatedOrder
  byKey: Map<string, AllocatedUnit>
  entry: PaymentBreakdownEntry
  exponent: number
}

function addEntry({ allocated, byKey, entry, exponent }: EntryAllocation, { isCredit, isReturn }: DirectedAllocation): void {
  const tax = toMinor(entry.vatAmount, exponent)
  const amount = plus(toMinor(entry.net, exponent), tax)
  if (entry.kind === 'Deposit') {
    allocated.deposit = isCredit ? minus(allocated.deposit, amount) : plus(allocated.deposit, amount)
    return
  }
  const item = findOrAddUnit({ ...entry, kind: entry.kind === 'Discount' ? 'Sales' : entry.kind }, { allocated, byKey })
  const parts: Parts =
    entry.kind === 'Discount'
      ? { ...noParts, discount: negated(amount), discountTax: negated(tax) }
      : { ...noParts, gross: amount, grossTax: tax }
  item.paid = isCredit ? differenceOfParts(item.paid, parts) : sumOfParts(item.paid, parts)
  if (isReturn) item.returned = sumOfParts(item.returned, parts)
}

function findOrAddUnit(
  unitKey: UnitKey & { kind: BreakdownKind },
  { allocated, byKey }: Pick<EntryAllocation, 'allocated' | 'byKey'>,
): AllocatedUnit {
  const key = serializeUnitKey(unitKey)
  const known = byKey.get(key)
  if (known !== undefined) return known
  const { kind, lineItemId, shipmentId, vatRate, taxGroupCode, isRental } = unitKey
  const unit = { kind, lineItemId, shipmentId, vatRate, taxGroupCode, isRental, warehouseCode: null, ...goneAmounts }
  const gone = unallocated(unit)
  byKey.set(key, gone)
  allocated.units.push(gone)
  return gone
}

/** Moves the excess of some units to units with an open amount. */
function level(
  units: readonly AllocatedUnit[],
  { amountIn, fullAmount }: { amountIn(item: AllocatedUnit): Minor; fullAmount(item: AllocatedUnit): Minor },
  move: (from: AllocatedUnit, to: AllocatedUnit, amount: Minor) => void,
) {
  for (const from of units) {
    for (const to of units) {
      const amount = smaller(minus(amountIn(from), fullAmount(from)), minus(fullAmount(to), amountIn(to)))
      if (amount > 0) move(from, to, amount)
    }
  }
}

function levelParts(units: readonly AllocatedUnit[]): void {
  if (units.length === 1) return
  if (isExact(units)) {
    for (const item of units) item.paid = unitParts(item.unit)
    return
  }
  const nonNegativeWorth = ({ unit }: AllocatedUnit) => larger(ZERO, unit.worth)
  for (const [field, fullOf] of [
    ['returned', nonNegativeWorth],
    ['paid', unitAmountDue],
  ] as const) {
    level(units, { amountIn: (item) => partsTotal(item[field]), fullAmount: fullOf }, (from, to, amount) => {
      const rest = partsInProportion(from[field], minus(partsTotal(from[field]), amount))
      to[field] = sumOfParts(to[field], differenceOfParts(from[field], rest))
      from[field] = rest
    })
  }
}

/**
 * Whether the allocations cover exactly these units: their parts then must not differ by a
 * rounding.
 */
function isExact(units: readonly AllocatedUnit[]): boolean {
  const allocated = units.reduce((sum, { paid }) => sumOfParts(sum, paid), noParts)
  const whole = units.reduce((sum, { unit }) => sumOfParts(sum, unitParts(unit)), noParts)
  return isNothing(differenceOfParts(allocated, whole)) && units.every(({ takenBack }) => takenBack === 0)
}

function addCosts(units: readonly AllocatedUnit[], allocations: readonly DirectedAllocation[], exponent: number): void {
  const transfers = allocations.flatMap((allocation) => allocation.transfers)
  if (transfers.length === 0) return
  const byLine = Map.groupBy(units, ({ unit }) => unit.lineItemId)
  for (const { lineItemId, shipmentId, cost } of transfers) {
    const ofLine = byLine.get(lineItemId) ?? []
    const item = ofLine.find(({ unit }) => unit.shipmentId === shipmentId) ?? ofLine[0]
    if (item !== undefined) item.movedCost = plus(item.movedCost, toMinor(cost, exponent))
  }
  for (const ofLine of byLine.values()) {
    level(ofLine, { amountIn: ({ movedCost }) => movedCost, fullAmount: ({ unit }) => unit.cost }, (from, to, amount) => {
      from.movedCost = minus(from.movedCost, amount)
      to.movedCost = plus(to.movedCost, amount)
    })
  }
}
