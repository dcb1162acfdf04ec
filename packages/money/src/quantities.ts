const SCALE = 1000

/** The sum of quantities, exact at their three decimals (money.md#amounts). */
export function sumOfQuantities(quantities: readonly number[]): number {
  return quantities.reduce((sum, quantity) => sum + Math.round(quantity * SCALE), 0) / SCALE
}

/** What is left of a quantity after others were taken from it. */
export function restOfQuantity(quantity: number, ...taken: readonly number[]): number {
  return (Math.round(quantity * SCALE) - Math.round(sumOfQuantities(taken) * SCALE)) / SCALE
}
