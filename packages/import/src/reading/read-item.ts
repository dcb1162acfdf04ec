import type { Decimal } from '@open-oms/money/decimal'
import type { Reason, Refusal } from './reasons.ts'

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
  /** The reason by its name; null for one of the API. */
  named: Reason | null
}

/** An item of a file, in the shape of the API. */
export type Item = Record<string, unknown>

/** An order, product, stock level or customer of a file, as far as it could be read. */
export type ReadItem = {
  /** The line on which it begins. */
  line: number
  /** What distinguishes it from others, as far as it could be read. */
  key: string | null
  /** In the shape of the API; null when problems keep it from being made. */
  item: Item | null
  problems: readonly Problem[]
  /** Finds where in the file a property came from. */
  origin: Origin
  /** What the rows of the file say, before they became an item. */
  rows: RowFacts
  /** The rows as they are in the file. */
  text: string
}

/** An item before its key was looked at; with problems it has what could be read. */
export type UnkeyedItem = Omit<ReadItem, 'key'>

/**
 * How many rows an item was read from, and the totals that they state: rows that repeat the one
 * before do not count.
 */
export type RowFacts = { count: number; totals: readonly Decimal[] }

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
export function problemAt(origin: Origin, path: string, why: Refusal): Problem {
  const { spread } = origin
  if (spread === undefined || !path.startsWith(`${spread.path}[`))
    return { line: origin.line, column: findColumn(origin, path), path, ...why }
  const position = Number.parseInt(path.slice(spread.path.length + 1), 10)
  const general = `${spread.path}[]${path.slice(path.indexOf(']', spread.path.length) + 1)}`
  return { line: spread.lines[position] ?? origin.line, column: findColumn(origin, general), path, ...why }
}

/** A reason in the words of the API. */
export function ofApi(reason: string): Refusal {
  return { reason, named: null }
}

function findColumn({ columns }: Origin, path: string): string | null {
  return columns?.get(path) ?? null
}
