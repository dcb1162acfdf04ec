const DIGITS = 18

/**
 * A serial shipping container code (GS1 General Specifications): the extension digit, the company
 * prefix of GS1, a serial number that fills up to 17 digits, and the check digit. Null when the
 * serial number has too many digits for the prefix.
 */
export function ssccFor(
  serial: number,
  { companyPrefix, extension = 0 }: { companyPrefix: string; extension?: number },
): string | null {
  const room = DIGITS - 2 - companyPrefix.length
  const number = String(serial).padStart(room, '0')
  if (number.length > room) return null
  const digits = `${extension}${companyPrefix}${number}`
  return digits + checkDigit(digits)
}

/** The check digit of GS1: the digits from the right count three times and once, in turns. */
export function checkDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10
}
