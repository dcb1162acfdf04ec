import type { PaymentBreakdownEntry, PaymentTransfer } from '@oms/contracts/orders/events'
import type { Order } from '@oms/contracts/orders/order'
import type { Payment } from '@oms/contracts/orders/payment'
import { larger, type Minor, minus, negated, plus, smaller, toMinor, ZERO } from '@oms/money/minor'
import { breakdownEntries, type CoverageStep, transfersOf } from './breakdown-entries.ts'
import { type BreakdownUnit, breakdownUnits, canceledUnits } from './breakdown-units.ts'
import { type Moves, type Room, spread, takeRest } from './payment-allotment.ts'
import { returnFormOf, returnLimits, scopeOf } from './payment-scope.ts'
import { isEffective } from './payment-totals.ts'
import { type Terms, type TotalsContext, termsOf } from './totals-context.ts'

/** What the payments up to some point have paid. */
type Paid = {
  units: readonly BreakdownUnit[]
  canceled: readonly BreakdownUnit[]
  /** What of each unit is paid and not paid back. */
  paid: Map<BreakdownUnit, Minor>
  /** What of each unit was paid back for a return: it is not to be paid again. */
  returned: Map<BreakdownUnit, Minor>
  /** The most that was ever paid of each unit: goods that were paid back and are paid again have moved already. */
  moved: Map<BreakdownUnit, Minor>
  /** Paid beyond the order, and not paid back. */
  deposit: Minor
}

type Coverage = { steps: CoverageStep[]; deposit: Minor; moves: CoverageStep[] }

/** What a payment pays for, and the cost of the goods that come with it from warehouses that are not the selling store. */
export type PaymentCoverage = { breakdown: PaymentBreakdownEntry[]; transfers: PaymentTransfer[] }

/**
 * What each of some payments of an order pays for (4-decisions O.4), by payment id. `Σ (net + vatAmount)` of a payment's entries is its
 * amount exactly. Payments that move no money (Authorization, Void, failed and pending ones) have no entries. Those of a
 * Credit are positive like all others: accounting books them on the opposite side.
 *
 * What is not yet covered follows from the order alone: its payments are gone through as they stand, against the order as it is now. So the
 * same order always gives the same breakdowns, no sum is ever wrong, and everything that payments cover together is never more than
 * the order, but for Deposit. The price: when an order is edited after a capture, the breakdown that was told
 * then is not told again, and later ones start from how the earlier payment would cover the edited order. What was paid for
 * units that were cancelled since is, seen from the edited order, a deposit; a Credit that gives it back is one for these
 * units, so that their sales are taken back and not a deposit that was never booked.
 *
 * A Credit is for the return form whose `payments` name it, else for the lines and the shipment that it names; one that names nothing gives
 * back what is paid too much first. What it exceeds these by is spread over all that is paid; what exceeds that is Deposit.
 */
export function breakdownsOf(
  order: Order,
  payments: readonly Payment[],
  context: BreakdownContext,
): Map<string | null, PaymentBreakdownEntry[]> {
  return new Map([...coveragesOf(order, payments, context)].map(([id, { breakdown }]) => [id, breakdown]))
}

type BreakdownContext = Pick<TotalsContext, 'currency' | 'taxRate'>

/** The breakdowns of `breakdownsOf` with the transfers of goods; those of a Credit are none: what comes back is sent anew. */
export function coveragesOf(
  order: Order,
  payments: readonly Payment[],
  context: BreakdownContext,
): Map<string | null, PaymentCoverage> {
  const wanted = new Set(payments.map(({ id }) => id))
  const coverages = new Map<string | null, PaymentCoverage>(payments.map(({ id }) => [id, { breakdown: [], transfers: [] }]))
  const last = order.orderForm.payments.findLastIndex((payment) => wanted.has(payment.id) && isBooked(payment))
  if (last < 0) return coverages
  const terms = termsOf(order, context)
  const state = startOf(order, terms)
  for (const payment of order.orderForm.payments.slice(0, last + 1).filter(isBooked)) {
    const { steps, deposit, moves } = apply(order, payment, { state, terms })
    if (!wanted.has(payment.id)) continue
    const breakdown = breakdownEntries(steps, deposit, terms.exponent)
    coverages.set(payment.id, { breakdown, transfers: transfersOf(moves, order.storeId, terms.exponent) })
  }
  return coverages
}

function isBooked(payment: Payment): boolean {
  const { transactionType } = payment
  return isEffective(payment) && transactionType !== null && transactionType !== 'Authorization' && transactionType !== 'Void'
}

function startOf(order: Order, terms: Terms): Paid {
  const units = breakdownUnits(order, terms)
  return { units, canceled: canceledUnits(order, terms), paid: new Map(), returned: new Map(), moved: new Map(), deposit: ZERO }
}

type Application = { state: Paid; terms: Terms }

function apply(order: Order, payment: Payment, application: Application): Coverage {
  return payment.transactionType === 'Credit' ? credit(order, payment, application) : sell(payment, application)
}

/** A payment that covers the rest takes it; a smaller one covers what it is for first, then the rest in proportion. */
function sell(payment: Payment, { state, terms }: Application): Coverage {
  const moves: Moves = new Map()
  const rooms = state.units.map((unit): Room => {
    const paid = plus(state.paid.get(unit) ?? ZERO, state.returned.get(unit) ?? ZERO)
    return { unit, room: minus(unit.worth, paid) }
  })
  const scope = scopeOf(payment)
  let left = toMinor(payment.amount, terms.exponent)
  if (scope !== null) left = spread(left, rooms, { moves, limitOf: ({ unit, room }) => (scope(unit) ? room : ZERO) })
  const rest = takeRest(left, rooms, moves)
  state.deposit = plus(state.deposit, rest.left)
  const steps = state.units.flatMap((unit): CoverageStep[] => {
    const from = state.paid.get(unit)
    const to = coverageAfter(from, moves.get(unit), rest.isAll)
    if (to !== undefined) state.paid.set(unit, to)
    return [{ unit, from, to }]
  })
  return { steps, deposit: rest.left, moves: movesOf(steps, state) }
}

/** The steps of goods above what was ever paid of them. */
function movesOf(steps: readonly CoverageStep[], { moved }: Paid): CoverageStep[] {
  return steps.flatMap(({ unit, to }) => {
    const from = moved.get(unit)
    if (to === undefined || (from !== undefined && to <= from)) return []
    moved.set(unit, to)
    return [{ unit, from, to }]
  })
}

function coverageAfter(from: Minor | undefined, moved: Minor | undefined, isAll: boolean): Minor | undefined {
  if (moved === undefined) return isAll ? (from ?? ZERO) : from
  return plus(from ?? ZERO, moved)
}

function credit(order: Order, payment: Payment, { state, terms }: Application): Coverage {
  const moves: Moves = new Map()
  const form = returnFormOf(order, payment)
  const scope = scopeOf(payment)
  const rooms = state.units.map((unit): Room => ({ unit, room: state.paid.get(unit) ?? ZERO }))
  let left = toMinor(payment.amount, terms.exponent)
  if (form === undefined) left = creditCanceled(left, scope, { state, moves })
  const isUnbound = form === undefined && scope === null
  const depositFirst = isUnbound ? takeDeposit(left, state) : ZERO
  left = minus(left, depositFirst)
  if (form !== undefined) left = creditReturn(left, { limits: returnLimits(form, state.units, terms), rooms, moves }, state)
  else if (scope !== null) left = spread(left, rooms, { moves, limitOf: ({ unit, room }) => (scope(unit) ? room : ZERO) })
  const rest = takeRest(left, rooms, moves)
  takeDeposit(rest.left, state)
  return { steps: creditSteps(moves, rest.isAll, state), deposit: plus(depositFirst, rest.left), moves: [] }
}

type Crediting = { state: Paid; moves: Moves }

/** Gives back what was paid for cancelled units. It was paid when, seen from the order as it is, too much is paid. */
function creditCanceled(amount: Minor, scope: ReturnType<typeof scopeOf>, { state, moves }: Crediting): Minor {
  const rooms = state.canceled
    .filter((unit) => scope === null || scope(unit))
    .map((unit): Room => ({ unit, room: minus(unit.worth, state.paid.get(unit) ?? ZERO) }))
  const possible = smaller(amount, state.deposit)
  const taken = minus(possible, spread(possible, rooms, { moves, limitOf: ({ room }) => room }))
  state.deposit = minus(state.deposit, taken)
  return minus(amount, taken)
}

function takeDeposit(amount: Minor, state: Paid): Minor {
  const taken = larger(ZERO, smaller(amount, state.deposit))
  state.deposit = minus(state.deposit, taken)
  return taken
}

type Returning = { limits: ReadonlyMap<BreakdownUnit, Minor>; rooms: readonly Room[]; moves: Moves }

function creditReturn(amount: Minor, { limits, rooms, moves }: Returning, state: Paid): Minor {
  const taken: Moves = new Map()
  const left = spread(amount, rooms, { moves: taken, limitOf: ({ unit }) => limits.get(unit) ?? ZERO })
  for (const [unit, part] of taken) {
    state.returned.set(unit, plus(state.returned.get(unit) ?? ZERO, part))
    moves.set(unit, part)
  }
  return left
}

/** What is paid goes down, what was given back for cancelled units goes up: as steps, both upwards. */
function creditSteps(moves: Moves, isAll: boolean, { units, canceled, paid }: Paid): CoverageStep[] {
  const back = units.map((unit): CoverageStep => {
    const to = paid.get(unit)
    const moved = moves.get(unit)
    const from = isAll ? undefined : coverageAfter(to, moved && negated(moved), false)
    if (from === undefined) paid.delete(unit)
    else paid.set(unit, from)
    return { unit, from, to }
  })
  const further = canceled.map((unit): CoverageStep => {
    const from = paid.get(unit)
    const to = coverageAfter(from, moves.get(unit), false)
    if (to !== undefined) paid.set(unit, to)
    return { unit, from, to }
  })
  return [...back, ...further]
}
