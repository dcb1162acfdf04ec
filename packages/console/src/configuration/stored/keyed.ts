/** A row of a form: its key stays whatever is typed in it. */
export type Keyed<Row> = Row & { key: string }

/** A row with a key of its own. */
export function keyed<Row extends object>(row: Row): Keyed<Row> {
  return { ...row, key: crypto.randomUUID() }
}
