import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** What a text says as a phone number. */
export type PhoneCandidates = {
  /** In E.164, such as `+4790011222`; empty when it can be none. */
  numbers: readonly string[]
  /** Whether it has the prefix of a country, or is a valid number of the one that is asked. */
  isCertain: boolean
}

/** Orders are written several times, and reading a number takes a tenth of a millisecond. */
const readings = new Map<string, PhoneCandidates>()
const READINGS_MAX = 10_000

/**
 * The phone numbers that a text says (search.md#phone-numbers). Without the prefix of a country it
 * is read for a person in `country`, an ISO 3166 code. Digits that are valid both with and without
 * a prefix are two numbers; only one of them is meant.
 */
export function readPhone(text: string, country: string): PhoneCandidates {
  const key = `${country}:${text}`
  const known = readings.get(key)
  if (known !== undefined) return known
  if (readings.size >= READINGS_MAX) readings.clear()
  const reading = newReading(withAsciiDigits(text).trim(), country as CountryCode)
  readings.set(key, reading)
  return reading
}

const INTERNATIONAL_ACCESS = /^\(?00/

function newReading(text: string, country: CountryCode): PhoneCandidates {
  const national = parsePhoneNumberFromString(text, country)
  const isValid = national?.isValid() === true
  if (text.includes('+')) return toPhoneCandidates([national?.isPossible() === true && national.number], true)
  // 00 is dialled for other countries nearly everywhere, and understood where it is not.
  const other = parsePhoneNumberFromString(`+${text.replace(INTERNATIONAL_ACCESS, '').replaceAll(/\D/g, '')}`)
  if (INTERNATIONAL_ACCESS.test(text))
    return toPhoneCandidates([isValid ? national.number : other?.isPossible() === true && other.number], true)
  const valid = toPhoneCandidates([isValid && national.number, other?.isValid() === true && other.number], isValid)
  return valid.numbers.length > 0 ? valid : toPhoneCandidates([national?.isPossible() === true && national.number], false)
}

function toPhoneCandidates(found: readonly (string | false)[], isCertain: boolean): PhoneCandidates {
  const numbers = [...new Set(found.filter((number) => number !== false))]
  return { numbers, isCertain: isCertain && numbers.length > 0 }
}

/** The digits of a text of any script, such as Thai or Bengali, as ASCII. */
export function phoneDigits(text: string): string {
  return withAsciiDigits(text).replaceAll(/\D/g, '')
}

/** The text in NFKC, with the digits of all scripts as ASCII: the library knows a few scripts. */
function withAsciiDigits(text: string): string {
  return text.normalize('NFKC').replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => String(valueOfDigit(digit.codePointAt(0) as number)))
}

/** Unicode has the decimal digits of each script in a row, from 0 to 9. */
function valueOfDigit(code: number): number {
  let first = code
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--
  return (code - first) % 10
}

/** The texts of a field of phone numbers: the library would take a second one for an extension. */
export function phonesIn(field: string | null): string[] {
  return (field ?? '').split(/[,;]/).filter((text) => text.trim() !== '')
}
