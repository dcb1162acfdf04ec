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

/** What keyboards, phones and word processors write for an apostrophe. */
const APOSTROPHES = '\u2018\u2019\u02bc`'
const APOSTROPHE = new RegExp(`['${APOSTROPHES}]`, 'g')

/**
 * The condition that a search text has a folded text as a part of a value, apostrophes in any
 * spelling; `parameter` takes a value and returns its place in the statement. By index wherever
 * three letters or digits follow one another, or one ideograph is there.
 */
export function partCondition(column: string, part: string, parameter: (value: unknown) => string): string {
  if (part.search(APOSTROPHE) >= 0) return apostropheCondition(column, part, parameter)
  if (INDEXED.test(part)) return `${column} like ${parameter(partPattern(part))}`
  const keys = part
    .split(' ')
    .map(indexKey)
    .filter((key) => INDEXED.test(key))
  if (keys.length === 0) return `(${column} || '') like ${parameter(partPattern(part))}`
  const found = keys.map((key) => `${column} like ${parameter(partPattern(key))}`)
  return `(${[...found, `strpos(${column}, ${parameter(part)}) > 0`].join(' and ')})`
}

/** The index finds the letters around an apostrophe; which one it is, is compared without it. */
function apostropheCondition(column: string, part: string, parameter: (value: unknown) => string): string {
  const isPart = containsCondition(column, part, parameter)
  if (!INDEXED.test(part)) return isPart
  return `(${column} like ${parameter(partPattern(part).replaceAll(APOSTROPHE, '_'))} and ${isPart})`
}

/**
 * The condition that a folded value has a folded text as a part, apostrophes in any spelling; for
 * columns without an index of their words.
 */
export function containsCondition(column: string, part: string, parameter: (value: unknown) => string): string {
  if (part.search(APOSTROPHE) < 0) return `${column} like ${parameter(partPattern(part))}`
  const plain = `translate(${column}, '${APOSTROPHES}', repeat('''', ${APOSTROPHES.length}))`
  return `${plain} like ${parameter(partPattern(part.replaceAll(APOSTROPHE, "'")))}`
}

/** A pattern of LIKE for texts that contain this one. */
export function partPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
