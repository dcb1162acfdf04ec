import { invalid } from '@oms/contracts/errors'
import { isUuid } from '@oms/contracts/uuid'

/** The position of a run in the order of runs: when it began, ISO 8601 UTC, and its id. */
export type RunPosition = { started: string; id: string }

const CURSOR = /^(\d{1,15})\.([0-9a-f-]{36})$/
/** The last moment that both JavaScript and a year of four digits know. */
const TIME_MAX = Date.UTC(9999, 11, 31)

/** A position as an opaque cursor that is safe in a URL. */
export function formatRunCursor({ started, id }: RunPosition): string {
  return Buffer.from(`${Date.parse(started)}.${id}`).toString('base64url')
}

/**
 * The position of a cursor. Raises `ValidationFailed` for what `formatRunCursor` did not return.
 */
export function parseRunCursor(cursor: string): RunPosition {
  const [, time = '', id = ''] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!isUuid(id) || Number(time) > TIME_MAX) throw invalid('after', 'is not the `next` of a search for runs')
  const position = { started: new Date(Number(time)).toISOString(), id }
  if (formatRunCursor(position) !== cursor) throw invalid('after', 'is not the `next` of a search for runs')
  return position
}
