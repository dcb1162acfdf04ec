import { larger, type Minor, minus, negated, plus, smaller, sum, ZERO } from '@open-oms/money/minor'
import { type Moves, move, type OpenAmount, spread } from '@open-oms/money/spread-amount'
import { type AllocatedOrder, type AllocatedUnit, unitAmountDue } from './allocated-order.ts'
import { partsTotal } from './breakdown-parts.ts'
import type { BreakdownUnit } from './breakdown-units.ts'
import type { PaymentScope } from './payment-scope.ts'

/** By how much a payment changes the amount paid for each unit, and the deposit. */
export type Allotment = { moves: ReadonlyMap<AllocatedUnit, Minor>; deposit: Minor }

/** The amount that should be paid for a unit. */
type Target = (allocated: AllocatedUnit) => Minor

const paidAmount = ({ paid }: AllocatedUnit): Minor => partsTotal(paid)
/**
 * The amount that a sale leaves paid: money for returned goods waits for its refund, as the form
 * may still be cancelled. A rounding that a return takes back may be negative.
 */
const saleTarget: Target = (allocated) => {
  const { takenBack, unit } = allocated
  const [due, paid] = [unitAmountDue(allocated), paidAmount(allocated)]
  return takenBack < 0 ? smaller(due, larger(paid, unit.worth)) : larger(due, smaller(paid, unit.worth))
}
/** What is overpaid for a unit. A negative rounding that is not used yet is no overpayment. */
const unitOverpayment = (allocated: AllocatedUnit, target: Target): Minor =>
  larger(ZERO, minus(paidAmount(allocated), larger(ZERO, target(allocated))))
const listOpenAmounts = ({ units }: AllocatedOrder, openOf: (allocated: AllocatedUnit) => Minor): OpenAmount<AllocatedUnit>[] =>
  units.map((allocated) => ({ of: allocated, open: openOf(allocated) }))

/** The open amount of the whole order; below zero when it is overpaid. */
function openOfAll({ units, deposit }: AllocatedOrder, target: Target): Minor {
  return minus(sum(units.map((allocated) => minus(target(allocated), paidAmount(allocated)))), deposit)
}

/**
 * What a payment of an amount covers (payment-allocation.md#allocation-of-a-sale). A payment of
 * exactly the open amount brings every unit to its amount due. A payment that covers the rest does
 * the same, except for money paid for returned goods; the excess is Deposit. A smaller payment
 * covers its scope first, then all units in proportion. Earlier overpayments and deposits are used
 * together with it.
 */
export function allotSale(amount: Minor, order: AllocatedOrder, scope: PaymentScope): Allotment {
  if (amount === openOfAll(order, unitAmountDue)) return allotRest(amount, order, unitAmountDue)
  if (amount >= openOfAll(order, saleTarget)) return allotRest(amount, order, saleTarget)
  const freed = order.units.filter((allocated) => unitOverpayment(allocated, saleTarget) > 0)
  const ofDeposit = larger(ZERO, order.deposit)
  const pool = sum([amount, ofDeposit, ...freed.map((allocated) => unitOverpayment(allocated, saleTarget))])
  const openAmounts = listOpenAmounts(order, (allocated) => larger(ZERO, minus(saleTarget(allocated), paidAmount(allocated))))
  const moves: Moves<AllocatedUnit> = new Map(
    freed.map((allocated) => [allocated, negated(unitOverpayment(allocated, saleTarget))]),
  )
  const limitOf = ({ of: { unit }, open }: OpenAmount<AllocatedUnit>) => (scope?.(unit) ? open : ZERO)
  const left = spreadOverAll(spread(pool, openAmounts, { moves, limitOf }), openAmounts, moves)
  return { moves, deposit: minus(left, ofDeposit) }
}

/**
 * The scope of a refund: `limits` is what its return form takes back of each unit, null without a
 * form; then `scope` counts. `paidBySource` is what the payment that it draws on paid of a unit.
 */
export type RefundScope = {
  limits: ReadonlyMap<BreakdownUnit, Minor> | null
  paidBySource(unit: BreakdownUnit): Minor
  scope: PaymentScope
  /** What the form rounds, where this payment completes its refund. */
  rounding: Minor
}

/**
 * What a refund of an amount takes back (payment-allocation.md#allocation-of-a-sale). A refund for
 * a return form takes what the form takes back, first what the payment that it draws on paid for. A
 * refund of exactly the overpaid amount brings every unit to its amount due. Otherwise a refund
 * with a scope takes overpayments in the scope, then payments in the scope. The rest takes other
 * overpayments, then the deposit, then all payments in proportion; the excess is Deposit.
 */
export function allotRefund(
  amount: Minor,
  order: AllocatedOrder,
  { limits, paidBySource, scope, rounding }: RefundScope,
): Allotment {
  if (amount === negated(openOfAll(order, unitAmountDue))) return allotRest(negated(amount), order, unitAmountDue)
  const moves: Moves<AllocatedUnit> = new Map()
  const openAmounts = listOpenAmounts(order, paidAmount)
  const rounded = openAmounts.find(({ of: { unit } }) => unit.kind === 'Rounding')
  if (rounded !== undefined) move(rounded, rounding, moves)
  const goods = minus(amount, moves.get(rounded?.of as AllocatedUnit) ?? ZERO)
  const tooMuch = ({ of: allocated, open }: OpenAmount<AllocatedUnit>) =>
    larger(ZERO, minus(open, larger(ZERO, unitAmountDue(allocated))))
  const isInScope = ({ of: allocated }: OpenAmount<AllocatedUnit>) => limits === null && scope !== null && scope(allocated.unit)
  const ofForm = ({ of: allocated }: OpenAmount<AllocatedUnit>) =>
    minus(limits?.get(allocated.unit) ?? ZERO, larger(ZERO, moves.get(allocated) ?? ZERO))
  const steps: ((openAmount: OpenAmount<AllocatedUnit>) => Minor)[] = [
    (one) => smaller(ofForm(one), paidBySource(one.of.unit)),
    ofForm,
    (one) => (isInScope(one) ? tooMuch(one) : ZERO),
    (one) => (isInScope(one) ? one.open : ZERO),
    tooMuch,
  ]
  const left = steps.reduce((rest, limitOf) => spread(rest, openAmounts, { moves, limitOf }), goods)
  const ofDeposit = smaller(left, larger(ZERO, order.deposit))
  const beyond = takeAll(minus(left, ofDeposit), openAmounts, moves)
  const back = new Map([...moves].map(([allocated, part]) => [allocated, negated(part)]))
  return { moves: back, deposit: negated(plus(ofDeposit, beyond)) }
}

/** Brings every unit to its target; the rest is Deposit. The amount of a refund is negative. */
function allotRest(amount: Minor, order: AllocatedOrder, target: Target): Allotment {
  const moves: Moves<AllocatedUnit> = new Map(
    order.units.map((allocated) => [allocated, minus(target(allocated), paidAmount(allocated))]),
  )
  return { moves, deposit: minus(amount, sum(moves.values())) }
}

/**
 * Takes everything, negative roundings included, when the amount suffices; else in proportion.
 * Returns what is left of the amount.
 */
function takeAll(amount: Minor, openAmounts: readonly OpenAmount<AllocatedUnit>[], moves: Moves<AllocatedUnit>): Minor {
  const all = sum(openAmounts.map(({ open }) => open))
  if (amount < all) return spreadOverAll(amount, openAmounts, moves)
  for (const one of openAmounts) move(one, one.open, moves)
  return minus(amount, all)
}

/**
 * Spreads the amount in proportion over all units with an open amount, a rounding last. Returns
 * what is left of it.
 */
function spreadOverAll(amount: Minor, openAmounts: readonly OpenAmount<AllocatedUnit>[], moves: Moves<AllocatedUnit>): Minor {
  const left = spread(amount, openAmounts, {
    moves,
    limitOf: ({ of: allocated, open }) => (allocated.unit.kind === 'Rounding' ? ZERO : open),
  })
  return spread(left, openAmounts, { moves, limitOf: ({ open }) => open })
}
