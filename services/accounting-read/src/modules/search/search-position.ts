import { invalid } from '@oms/contracts/errors'
import { isDay } from '../calendar/domain/posting-date.ts'

type Check = (value: unknown) => boolean

const INT_MAX = 2 ** 31 - 1

const isDayText: Check = (value) => typeof value === 'string' && isDay(value)
const isText: Check = (value) => typeof value === 'string' && !value.includes('\0')
const isCount: Check = (value) => Number.isInteger(value) && Math.abs(value as number) <= INT_MAX

/** Ids are written in lower case. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether a value is a UUID as this service writes one. */
export function isUuid(value: unknown): boolean {
  return typeof value === 'string' && UUID.test(value)
}

/** What the columns of a position may hold. */
export const positionChecks = { day: isDayText, uuid: isUuid, text: isText, count: isCount }

/** A search with its sort order, and the checks of the columns that make the position of a row. */
export type PositionKind = { name: string; checks: readonly Check[] }

/** The opaque text with which a search continues after a row (ledger.md#posting-search). */
export function writePosition(kind: PositionKind, values: readonly unknown[]): string {
  return Buffer.from(JSON.stringify([kind.name, ...values])).toString('base64url')
}

/**
 * Reads a position. Raises `ValidationFailed` for one that is not of this search and sort order.
 */
export function readPosition(kind: PositionKind, text: string): unknown[] {
  const values = parsed(Buffer.from(text, 'base64url').toString('utf8'))
  const isOfKind = Array.isArray(values) && values[0] === kind.name && values.length === kind.checks.length + 1
  if (!isOfKind || !kind.checks.every((check, index) => check(values[index + 1]))) {
    throw invalid('after', 'is not a position of this search')
  }
  return values.slice(1)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // What is not JSON is not a position.
    return undefined
  }
}
