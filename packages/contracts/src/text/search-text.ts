import { invalid } from '../errors.ts'
import { folded } from './folded-text.ts'

/**
 * Begins every search text. Rows without it were written by an earlier version, and are folded
 * again.
 */
export const SEARCH_TEXT_FORM = '\u0002'

/** Longest part of one value that is searched, in UTF-16 units. */
export const SEARCHED_VALUE_MAX = 500

const OTHER_THAN_ASCII = /[^\0-\x7f]/

/**
 * The text in which free text is looked up (search.md#folded-texts): a folded line for each
 * different value. The words of other letters than ASCII follow in Latin letters, for the index:
 * pg_trgm finds only the letters that the locale of the database has (ADR 103). Values that would
 * make it longer than `lengthMax` are left out.
 */
export function searchText(values: Iterable<string | null>, lengthMax: number): string {
  const lines = new Set<string>()
  const keys = new Set<string>()
  let length = SEARCH_TEXT_FORM.length
  for (const value of values) {
    const line = value ? searchedValue(value) : ''
    if (line === '' || lines.has(line)) continue
    const own = OTHER_THAN_ASCII.test(line)
      ? line
          .split(' ')
          .filter((word) => OTHER_THAN_ASCII.test(word))
          .map(indexKey)
      : []
    const added = [line, ...own.filter((key) => !keys.has(key))].reduce((sum, text) => sum + text.length + 1, 0)
    if (length + added > lengthMax) continue
    length += added
    lines.add(line)
    for (const key of own) keys.add(key)
  }
  return SEARCH_TEXT_FORM + [...lines, ...keys].join('\n')
}

/** As much of a value as searches compare, folded. */
export function searchedValue(value: string): string {
  return cut(folded(cut(value, SEARCHED_VALUE_MAX)), SEARCHED_VALUE_MAX)
}

/** The first characters of a text, without half of a pair at the end. */
export function cut(text: string, lengthMax: number): string {
  return text.length <= lengthMax ? text : text.slice(0, lengthMax).toWellFormed()
}

/** Where the scripts begin whose single characters are words. */
const IDEOGRAPHS = 0x2e80
const LETTERS = 26

/**
 * A word in upper-case Latin letters, which no folded text has: a letter for each, and three for an
 * ideograph, so that the index knows it alone. Different words may have the same.
 */
export function indexKey(word: string): string {
  return word.replace(/[a-z]|[^\0-\x7f]/gu, (character) => {
    const code = character.codePointAt(0) as number
    if (code < 0x80) return character.toUpperCase()
    return lettersFor(code, code < IDEOGRAPHS ? 1 : 3)
  })
}

/** Spreads code points evenly over the letters. */
function lettersFor(code: number, count: number): string {
  const classes = LETTERS ** count
  const place = Math.floor(((Math.imul(code, 0x9e3779b1) >>> 0) / 2 ** 32) * classes)
  return Array.from({ length: count }, (_, at) => String.fromCharCode(65 + (Math.floor(place / LETTERS ** at) % LETTERS))).join(
    '',
  )
}

/** Commas of Latin, Chinese, Japanese and Arabic texts. */
const COMMA_BETWEEN_LETTERS = /(?<=[\p{L}\p{M}])[,、،](?=\p{L})/gu
const COMMAS_AROUND = /^[,;、،؛]+|[,;、،؛]+$/g

/**
 * The words of a free text as they follow one another: folded, without the comma of
 * `Surname, Name` and the `#` before a number, also with a blank behind it.
 */
export function foldedWords(text: string): string[] {
  const words = folded(text).replace(COMMA_BETWEEN_LETTERS, ' ').split(' ')
  return words.map((word) => word.replace(COMMAS_AROUND, '').replace(/^#/, '')).filter((word) => word !== '')
}

/**
 * The words that must be looked up: each once, and none that is a part of another. Raises
 * `ValidationFailed` for more than `max` different ones.
 */
export function wordsToFind(words: readonly string[], max: number): string[] {
  const different = [...new Set(words)]
  if (different.length > max) throw invalid('searchText', `must have at most ${max} different words`)
  return different.filter((word) => !different.some((other) => other !== word && other.includes(word)))
}
