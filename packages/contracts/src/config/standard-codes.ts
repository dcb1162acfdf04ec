import { FormatRegistry, Type } from '@sinclair/typebox'

// The platform knows what ISO 4217, BCP 47 and ISO 3166 know; only what it leaves out or has in
// addition is listed here.

// Funds codes and units of account, and the Venezuelan digital bolívar. `@open-oms/money` knows the
// same currencies.
const furtherCurrencies = 'BOV CHE CHW CLF COU MXV USN UYI UYW VED XUA'.split(' ')
const currencies: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('currency'), ...furtherCurrencies])

// Placeholders of the locale data that are no countries: unknown, outlying Oceania, pseudo-locales.
const noCountries: ReadonlySet<string> = new Set(['QO', 'XA', 'XB', 'ZZ'])

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

FormatRegistry.Set('currency', (value) => currencies.has(value))
FormatRegistry.Set('language', (value) => isKnown(languageNames, value))
FormatRegistry.Set('country', (value) => !noCountries.has(value) && isKnown(regionNames, value))

/** Whether the platform has a name for a code; it refuses codes that cannot be one by an error. */
function isKnown(names: Intl.DisplayNames, code: string): boolean {
  try {
    return names.of(code) !== undefined
  } catch {
    return false
  }
}

/** A currency of ISO 4217 in upper case, `NOK`. */
export function CurrencyCode(description: string) {
  return Type.String({ pattern: '^[A-Z]{3}$', format: 'currency', mustBe: 'a currency of ISO 4217, such as NOK', description })
}

/**
 * A language of BCP 47 with two or three letters, with or without a region or a script: `nb`,
 * `de-AT`, `ckb`.
 */
export function LanguageTag(description: string) {
  const mustBe = 'a language of BCP 47, such as nb or de-AT'
  return Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z]+)?$', format: 'language', mustBe, description })
}

/** A country of ISO 3166 with two letters in upper case, `NO`. */
export function CountryCode(description: string) {
  return Type.String({ pattern: '^[A-Z]{2}$', format: 'country', mustBe: 'a country of ISO 3166, such as NO', description })
}
