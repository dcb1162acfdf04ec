import type { Report, ReportColumn } from '@open-oms/contracts/reports/report'

/**
 * A report on the reporting views (docs/reference/reporting-views.md). `sql` is one SELECT whose
 * columns are `columns` in their order. It has these values:
 *
 * - `:from` and `:to`, the moments at which the period begins and has ended
 * - `:first_day` and `:last_day`, its days
 * - `:zone`, the time zone whose days they are
 * - `:stores`, the stores that are wanted; null is all
 *
 * and those that its service adds.
 */
export type ReportDefinition = Pick<Report, 'name' | 'label' | 'description'> & {
  columns: readonly ReportColumn[]
  sql: string
}

/** What a report is run with. */
export type ReportValues = {
  /** The first and the last day, such as `2026-01-31`. */
  from: string
  to: string
  zone: string
  /** Null: all. */
  stores: readonly string[] | null
  /** Those of the service by their names. */
  further: Readonly<Record<string, unknown>>
}

/** A value that reports of a service have besides. */
export type FurtherValue = {
  /** As PostgreSQL calls it, such as `text[]`. */
  type: string
  /** Whether it limits a report to stores. */
  isOfStores: boolean
  /** The value for the stores that are wanted; null is all. */
  value: (stores: readonly string[] | null) => unknown
}
export type FurtherValues = Readonly<Record<string, FurtherValue>>

const day = (name: 'from' | 'to') => (parameter: (name: string) => string) => `${parameter(name)}::date`

const placeholders: Readonly<Record<string, (parameter: (name: string) => string) => string>> = {
  from: (parameter) => `(${parameter('from')}::date::timestamp at time zone ${parameter('zone')}::text)`,
  to: (parameter) => `((${parameter('to')}::date + 1)::timestamp at time zone ${parameter('zone')}::text)`,
  first_day: day('from'),
  last_day: day('to'),
  zone: (parameter) => `${parameter('zone')}::text`,
  stores: (parameter) => `${parameter('stores')}::text[]`,
}

const PLACEHOLDER = /(?<!:):([a-z_]+)\b/g

/** The names of the values that the SQL of a report asks for, each once. */
export function valuesOfReport(sql: string): string[] {
  return [...new Set([...sql.matchAll(PLACEHOLDER)].map(([, name = '']) => name))]
}

/** Of these names, those that reports do not have; `further` are those of a service. */
export function unknownValues(sql: string, further: readonly string[]): string[] {
  return valuesOfReport(sql).filter((name) => !Object.hasOwn(placeholders, name) && !further.includes(name))
}

/** The SQL with numbered parameters, and their values. */
export function bindReport(
  sql: string,
  { further: furtherValues, ...values }: ReportValues,
  further: FurtherValues,
): { text: string; values: unknown[] } {
  const names: string[] = []
  const parameter = (name: string) => {
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  }
  const text = sql.replaceAll(PLACEHOLDER, (found, name: string) => {
    const own = further[name]
    return own === undefined ? (placeholders[name]?.(parameter) ?? found) : `${parameter(name)}::${own.type}`
  })
  const all: Readonly<Record<string, unknown>> = { ...furtherValues, ...values }
  return { text, values: names.map((name) => all[name]) }
}

/** Whether a report can be limited to stores, by them or by their warehouses. */
export function isOfStores({ sql }: Pick<ReportDefinition, 'sql'>, further: FurtherValues): boolean {
  return valuesOfReport(sql).some((name) => name === 'stores' || further[name]?.isOfStores === true)
}

const ofPeriod: readonly string[] = ['from', 'to', 'first_day', 'last_day']

/** The report as clients see it. */
export function describeReport(definition: ReportDefinition, further: FurtherValues): Report {
  const { name, label, description, columns, sql } = definition
  const hasPeriod = valuesOfReport(sql).some((value) => ofPeriod.includes(value))
  return { name, label, description, columns: [...columns], hasPeriod, hasStores: isOfStores(definition, further) }
}
