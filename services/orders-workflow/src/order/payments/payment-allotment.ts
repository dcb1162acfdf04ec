import { larger, type Minor, minus, negated, plus, smaller, sum, ZERO } from '@oms/money/minor'
import { type Moves, move, type Room, spread } from '../document/spread-amount.ts'
import { type AllocatedOrder, type AllocatedUnit, dueOf } from './allocated-order.ts'
import { amountOf } from './breakdown-parts.ts'
import type { BreakdownUnit } from './breakdown-units.ts'
import type { PaymentScope } from './payment-scope.ts'

/** By how much a payment changes what is paid of each unit, and of the deposit. */
export type Allotment = { moves: ReadonlyMap<AllocatedUnit, Minor>; deposit: Minor }

/** What should be paid of a unit. */
type Target = (allocated: AllocatedUnit) => Minor

const paidOf = ({ paid }: AllocatedUnit): Minor => amountOf(paid)
/** What a sale leaves as it is: what is paid of returned goods waits for its refund, as the form may still be cancelled. */
const heldOf: Target = (allocated) => larger(dueOf(allocated), smaller(paidOf(allocated), allocated.unit.worth))
/** What is paid too much of a unit. A rounding in the customer's favour that nobody has got yet is not. */
const tooMuchOf = (allocated: AllocatedUnit, target: Target): Minor =>
  larger(ZERO, minus(paidOf(allocated), larger(ZERO, target(allocated))))
const roomsOf = ({ units }: AllocatedOrder, roomOf: (allocated: AllocatedUnit) => Minor): Room<AllocatedUnit>[] =>
  units.map((allocated) => ({ of: allocated, room: roomOf(allocated) }))

/** What is to be paid of the order, over all; below zero when too much is paid. */
function openOfAll({ units, deposit }: AllocatedOrder, target: Target): Minor {
  return minus(sum(units.map((allocated) => minus(target(allocated), paidOf(allocated)))), deposit)
}

/**
 * What a payment of an amount covers (payment-allocation.md#allocation-of-a-sale). One that makes what is paid what the order comes to, returns taken off, makes every unit
 * what it should be; one that covers the rest likewise, but for what is paid of returned goods, and what exceeds that is Deposit. A smaller one
 * covers its scope first, then all in proportion. What earlier ones paid too much of a unit, or as a deposit, pays with it.
 */
export function allotSale(amount: Minor, order: AllocatedOrder, scope: PaymentScope): Allotment {
  if (amount === openOfAll(order, dueOf)) return allotRest(amount, order, dueOf)
  if (amount >= openOfAll(order, heldOf)) return allotRest(amount, order, heldOf)
  const freed = order.units.filter((allocated) => tooMuchOf(allocated, heldOf) > 0)
  const ofDeposit = larger(ZERO, order.deposit)
  const pool = sum([amount, ofDeposit, ...freed.map((allocated) => tooMuchOf(allocated, heldOf))])
  const rooms = roomsOf(order, (allocated) => larger(ZERO, minus(heldOf(allocated), paidOf(allocated))))
  const moves: Moves<AllocatedUnit> = new Map(freed.map((allocated) => [allocated, negated(tooMuchOf(allocated, heldOf))]))
  const limitOf = ({ of: { unit }, room }: Room<AllocatedUnit>) => (scope?.(unit) ? room : ZERO)
  const left = spreadOverAll(spread(pool, rooms, { moves, limitOf }), rooms, moves)
  return { moves, deposit: minus(left, ofDeposit) }
}

/** What a refund is for: what its return form takes back of each unit, null without one; else its scope. */
export type RefundScope = { limits: ReadonlyMap<BreakdownUnit, Minor> | null; scope: PaymentScope }

/**
 * What a refund of an amount takes back (payment-allocation.md#allocation-of-a-sale). One for a return form: what that takes back. Any other that comes to exactly
 * what is paid too much makes every unit what it should be. Else one with a scope takes what is paid too much of that, then what is paid
 * of it. What is left takes back what is paid too much of others, then the deposit, then all that is paid in proportion; what exceeds all is Deposit.
 */
export function allotRefund(amount: Minor, order: AllocatedOrder, { limits, scope }: RefundScope): Allotment {
  if (amount === negated(openOfAll(order, dueOf))) return allotRest(negated(amount), order, dueOf)
  const moves: Moves<AllocatedUnit> = new Map()
  const rooms = roomsOf(order, paidOf)
  const tooMuch = ({ of: allocated, room }: Room<AllocatedUnit>) => larger(ZERO, minus(room, larger(ZERO, dueOf(allocated))))
  const isInScope = ({ of: allocated }: Room<AllocatedUnit>) => limits === null && scope !== null && scope(allocated.unit)
  const steps: ((room: Room<AllocatedUnit>) => Minor)[] = [
    ({ of: allocated }) => limits?.get(allocated.unit) ?? ZERO,
    (room) => (isInScope(room) ? tooMuch(room) : ZERO),
    (room) => (isInScope(room) ? room.room : ZERO),
    tooMuch,
  ]
  const left = steps.reduce((rest, limitOf) => spread(rest, rooms, { moves, limitOf }), amount)
  const ofDeposit = smaller(left, larger(ZERO, order.deposit))
  const beyond = takeAll(minus(left, ofDeposit), rooms, moves)
  const back = new Map([...moves].map(([allocated, part]) => [allocated, negated(part)]))
  return { moves: back, deposit: negated(plus(ofDeposit, beyond)) }
}

/** Makes every unit what it should be; the rest is Deposit. The amount of a refund is negative. */
function allotRest(amount: Minor, order: AllocatedOrder, target: Target): Allotment {
  const moves: Moves<AllocatedUnit> = new Map(
    order.units.map((allocated) => [allocated, minus(target(allocated), paidOf(allocated))]),
  )
  return { moves, deposit: minus(amount, sum(moves.values())) }
}

/** All that there is when the amount reaches for it, roundings in either direction included; else in proportion. Answers what is left. */
function takeAll(amount: Minor, rooms: readonly Room<AllocatedUnit>[], moves: Moves<AllocatedUnit>): Minor {
  const all = sum(rooms.map(({ room }) => room))
  if (amount < all) return spreadOverAll(amount, rooms, moves)
  for (const room of rooms) move(room, room.room, moves)
  return minus(amount, all)
}

/** In proportion over everything that has room, a rounding last. Answers what is left of the amount. */
function spreadOverAll(amount: Minor, rooms: readonly Room<AllocatedUnit>[], moves: Moves<AllocatedUnit>): Minor {
  const left = spread(amount, rooms, {
    moves,
    limitOf: ({ of: allocated, room }) => (allocated.unit.kind === 'Rounding' ? ZERO : room),
  })
  return spread(left, rooms, { moves, limitOf: ({ room }) => room })
}
