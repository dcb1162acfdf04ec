import { larger, type Minor, minus, negated, plus, smaller, sum, ZERO } from '@oms/money/minor'
import { type Moves, move, type Room, spread } from '../document/spread-amount.ts'
import { amountOf } from './breakdown-parts.ts'
import type { BreakdownUnit } from './breakdown-units.ts'
import type { PaymentScope } from './payment-scope.ts'
import { dueOf, type ToldOrder, type ToldUnit } from './told-order.ts'

/** By how much a payment changes what is paid of each unit, and of the deposit. */
export type Allotment = { moves: ReadonlyMap<ToldUnit, Minor>; deposit: Minor }

/** What should be paid of a unit. */
type Target = (told: ToldUnit) => Minor

const paidOf = ({ paid }: ToldUnit): Minor => amountOf(paid)
/** What a sale leaves as it is: what is paid of returned goods waits for its refund, as the form may still be cancelled. */
const heldOf: Target = (told) => larger(dueOf(told), smaller(paidOf(told), told.unit.worth))
/** What is paid too much of a unit. A rounding in the customer's favour that nobody has got yet is not. */
const tooMuchOf = (told: ToldUnit, target: Target): Minor => larger(ZERO, minus(paidOf(told), larger(ZERO, target(told))))
const roomsOf = ({ units }: ToldOrder, roomOf: (told: ToldUnit) => Minor): Room<ToldUnit>[] =>
  units.map((told) => ({ of: told, room: roomOf(told) }))

/** What is to be paid of the order, over all; below zero when too much is paid. */
function openOfAll({ units, deposit }: ToldOrder, target: Target): Minor {
  return minus(sum(units.map((told) => minus(target(told), paidOf(told)))), deposit)
}

/**
 * What a payment of an amount covers (payment-allocation.md#allocation-of-a-sale). One that makes what is paid what the order comes to, returns taken off, makes every unit
 * what it should be; one that covers the rest likewise, but for what is paid of returned goods, and what exceeds that is Deposit. A smaller one
 * covers its scope first, then all in proportion. What earlier ones paid too much of a unit, or as a deposit, pays with it.
 */
export function allotSale(amount: Minor, order: ToldOrder, scope: PaymentScope): Allotment {
  if (amount === openOfAll(order, dueOf)) return allotRest(amount, order, dueOf)
  if (amount >= openOfAll(order, heldOf)) return allotRest(amount, order, heldOf)
  const freed = order.units.filter((told) => tooMuchOf(told, heldOf) > 0)
  const ofDeposit = larger(ZERO, order.deposit)
  const pool = sum([amount, ofDeposit, ...freed.map((told) => tooMuchOf(told, heldOf))])
  const rooms = roomsOf(order, (told) => larger(ZERO, minus(heldOf(told), paidOf(told))))
  const moves: Moves<ToldUnit> = new Map(freed.map((told) => [told, negated(tooMuchOf(told, heldOf))]))
  const limitOf = ({ of: { unit }, room }: Room<ToldUnit>) => (scope?.(unit) ? room : ZERO)
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
export function allotRefund(amount: Minor, order: ToldOrder, { limits, scope }: RefundScope): Allotment {
  if (amount === negated(openOfAll(order, dueOf))) return allotRest(negated(amount), order, dueOf)
  const moves: Moves<ToldUnit> = new Map()
  const rooms = roomsOf(order, paidOf)
  const tooMuch = ({ of: told, room }: Room<ToldUnit>) => larger(ZERO, minus(room, larger(ZERO, dueOf(told))))
  const isInScope = ({ of: told }: Room<ToldUnit>) => limits === null && scope !== null && scope(told.unit)
  const steps: ((room: Room<ToldUnit>) => Minor)[] = [
    ({ of: told }) => limits?.get(told.unit) ?? ZERO,
    (room) => (isInScope(room) ? tooMuch(room) : ZERO),
    (room) => (isInScope(room) ? room.room : ZERO),
    tooMuch,
  ]
  const left = steps.reduce((rest, limitOf) => spread(rest, rooms, { moves, limitOf }), amount)
  const ofDeposit = smaller(left, larger(ZERO, order.deposit))
  const beyond = takeAll(minus(left, ofDeposit), rooms, moves)
  const back = new Map([...moves].map(([told, part]) => [told, negated(part)]))
  return { moves: back, deposit: negated(plus(ofDeposit, beyond)) }
}

/** Makes every unit what it should be; the rest is Deposit. The amount of a refund is negative. */
function allotRest(amount: Minor, order: ToldOrder, target: Target): Allotment {
  const moves: Moves<ToldUnit> = new Map(order.units.map((told) => [told, minus(target(told), paidOf(told))]))
  return { moves, deposit: minus(amount, sum(moves.values())) }
}

/** All that there is when the amount reaches for it, roundings in either direction included; else in proportion. Answers what is left. */
function takeAll(amount: Minor, rooms: readonly Room<ToldUnit>[], moves: Moves<ToldUnit>): Minor {
  const all = sum(rooms.map(({ room }) => room))
  if (amount < all) return spreadOverAll(amount, rooms, moves)
  for (const room of rooms) move(room, room.room, moves)
  return minus(amount, all)
}

/** In proportion over everything that has room, a rounding last. Answers what is left of the amount. */
function spreadOverAll(amount: Minor, rooms: readonly Room<ToldUnit>[], moves: Moves<ToldUnit>): Minor {
  const left = spread(amount, rooms, { moves, limitOf: ({ of: told, room }) => (told.unit.kind === 'Rounding' ? ZERO : room) })
  return spread(left, rooms, { moves, limitOf: ({ room }) => room })
}
