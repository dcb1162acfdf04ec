/** How amounts, quantities and times are written; all of them by the locale of the person. */
export type Format = {
  /** An amount with its currency; without one when none is known. Null is a dash. */
  money(amount: number | null, currency: string | null): string
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

/** The ways to write of a locale, with times as they are in a time zone. */
export function formatOf(locale: string, timeZone: string): Format {
  const units = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 })
  const amounts = new Map<string | null, Intl.NumberFormat>()
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone })
  const amountFormat = (currency: string | null) => {
    const format = amounts.get(currency) ?? moneyFormat(locale, currency)
    amounts.set(currency, format)
    return format
  }
  return {
    money: (amount, currency) => (amount === null ? NONE : amountFormat(currency).format(amount)),
    quantity: (value) => (value === null ? NONE : units.format(value)),
    count: (value) => units.format(value),
    time: (at) => written(time, at),
    moment: (at) => written(moment, at),
    day: (at) => written(day, at),
  }
}

function moneyFormat(locale: string, currency: string | null): Intl.NumberFormat {
  // Three letters are enough for Intl; other texts, which orders of old systems have, are no
  // currency to it.
  return currency !== null && /^[A-Za-z]{3}$/.test(currency)
    ? new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'code' })
    : new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}

function written(format: Intl.DateTimeFormat, at: string | null): string {
  const date = at === null ? null : new Date(at)
  return date === null || Number.isNaN(date.getTime()) ? NONE : format.format(date)
}
