import { type CursorFormat, cursorFormat, isStorableText, parseJsonList } from '@open-oms/service-kit/input/cursor'
import { isDay } from '../calendar/domain/posting-date.ts'

type Check = (value: unknown) => boolean

const INT_MAX = 2 ** 31 - 1

const isDayText: Check = (value) => typeof value === 'string' && isDay(value)
const isCount: Check = (value) => Number.isInteger(value) && Math.abs(value as number) <= INT_MAX

/** Ids are written in lower case. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether a value is a UUID as this service writes one. */
export function isUuid(value: unknown): boolean {
  return typeof value === 'string' && UUID.test(value)
}

/** What the columns of a position may hold. */
export const positionChecks = { day: isDayText, uuid: isUuid, text: isStorableText, count: isCount }

/** A search with its sort order, and the checks of the columns that make the position of a row. */
export type PositionKind = { name: string; checks: readonly Check[] }

/** The cursor of a search holds the columns of the last row (ledger.md#posting-search). */
export function positionCursor({ name, checks }: PositionKind): CursorFormat<unknown[]> {
  return cursorFormat({
    write: (values) => JSON.stringify([name, ...values]),
    read(text) {
      const [kind, ...values] = parseJsonList(text)
      const isOfKind = kind === name && values.length === checks.length
      return isOfKind && checks.every((check, index) => check(values[index])) ? values : null
    },
    problem: 'is not a position of this search',
  })
}
