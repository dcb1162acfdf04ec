import { type DomainError, invalid } from '@open-oms/contracts/errors'

/** How positions of a list are written as opaque texts that are safe in a URL. */
export type CursorFormat<Position> = {
  format(position: Position): string
  /**
   * Raises `ValidationFailed` for a text that `format` did not return; `field` names where it was,
   * `after` when absent.
   */
  parse(cursor: string, field?: string): Position
  /** The error for a cursor that was never issued. */
  refusal(field?: string): DomainError
}

export type CursorContent<Position> = {
  write(position: Position): string
  /** Null for a text that `write` did not return; may throw a SyntaxError. */
  read(text: string): Position | null
  /** Says what other texts are not, such as `is not the "next" of a list of runs`. */
  problem: string
}

const LENGTH_MAX = 10_000

export function cursorFormat<Position>({ write, read, problem }: CursorContent<Position>): CursorFormat<Position> {
  const format = (position: Position) => Buffer.from(write(position)).toString('base64url')
  const parse = (cursor: string): Position | null => {
    if (cursor.length > LENGTH_MAX) return null
    const position = read(Buffer.from(cursor, 'base64url').toString())
    // Other texts decode to the same bytes; only the issued one is a cursor.
    return position !== null && format(position) === cursor ? position : null
  }
  const refusal = (field = 'after') => invalid(field, problem)
  return {
    format,
    parse(cursor, field) {
      const position = withoutSyntaxError(() => parse(cursor))
      if (position === null) throw refusal(field)
      return position
    },
    refusal,
  }
}

function withoutSyntaxError<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** The elements of a JSON list; none for other JSON. Throws a SyntaxError for what is not JSON. */
export function parseJsonList(text: string): unknown[] {
  const parsed: unknown = JSON.parse(text)
  return Array.isArray(parsed) ? parsed : []
}

/** A text that PostgreSQL takes as the value of a column. */
export function isStorableText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0')
}
