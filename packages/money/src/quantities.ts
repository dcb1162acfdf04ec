const SCALE = 1000

/** A quantity in thousandths, which sums and differences keep exact (money.md#amounts). */
export function toUnits(quantity: number): number {
  return Math.round(quantity * SCALE)
}

/** The quantity of so many thousandths. */
export function fromUnits(units: number): number {
  return units / SCALE
}

/**
 * Most of a SKU that a warehouse can hold, and that can be reserved of it, in thousandths
 * (money.md#amounts).
 */
export const UNITS_MAX = 999_999_999_999

/** The sum of quantities, exact at their three decimals (money.md#amounts). */
export function sumOfQuantities(quantities: readonly number[]): number {
  return fromUnits(quantities.reduce((sum, quantity) => sum + toUnits(quantity), 0))
}

/** What is left of a quantity after others were taken from it. */
export function restOfQuantity(quantity: number, ...taken: readonly number[]): number {
  return fromUnits(toUnits(quantity) - toUnits(sumOfQuantities(taken)))
}
