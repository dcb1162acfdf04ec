/** What is wrong with a part of a file. */
export type Problem = {
  /** From 1; the item's number in a JSON list. */
  line: number
  /**
   * The heading of the column; null where the file has none or the reason is about the whole
   * record.
   */
  column: string | null
  /** The property path that the reason is about; empty for the whole item. */
  path: string
  reason: string
}

/** An order, product, stock level or customer of a file, as far as it could be read. */
export type ReadItem = {
  /** The line on which it begins. */
  line: number
  /** In the shape of the API; null when problems keep it from being made. */
  item: Record<string, unknown> | null
  problems: Problem[]
  /** Finds where in the file a property came from. */
  origin: Origin
}

/** Where the properties of an item are in the file. */
export type Origin = {
  line: number
  /** The list that has one item for each row of the file, and the lines of these rows. */
  spread?: { path: string; lines: readonly number[] }
  /**
   * Headings by property path; the positions in lists that each row adds to are left out:
   * `lineItems[].code`.
   */
  columns?: ReadonlyMap<string, string>
}

/** The problem of a property path, with its line and column. */
export function problemAt(origin: Origin, path: string, reason: string): Problem {
  const { spread } = origin
  if (spread === undefined || !path.startsWith(`${spread.path}[`))
    return { line: origin.line, column: columnOf(origin, path), path, reason }
  const position = Number.parseInt(path.slice(spread.path.length + 1), 10)
  const general = `${spread.path}[]${path.slice(path.indexOf(']', spread.path.length) + 1)}`
  return { line: spread.lines[position] ?? origin.line, column: columnOf(origin, general), path, reason }
}

function columnOf({ columns }: Origin, path: string): string | null {
  return columns?.get(path) ?? null
}
