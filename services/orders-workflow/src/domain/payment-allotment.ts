import { larger, type Minor, minus, negated, plus, smaller, sum, ZERO } from '@oms/money/minor'
import { shares } from '@oms/money/shares'
import { amountOf } from './breakdown-parts.ts'
import type { BreakdownUnit } from './breakdown-units.ts'
import type { PaymentScope } from './payment-scope.ts'
import { dueOf, type ToldOrder, type ToldUnit } from './told-order.ts'

/** By how much a payment changes what is paid of each unit, and of the deposit. */
export type Allotment = { moves: ReadonlyMap<ToldUnit, Minor>; deposit: Minor }

/** A unit with what a payment can still move of it; a rounding in the customer's favour is negative. */
type Room = { told: ToldUnit; room: Minor }
type Moves = Map<ToldUnit, Minor>

const paidOf = ({ paid }: ToldUnit): Minor => amountOf(paid)
const openOf = (told: ToldUnit): Minor => minus(dueOf(told), paidOf(told))
/** What is paid too much of a unit. A rounding in the customer's favour that nobody has got yet is not. */
const tooMuchOf = (told: ToldUnit): Minor => larger(ZERO, minus(paidOf(told), larger(ZERO, dueOf(told))))
const roomsOf = ({ units }: ToldOrder, roomOf: (told: ToldUnit) => Minor): Room[] =>
  units.map((told) => ({ told, room: roomOf(told) }))

/** What is to be paid of the order, over all; below zero when too much is paid. */
function openOfAll({ units, deposit }: ToldOrder): Minor {
  return minus(sum(units.map(openOf)), deposit)
}

/**
 * What a payment of an amount covers (4-decisions O.4). One that covers the rest makes every unit what it should be; what exceeds that is
 * Deposit. A smaller one covers its scope first, then all in proportion. What earlier ones paid too much of a unit, or as a deposit, pays
 * with it.
 */
export function allotSale(amount: Minor, order: ToldOrder, scope: PaymentScope): Allotment {
  if (amount >= openOfAll(order)) return allotRest(amount, order)
  const freed = order.units.filter((told) => tooMuchOf(told) > 0)
  const ofDeposit = larger(ZERO, order.deposit)
  const pool = sum([amount, ofDeposit, ...freed.map(tooMuchOf)])
  const rooms = roomsOf(order, (told) => larger(ZERO, openOf(told)))
  const moves: Moves = new Map(freed.map((told) => [told, negated(tooMuchOf(told))]))
  const limitOf = ({ told, room }: Room) => (scope?.(told.unit) ? room : ZERO)
  const left = spreadOverAll(spread(pool, rooms, { moves, limitOf }), rooms, moves)
  return { moves, deposit: minus(left, ofDeposit) }
}

/** What a refund is for: what its return form takes back of each unit, null without one; else its scope. */
export type RefundScope = { limits: ReadonlyMap<BreakdownUnit, Minor> | null; scope: PaymentScope }

/**
 * What a refund of an amount takes back (4-decisions O.4). One for a return form: what that takes back. Any other that comes to exactly
 * what is paid too much makes every unit what it should be. Else one with a scope takes what is paid too much of that, then what is paid
 * of it. What is left takes back what is paid too much of others, then the deposit, then all that is paid in proportion; what exceeds all is Deposit.
 */
export function allotRefund(amount: Minor, order: ToldOrder, { limits, scope }: RefundScope): Allotment {
  if (limits === null && amount === negated(openOfAll(order))) return allotRest(negated(amount), order)
  const moves: Moves = new Map()
  const rooms = roomsOf(order, paidOf)
  const tooMuch = ({ told, room }: Room) => larger(ZERO, minus(room, larger(ZERO, dueOf(told))))
  const isInScope = ({ told }: Room) => limits === null && scope !== null && scope(told.unit)
  const steps: ((room: Room) => Minor)[] = [
    ({ told }) => limits?.get(told.unit) ?? ZERO,
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
function allotRest(amount: Minor, order: ToldOrder): Allotment {
  const moves: Moves = new Map(order.units.map((told) => [told, openOf(told)]))
  return { moves, deposit: minus(amount, sum(moves.values())) }
}

/** All that there is when the amount reaches for it, roundings in either direction included; else in proportion. Answers what is left. */
function takeAll(amount: Minor, rooms: readonly Room[], moves: Moves): Minor {
  const all = sum(rooms.map(({ room }) => room))
  if (amount < all) return spreadOverAll(amount, rooms, moves)
  for (const room of rooms) move(room, room.room, moves)
  return minus(amount, all)
}

/** In proportion over everything that has room, a rounding last. Answers what is left of the amount. */
function spreadOverAll(amount: Minor, rooms: readonly Room[], moves: Moves): Minor {
  const left = spread(amount, rooms, { moves, limitOf: ({ told, room }) => (told.unit.kind === 'Rounding' ? ZERO : room) })
  return spread(left, rooms, { moves, limitOf: ({ room }) => room })
}

type Spread = { moves: Moves; limitOf(room: Room): Minor }

/** Moves an amount over rooms in proportion, by largest remainder, and shrinks the rooms. Answers what is left of the amount. */
function spread(amount: Minor, rooms: readonly Room[], { moves, limitOf }: Spread): Minor {
  const limits = rooms.map((room) => larger(ZERO, smaller(room.room, limitOf(room))))
  const total = smaller(amount, sum(limits))
  if (total <= 0) return amount
  const parts = shares(total, limits)
  for (const [index, room] of rooms.entries()) move(room, parts[index] as Minor, moves)
  return minus(amount, total)
}

function move(room: Room, part: Minor, moves: Moves): void {
  if (part === 0) return
  moves.set(room.told, plus(moves.get(room.told) ?? ZERO, part))
  room.room = minus(room.room, part)
}
