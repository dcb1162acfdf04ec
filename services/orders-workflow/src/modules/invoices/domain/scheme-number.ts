/** What the numbers of a scheme keep to, by its code (PEPPOL-COMMON-R041, R042, R049). */
const forms: Readonly<Record<string, (number: string) => boolean>> = {
  '0192': (number) => /^\d{9}$/.test(number) && isModulo11(number),
  '0184': (number) => /^(DK)?\d{8}$/.test(number),
  '0007': (number) => /^\d{10}$/.test(number) && isLuhn(number),
}

/**
 * Whether the number of an electronic address (`0192:999999999`) has the form and the check digit
 * of its scheme, for Norway, Denmark and Sweden; of other schemes any has.
 */
export function isSchemeNumber(address: string): boolean {
  const at = address.indexOf(':')
  return forms[address.slice(0, at)]?.(address.slice(at + 1)) ?? true
}

/** From the right the weights of modulo 11 are 2 to 7, again and again. */
const WEIGHTS = 6

function isModulo11(number: string): boolean {
  const digits = [...number].map(Number).toReversed()
  const sum = digits.slice(1).reduce((total, digit, index) => total + digit * ((index % WEIGHTS) + 2), 0)
  return Number(number) > 0 && (11 - (sum % 11)) % 11 === digits[0]
}

function isLuhn(number: string): boolean {
  const doubled = [...number].map((digit, index) => Number(digit) * (index % 2 === 0 ? 2 : 1))
  return doubled.reduce((total, value) => total + (value > 9 ? value - 9 : value), 0) % 10 === 0
}
