import { amountText } from '@open-oms/money/amount-text'

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
  /**
   * As `time`, as a person says it at a moment: `Today 16:03`, `Yesterday 16:03`, `22 Nov`, and
   * `22 Nov 2025` in another year.
   */
  when(at: string | null, now: Date): string
  /** For how long something has been so: minutes, hours or days. Null is a dash. */
  age(since: string | null, now: Date): string
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
    when: createWhen(locale, timeZone),
    age: createAge(locale),
    moment: (at) => written(moment, at),
    day: (at) => written(day, at),
  }
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

function createWhen(locale: string, timeZone: string): Format['when'] {
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone })
  const near = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone })
  const far = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone })
  const dayOf = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return (at, now) => {
    const date = at === null ? null : new Date(at)
    if (date === null || Number.isNaN(date.getTime())) return NONE
    const [day, today] = [dayOf.format(date), dayOf.format(now)]
    const days = Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS)
    if (days === 0 || days === -1) return `${capitalised(relative.format(days, 'day'), locale)} ${clock.format(date)}`
    return (day.slice(0, 4) === today.slice(0, 4) ? near : far).format(date)
  }
}

function createAge(locale: string): Format['age'] {
  const unitFormat = (unit: 'day' | 'hour' | 'minute') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 0 })
  const [days, hours, minutes] = [unitFormat('day'), unitFormat('hour'), unitFormat('minute')]
  return (since, now) => {
    const ms = since === null ? Number.NaN : Math.max(0, now.getTime() - Date.parse(since))
    if (Number.isNaN(ms)) return NONE
    if (ms >= DAY_MS) return days.format(Math.floor(ms / DAY_MS))
    return ms >= HOUR_MS ? hours.format(Math.floor(ms / HOUR_MS)) : minutes.format(Math.floor(ms / MINUTE_MS))
  }
}

function capitalised(text: string, locale: string): string {
  return text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1)
}

function written(format: Intl.DateTimeFormat, at: string | null): string {
  const date = at === null ? null : new Date(at)
  return date === null || Number.isNaN(date.getTime()) ? NONE : format.format(date)
}
