/**
 * An amount in units of `10^-decimals`, exactly; null when it has more decimals than that, so that
 * nothing is ever rounded.
 */
export function toMinorUnits(amount: number, decimals: number): number | null {
  // The decimal text is scaled, not the binary number: 1.1 * 100 is not 110.
  const units = Number(`${amount}e${decimals}`)
  return Number.isSafeInteger(units) ? units : null
}

/** The amount of so many units of `10^-decimals`. */
export function fromMinorUnits(units: number, decimals: number): number {
  return Number(`${units}e-${decimals}`)
}
