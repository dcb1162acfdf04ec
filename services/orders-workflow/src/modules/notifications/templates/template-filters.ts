import { invariant } from '@open-oms/contracts/errors'
import type { TemplateData } from '@open-oms/contracts/templates/template-data'
import type { Liquid } from 'liquidjs'

/**
 * How amounts, numbers and dates of a message are written: currency, locale and time zone of its
 * order.
 */
export type TemplateFormat = {
  money(amount: number): string
  amount(amount: number): string
  unitPrice(price: number): string
  quantity(quantity: number): string
  percent(rate: number): string
  /** The local day of an instant, ISO 8601. */
  day(instant: string): string
  time(instant: string): string
  dayAfter(instant: string, days: number): string
}

/** What a template is rendered with. */
export type TemplateInput = {
  data: TemplateData
  format: TemplateFormat
  /** The languages that templates are looked for in, the most special first. */
  languages: readonly string[]
}

/** The format beside the data: no variable that a template could name. */
const formats = new WeakMap<object, TemplateFormat>()

/** The variables of a template, by which its filters find the format. */
export function withFormat({ data, format }: Pick<TemplateInput, 'data' | 'format'>): object {
  formats.set(data, format)
  return data
}

type FilterContext = { context: { globals?: object } }

function formatIn({ context }: FilterContext): TemplateFormat {
  const format = formats.get(context.globals ?? {})
  invariant(format !== undefined, 'a template is rendered with its format')
  return format
}

type OwnFilter = (format: TemplateFormat, value: unknown, argument: unknown) => unknown

const LINES_MAX = 2_000
/** A year that no order has: adding more days is a slip. */
const DAYS_MAX = 36_500

const ownFilterOf: Readonly<Record<string, OwnFilter>> = {
  money: (format, value) => ofNumber(value, format.money),
  amount: (format, value) => ofNumber(value, format.amount),
  unit_price: (format, value) => ofNumber(value, format.unitPrice),
  quantity: (format, value) => ofNumber(value, format.quantity),
  percent: (format, value) => ofNumber(value, format.percent),
  day: (format, value) => ofInstant(value, format.day),
  time: (format, value) => ofInstant(value, format.time),
  add_days: (format, value, days) =>
    ofInstant(value, (instant) => {
      const count = Math.trunc(parseNumber(days))
      if (Math.abs(count) > DAYS_MAX) throw new Error(`${count} days are more than ${DAYS_MAX}`)
      return format.dayAfter(instant, count)
    }),
  property: (_format, value, key) => {
    if (!Array.isArray(value)) throw new Error('property is for a list of properties')
    return value.find((property) => property?.key === key)?.value ?? ''
  },
  lines: (_format, value) => (value == null ? [] : String(value).split('\n', LINES_MAX)),
}

/** The names of the filters that are not Liquid's; the reference has the same. */
export const ownFilterNames = Object.keys(ownFilterOf)

/** Adds the filters that know currency, locale and time zone (templates.md#filters). */
export function addOwnFilters(engine: Liquid): void {
  for (const [name, filter] of Object.entries(ownFilterOf))
    engine.registerFilter(name, function (this: FilterContext, value: unknown, argument: unknown) {
      return filter(formatIn(this), value, argument)
    } as never)
}

/** `Date.parse` alone takes `C-1001` for a date. */
const ISO_DATE = /^\d{4}-\d{2}-\d{2}(T|$)/

/** Nothing for null: an amount or a date that an order does not have. */
function ofNumber(value: unknown, write: (value: number) => string): string {
  return value == null || value === '' ? '' : write(parseNumber(value))
}

/** The value is not named: it may be of a customer, and errors are logged. */
function parseNumber(value: unknown): number {
  const number = typeof value === 'number' ? value : Number(value)
  if (!Number.isFinite(number)) throw new Error('the value is not a number')
  return number
}

function ofInstant(value: unknown, write: (instant: string) => string): string {
  if (value == null || value === '') return ''
  if (typeof value !== 'string' || !ISO_DATE.test(value) || Number.isNaN(Date.parse(value)))
    throw new Error('the value is not a date')
  return write(value)
}
