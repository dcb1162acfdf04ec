import type { Market } from '@open-oms/contracts/config/markets'
import { languageForTag } from '@open-oms/contracts/language'
import { type Minor, toAmount } from '@open-oms/money/minor'

/** Formats numbers and dates of a document, in the language and country of the market. */
export type DocumentFormat = {
  /** An amount without its currency, in the decimals of the currency. */
  amount(minor: Minor): string
  /** An amount with its currency. */
  money(minor: Minor): string
  /**
   * A unit price: at least the decimals of the currency, at most the four that are stored
   * (money.md#rounding).
   */
  unitPrice(price: number): string
  quantity(quantity: number): string
  percent(rate: number): string
  /** The local day of an instant. */
  day(instant: string): string
  /** The local time of day of an instant. */
  time(instant: string): string
  /** The local day some days later. */
  dayAfter(instant: string, days: number): string
}

type Terms = { market: Pick<Market, 'language' | 'country'>; currency: string; exponent: number; timeZone: string }

const UNIT_PRICE_DECIMALS = 4
const QUANTITY_DECIMALS = 3
const PERCENT = 100

/** The locale of numbers and dates: the language of the words, with the country's conventions. */
export function documentLocale({ language, country }: Pick<Market, 'language' | 'country'>): string {
  const region = /-([A-Za-z]{2})$/.exec(language)?.[1] ?? country
  return `${languageForTag(language)}-${region}`
}

/** More than a tenant has markets, currencies and time zones together. */
const FORMATS_MAX = 100
const formats = new Map<string, DocumentFormat>()

/**
 * Making a format takes longer than what a document or a message writes with it, so that it is
 * kept.
 */
export function documentFormat({ market, ...terms }: Terms): DocumentFormat {
  const locale = documentLocale(market)
  const key = JSON.stringify([locale, terms])
  const known = formats.get(key)
  if (known !== undefined) return known
  if (formats.size === FORMATS_MAX) formats.clear()
  const made = createDocumentFormat(locale, terms)
  formats.set(key, made)
  return made
}

function createDocumentFormat(locale: string, { currency, exponent, timeZone }: Omit<Terms, 'market'>): DocumentFormat {
  const decimals = { minimumFractionDigits: exponent, maximumFractionDigits: exponent }
  const amount = new Intl.NumberFormat(locale, decimals)
  const money = moneyFormat(locale, currency, decimals)
  const price = new Intl.NumberFormat(locale, { ...decimals, maximumFractionDigits: UNIT_PRICE_DECIMALS })
  const quantity = new Intl.NumberFormat(locale, { maximumFractionDigits: QUANTITY_DECIMALS })
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone })
  const numbers = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' })
  const utcDay = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return {
    amount: (minor) => amount.format(toAmount(minor, exponent)),
    money: (minor) => money(toAmount(minor, exponent)),
    unitPrice: (value) => price.format(value),
    quantity: (value) => quantity.format(value),
    percent: (rate) => percent.format(rate / PERCENT),
    day: (instant) => day.format(new Date(instant)),
    time: (instant) => time.format(new Date(instant)),
    dayAfter: (instant, days) => utcDay.format(calendarDay(numbers.formatToParts(new Date(instant)), days)),
  }
}

/** The code is beside the number where the platform does not know the currency. */
function moneyFormat(locale: string, currency: string, decimals: Intl.NumberFormatOptions): (value: number) => string {
  if (!/^[A-Za-z]{3}$/.test(currency)) {
    const plain = new Intl.NumberFormat(locale, decimals)
    return (value) => `${plain.format(value)} ${currency}`
  }
  const format = new Intl.NumberFormat(locale, { ...decimals, style: 'currency', currency })
  return (value) => format.format(value)
}

/** Calendar days: adding hours would be wrong when the clocks change. */
function calendarDay(parts: readonly Intl.DateTimeFormatPart[], days: number): Date {
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((found) => found.type === type)?.value)
  const day = new Date(0)
  day.setUTCFullYear(part('year'), part('month') - 1, part('day') + days)
  return day
}
