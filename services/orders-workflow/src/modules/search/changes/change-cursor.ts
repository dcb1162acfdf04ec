import { type DomainError, invalid } from '@oms/contracts/errors'

/** The refusal of a cursor that was never handed out; `field` names where it was. */
export function unknownCursor(field: string): DomainError {
  return invalid(field, 'is not a cursor of this feed')
}

/** The cursor of a position of the feed of changes. */
export function formatChangeCursor(position: number): string {
  return Buffer.from(`changes:${position}`).toString('base64url')
}

/** The position of a cursor. Raises `ValidationFailed` for a text that is none. */
export function parseChangeCursor(cursor: string, field: string): number {
  const [, digits] = /^changes:(0|[1-9]\d{0,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  const position = Number(digits)
  // Other texts decode to the same bytes; only the issued one is a cursor.
  if (!Number.isSafeInteger(position) || formatChangeCursor(position) !== cursor) throw unknownCursor(field)
  return position
}
