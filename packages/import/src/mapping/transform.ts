import type { PropertyKind } from '@open-oms/contracts/model/property-target'
import { currencyExponent, isCurrency } from '@open-oms/money/currency'
import { DateTime } from 'luxon'
import { quoted, type Refusal, refused } from '../reading/reasons.ts'
import { isCodePath, withGuard, withoutGuard } from './guards.ts'
import type { MappedColumn } from './mapping-file.ts'
import { type DecimalMark, type NumberStyle, readDecimal, readMinorUnits, type TransformResult, writeDecimal } from './numbers.ts'

/** Turns the text of a cell into the value of a property, and back. */
export type Transform = {
  /**
   * Undefined for an empty cell that says nothing. `delimiter` is that of the file. Blanks around a
   * text belong to it where the cell has quotes.
   */
  read(cell: { text: string; isQuoted: boolean }, delimiter: string): TransformResult | undefined
  /** Null for nothing; texts with the guard that `read` removes. */
  write(value: unknown): string | null
}

/** The transform of a column whose property is of a kind; `mark` is that of the file. */
export function columnTransform(column: MappedColumn, kind: PropertyKind, mark?: DecimalMark): Transform {
  const type = typeTransforms[column.type ?? kind](column, mark)
  const meanings = new Map(Object.entries(column.values ?? {}).map(([from, to]) => [from.toLowerCase(), to]))
  const back = new Map(Object.entries(column.values ?? {}).map(([from, to]) => [to, from]))
  const isCode = isCodePath(column.path)
  const isText = (column.type ?? kind) === 'text' && column.values === undefined
  const translateValue = (text: string): string | undefined =>
    column.values === undefined ? text : (meanings.get(text.toLowerCase()) ?? column.otherwise)
  return {
    read(cell, delimiter) {
      const trimmed = cell.text.trim()
      const stated = withoutGuard(isText && cell.isQuoted ? cell.text : trimmed, isCode)
      const text = trimmed === '' ? (column.whenEmpty ?? '') : stated
      if (text === '') return column.required === true ? refused('required') : undefined
      const meant = translateValue(text)
      return meant === undefined ? refused('unknownText', { text: quoted(text) }) : type.read(meant, delimiter)
    },
    write(value) {
      if (value === undefined || value === null) return null
      const text = type.write(value)
      const theirs = back.get(text) ?? text
      return type.isNumber === true ? theirs : withGuard(theirs, isCode)
    },
  }
}

type Type = {
  read(text: string, delimiter: string): TransformResult
  write(value: unknown): string
  /** Spreadsheets are to take it as a number, also below zero. */
  isNumber?: true
}

const typeTransforms: Record<NonNullable<MappedColumn['type']>, (column: MappedColumn, mark: DecimalMark | undefined) => Type> = {
  text: () => ({ read: (value) => ({ value }), write: String }),
  decimal: ({ decimalMark }, mark) => {
    const stated = decimalMark ?? mark
    const style: Omit<NumberStyle, 'delimiter'> = { mark: stated ?? '.', isStated: stated !== undefined }
    return {
      read: (text, delimiter) => readDecimal(text, { ...style, delimiter }),
      write: (value) => writeDecimal(value, style.mark),
      isNumber: true,
    }
  },
  minorUnits: ({ currency = 'EUR' }) => ({
    read: (text) => readMinorUnits(text, currencyExponent(currency)),
    write: (value) => writeMinorUnits(Number(value), currencyExponent(currency)),
    isNumber: true,
  }),
  date: ({ format, zone = 'utc' }) => ({
    read: (text) => readDate(text, { format, zone }),
    write: (value) => {
      const date = DateTime.fromISO(String(value), { zone })
      return (format === undefined ? date.toUTC().toISO() : date.toFormat(format)) ?? ''
    },
  }),
  boolean: () => ({ read: readBoolean, write: String }),
  list: ({ separator = ',' }) => ({
    read: (text) => readList(text, separator),
    write: (value) => writeList(value as string[], separator),
  }),
  json: () => ({ read: readJson, write: (value) => JSON.stringify(value) }),
}

function writeMinorUnits(value: number, exponent: number): string {
  return value
    .toFixed(exponent)
    .replace('.', '')
    .replace(/^(-?)0+(?=\d)/, '$1')
}

function readDate(text: string, { format, zone }: { format: string | undefined; zone: string }): TransformResult {
  const date =
    format === undefined ? DateTime.fromISO(text.replace(' ', 'T'), { zone }) : DateTime.fromFormat(text, format, { zone })
  if (date.isValid) return { value: date.toUTC().toISO() }
  return format === undefined
    ? refused('notDate', { text: quoted(text) })
    : refused('notDateLike', { format, text: quoted(text) })
}

const truths: Readonly<Record<string, boolean>> = { true: true, yes: true, '1': true, false: false, no: false, '0': false }

function readBoolean(text: string): TransformResult {
  const value = truths[text.toLowerCase()]
  return value === undefined ? refused('notBoolean', { text: quoted(text) }) : { value }
}

/** Lists of texts that have the separator or blanks around them are JSON. */
function readList(text: string, separator: string): TransformResult {
  if (text.startsWith('[')) {
    const read = readJson(text)
    if ('value' in read && Array.isArray(read.value)) return read
  }
  const parts = text.split(separator).map((part) => part.trim())
  return { value: parts.filter((part) => part !== '') }
}

function writeList(values: readonly string[], separator: string): string {
  const isPlain = (value: string) => value !== '' && value.trim() === value && !value.includes(separator)
  const text = values.join(separator)
  return values.every(isPlain) && !text.startsWith('[') ? text : JSON.stringify(values)
}

function readJson(text: string): TransformResult {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return refused('notJson', { detail: (error as Error).message })
  }
}

/** Why a code is not a currency; null when it is one. */
export function currencyProblem(code: string): Refusal | null {
  return isCurrency(code.toUpperCase()) ? null : refused('notCurrency', { text: quoted(code) })
}
