import { currencyExponent, EXPONENT_USUAL } from './currency.ts'

/** An amount with its currency, as people write it; without one when none is known. */
export type AmountText = (amount: number, currency: string | null) => string

/**
 * Writes amounts in a locale, with the code of their currency: `NOK 9,793.00` in `en-GB`. The
 * decimals are those of ISO 4217 (the locale data of platforms has none for currencies with coins
 * of little use, such as HUF), and up to `decimalsMax` where that is more.
 */
export function amountText(locale: string, decimalsMax = 0): AmountText {
  const formats = new Map<string | null, Intl.NumberFormat>()
  return (amount, currency) => {
    const format = formats.get(currency) ?? numberFormat(locale, currency, decimalsMax)
    formats.set(currency, format)
    return format.format(amount)
  }
}

function numberFormat(locale: string, currency: string | null, decimalsMax: number): Intl.NumberFormat {
  const exponent = currency === null ? EXPONENT_USUAL : currencyExponent(currency)
  const decimals = { minimumFractionDigits: exponent, maximumFractionDigits: Math.max(exponent, decimalsMax) }
  // Three letters are enough for Intl; other texts, which orders of old systems have, are no
  // currency to it.
  return currency !== null && /^[A-Za-z]{3}$/.test(currency)
    ? new Intl.NumberFormat(locale, { ...decimals, style: 'currency', currency, currencyDisplay: 'code' })
    : new Intl.NumberFormat(locale, decimals)
}
