import { amountText } from '@oms/money/amount-text'

/** How amounts, quantities and times are written; all of them by the locale of the person. */
export type Format = {
  /**
   * An amount with its currency, in the decimals of the currency (money.md#rounding); without one
   * when none is known. Null is a dash.
   */
  money(amount: number | null, currency: string | null): string
  /** As `money`, with up to four decimals: as a unit price is stored. */
  unitPrice(price: number | null, currency: string | null): string
  /**
   * A number of units, which may be a part of one: at most six decimals, none that are not needed.
   */
  quantity(units: number | null): string
  /** A whole number. */
  count(value: number): string
  /** Day and time of day of an ISO time. Null is a dash. */
  time(at: string | null): string
  /** As `time`, with seconds: for what happens soon after another thing. */
  moment(at: string | null): string
  /** The day of an ISO time. Null is a dash. */
  day(at: string | null): string
}

const NONE = '–'
const UNIT_PRICE_DECIMALS = 4

/** The ways to write of a locale, with times as they are in a time zone. */
export function createFormat(locale: string, timeZone: string): Format {
  const units = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 })
  const money = amountText(locale)
  const unitPrice = amountText(locale, UNIT_PRICE_DECIMALS)
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone })
  return {
    money: (amount, currency) => (amount === null ? NONE : money(amount, currency)),
    unitPrice: (price, currency) => (price === null ? NONE : unitPrice(price, currency)),
    quantity: (value) => (value === null ? NONE : units.format(value)),
    count: (value) => units.format(value),
    time: (at) => written(time, at),
    moment: (at) => written(moment, at),
    day: (at) => written(day, at),
  }
}

function written(format: Intl.DateTimeFormat, at: string | null): string {
  const date = at === null ? null : new Date(at)
  return date === null || Number.isNaN(date.getTime()) ? NONE : format.format(date)
}
