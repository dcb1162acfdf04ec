import { larger, type Minor, minus, plus, smaller, sum, ZERO } from '@oms/money/minor'
import { shares } from '@oms/money/shares'

/** Something with what can still move of it; a rounding in the customer's favour is negative. */
export type Room<T> = { of: T; room: Minor }
/** Which amount moves of what. */
export type Moves<T> = Map<T, Minor>

/**
 * Moves an amount over rooms in proportion, by largest remainder, and shrinks the rooms. Returns
 * what is left of the amount.
 */
export function spread<T>(
  amount: Minor,
  rooms: readonly Room<T>[],
  { moves, limitOf }: { moves: Moves<T>; limitOf(room: Room<T>): Minor },
): Minor {
  const limits = rooms.map((room) => larger(ZERO, smaller(room.room, limitOf(room))))
  const total = smaller(amount, sum(limits))
  if (total <= 0) return amount
  const parts = shares(total, limits)
  for (const [index, room] of rooms.entries()) move(room, parts[index] as Minor, moves)
  return minus(amount, total)
}

/** Moves a part of a room, and shrinks it. */
export function move<T>(room: Room<T>, part: Minor, moves: Moves<T>): void {
  if (part === 0) return
  moves.set(room.of, plus(moves.get(room.of) ?? ZERO, part))
  room.room = minus(room.room, part)
}
