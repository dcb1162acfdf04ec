import type { PropertyKind } from '@oms/contracts/property-target'
import { currencyExponent, isCurrency } from '@oms/money/currency'
import { DateTime } from 'luxon'
import type { MappedColumn } from './mapping-file.ts'

/** A value, or why a text is none. */
export type Transformed = { value: unknown } | { reason: string }

/** Turns the text of a cell into the value of a property, and back. */
export type Transform = {
  /** Undefined for an empty cell that says nothing. */
  read(text: string): Transformed | undefined
  write(value: unknown): unknown
}

const refused = (reason: string): Transformed => ({ reason })

/** The transform of a column whose property is of a kind. */
export function transformOf(column: MappedColumn, kind: PropertyKind): Transform {
  const type = typeTransforms[column.type ?? kind](column)
  const meanings = new Map(Object.entries(column.values ?? {}).map(([from, to]) => [from.toLowerCase(), to]))
  const back = new Map(Object.entries(column.values ?? {}).map(([from, to]) => [to, from]))
  const meaningOf = (text: string): string | undefined =>
    column.values === undefined ? text : (meanings.get(text.toLowerCase()) ?? column.otherwise)
  return {
    read(cellText) {
      const trimmed = withoutApostrophe(cellText.trim())
      const text = trimmed === '' ? (column.whenEmpty ?? '') : trimmed
      if (text === '') return column.required === true ? refused('must not be empty') : undefined
      const meant = meaningOf(text)
      return meant === undefined ? refused(`has the text ${quoted(text)}, which \`values\` does not name`) : type.read(meant)
    },
    write(value) {
      if (value === undefined || value === null) return null
      const text = type.write(value)
      return back.get(String(text)) ?? text
    },
  }
}

type Type = { read(text: string): Transformed; write(value: unknown): unknown }

const NUMBER = /^[+-]?\d+(\.\d+)?$/
const spaces = /[\s\u00a0\u202f']/g

const typeTransforms: Record<NonNullable<MappedColumn['type']>, (column: MappedColumn) => Type> = {
  text: () => ({ read: (value) => ({ value }), write: (value) => value }),
  decimal: ({ decimalMark = '.' }) => ({
    read: (text) => readDecimal(text, decimalMark),
    write: (value) => (decimalMark === '.' ? value : String(value).replace('.', ',')),
  }),
  minorUnits: ({ currency = 'EUR' }) => ({
    read: (text) => readMinorUnits(text, currencyExponent(currency)),
    write: (value) => writeMinorUnits(Number(value), currencyExponent(currency)),
  }),
  date: ({ format, zone = 'utc' }) => ({
    read: (text) => readDate(text, { format, zone }),
    write: (value) => {
      const date = DateTime.fromISO(String(value), { zone })
      return format === undefined ? date.toUTC().toISO() : date.toFormat(format)
    },
  }),
  boolean: () => ({ read: readBoolean, write: (value) => value }),
  list: ({ separator = ',' }) => ({
    read: (text) => ({
      value: text
        .split(separator)
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    }),
    write: (value) => (value as unknown[]).join(separator),
  }),
  json: () => ({ read: readJson, write: (value) => JSON.stringify(value) }),
}

/**
 * A decimal as a JSON number; blanks and apostrophes between thousands are passed over, and so is
 * the mark that is not the decimal mark.
 */
export function readDecimal(text: string, decimalMark: '.' | ',' = '.'): Transformed {
  const thousands = decimalMark === ',' ? '.' : ','
  const plain = text.replaceAll(spaces, '')
  const grouped = plain.includes(thousands) && !isGrouped(plain, { thousands, decimalMark })
  const digits = plain.replaceAll(thousands, '').replace(decimalMark, '.')
  if (grouped || !NUMBER.test(digits)) return refused(`is no number with the decimal mark "${decimalMark}": ${quoted(text)}`)
  const value = Number(digits)
  return { value: value === 0 ? 0 : value }
}

/** Whether marks of thousands are where they belong: 1.234.567,89 and not 1.23. */
function isGrouped(text: string, { thousands, decimalMark }: { thousands: string; decimalMark: string }): boolean {
  const [whole = '', ...rest] = text.split(decimalMark)
  const [first = '', ...groups] = whole.replace(/^[+-]/, '').split(thousands)
  return (
    rest.every((part) => !part.includes(thousands)) &&
    first.length >= 1 &&
    first.length <= 3 &&
    groups.every((group) => group.length === 3)
  )
}

function readMinorUnits(text: string, exponent: number): Transformed {
  const plain = text.replaceAll(spaces, '')
  if (!/^[+-]?\d{1,18}$/.test(plain)) return refused(`is no whole number of minor units: ${quoted(text)}`)
  const digits = plain.replace(/^[+-]/, '').padStart(exponent + 1, '0')
  const whole = digits.slice(0, digits.length - exponent)
  const value = Number(exponent === 0 ? whole : `${whole}.${digits.slice(-exponent)}`)
  return { value: plain.startsWith('-') && value !== 0 ? -value : value }
}

function writeMinorUnits(value: number, exponent: number): string {
  return value
    .toFixed(exponent)
    .replace('.', '')
    .replace(/^(-?)0+(?=\d)/, '$1')
}

function readDate(text: string, { format, zone }: { format: string | undefined; zone: string }): Transformed {
  const date =
    format === undefined ? DateTime.fromISO(text.replace(' ', 'T'), { zone }) : DateTime.fromFormat(text, format, { zone })
  if (!date.isValid) return refused(`is no date${format === undefined ? '' : ` of the form "${format}"`}: ${quoted(text)}`)
  return { value: date.toUTC().toISO() }
}

const truths: Readonly<Record<string, boolean>> = { true: true, yes: true, '1': true, false: false, no: false, '0': false }

function readBoolean(text: string): Transformed {
  const value = truths[text.toLowerCase()]
  return value === undefined ? refused(`is neither true nor false: ${quoted(text)}`) : { value }
}

function readJson(text: string): Transformed {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return refused(`is no JSON: ${quoted(text)}`)
  }
}

/** Whether a code is a currency; the reason when it is none. */
export function currencyProblem(code: string): string | null {
  return isCurrency(code.toUpperCase()) ? null : `is no currency of ISO 4217: ${quoted(code)}`
}

/** Exports put an apostrophe before what a spreadsheet would run as a formula. */
function withoutApostrophe(text: string): string {
  return /^'[=+\-@\t\r\n]/.test(text) ? text.slice(1) : text
}

const QUOTED_MAX = 60
function quoted(text: string): string {
  return JSON.stringify(text.length > QUOTED_MAX ? `${text.slice(0, QUOTED_MAX)}…` : text)
}
