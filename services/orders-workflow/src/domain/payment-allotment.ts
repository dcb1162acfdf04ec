import { larger, type Minor, minus, plus, smaller, sum, ZERO } from '@oms/money/minor'
import { shares } from '@oms/money/shares'
import type { BreakdownUnit } from './breakdown-units.ts'

/** A unit with what a payment can still move of it; a rounding in the customer's favour is negative. */
export type Room = { unit: BreakdownUnit; room: Minor }

/** Which amount moves of which unit. */
export type Moves = Map<BreakdownUnit, Minor>

/** Moves an amount over rooms in proportion, by largest remainder, and shrinks the rooms. Answers what is left of the amount. */
export function spread(
  amount: Minor,
  rooms: readonly Room[],
  { moves, limitOf }: { moves: Moves; limitOf: (room: Room) => Minor },
): Minor {
  const limits = rooms.map((room) => larger(ZERO, smaller(room.room, limitOf(room))))
  const total = smaller(amount, sum(limits))
  if (total <= 0) return amount
  const parts = shares(total, limits)
  for (const [index, room] of rooms.entries()) move(room, parts[index] as Minor, moves)
  return minus(amount, total)
}

function move(room: Room, part: Minor, moves: Moves): void {
  if (part === 0) return
  moves.set(room.unit, plus(moves.get(room.unit) ?? ZERO, part))
  room.room = minus(room.room, part)
}

const allOf = ({ room }: Room) => room
const allButRounding = ({ unit, room }: Room) => (unit.kind === 'Rounding' ? ZERO : room)

/**
 * Moves an amount over everything that has room: all of it when the amount reaches for all, roundings in either direction
 * included; else in proportion, a rounding last. Answers what is left, and whether everything was moved.
 */
export function takeRest(amount: Minor, rooms: readonly Room[], moves: Moves): { left: Minor; isAll: boolean } {
  const rest = sum(rooms.map(allOf))
  if (amount < rest) {
    const left = spread(amount, rooms, { moves, limitOf: allButRounding })
    return { left: spread(left, rooms, { moves, limitOf: allOf }), isAll: false }
  }
  for (const room of rooms) move(room, room.room, moves)
  return { left: minus(amount, rest), isAll: true }
}
