import { larger, type Minor, minus, plus, smaller, sum, ZERO } from './minor.ts'
import { shares } from './shares.ts'

/** Something with what can still move of it; a rounding in the customer's favour is negative. */
export type OpenAmount<T> = { of: T; open: Minor }
/** Which amount moves of what. */
export type Moves<T> = Map<T, Minor>

/**
 * Moves an amount over open amounts in proportion, by largest remainder, and reduces them. Returns
 * what is left of the amount.
 */
export function spread<T>(
  amount: Minor,
  openAmounts: readonly OpenAmount<T>[],
  { moves, limitOf }: { moves: Moves<T>; limitOf(openAmount: OpenAmount<T>): Minor },
): Minor {
  const limits = openAmounts.map((one) => larger(ZERO, smaller(one.open, limitOf(one))))
  const total = smaller(amount, sum(limits))
  if (total <= 0) return amount
  const parts = shares(total, limits)
  for (const [index, one] of openAmounts.entries()) move(one, parts[index] as Minor, moves)
  return minus(amount, total)
}

/** Moves a part of an open amount, and reduces it. */
export function move<T>(openAmount: OpenAmount<T>, part: Minor, moves: Moves<T>): void {
  if (part === 0) return
  moves.set(openAmount.of, plus(moves.get(openAmount.of) ?? ZERO, part))
  openAmount.open = minus(openAmount.open, part)
}
