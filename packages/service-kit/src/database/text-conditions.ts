import { indexKey } from '@open-oms/contracts/text/search-text'

/**
 * The condition that a search text was written by an earlier version. An index of each table with
 * such texts has it.
 */
export function hasEarlierForm(column: string): string {
  return `left(${column}, 1) <> E'\\x02'`
}

/** The index has triples of letters and digits; for a text without one all of it would be read. */
const INDEXED = /[a-z0-9]{3}/i

/**
 * The condition that a search text has a folded text as a part of a value; `parameter` takes a
 * value and returns its place in the statement. By index wherever three letters or digits follow
 * one another, or one ideograph is there.
 */
export function partCondition(column: string, part: string, parameter: (value: unknown) => string): string {
  if (INDEXED.test(part)) return `${column} like ${parameter(partPattern(part))}`
  const keys = part
    .split(' ')
    .map(indexKey)
    .filter((key) => INDEXED.test(key))
  if (keys.length === 0) return `(${column} || '') like ${parameter(partPattern(part))}`
  const found = keys.map((key) => `${column} like ${parameter(partPattern(key))}`)
  return `(${[...found, `strpos(${column}, ${parameter(part)}) > 0`].join(' and ')})`
}

/** A pattern of LIKE for texts that contain this one. */
export function partPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
