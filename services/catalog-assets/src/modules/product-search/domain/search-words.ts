import { invalid } from '@oms/contracts/errors'

/** Maximum number of different words of a free text. */
const WORDS_MAX = 50

/** A text as it is compared without regard to letter case (search.md#search-filters). */
export function folded(text: string): string {
  // The last sigma of a word has a lower-case letter of its own, which parts of words would miss.
  return text.toLowerCase().replaceAll('ς', 'σ')
}

/**
 * The words of a free text, without those that are parts of others. Raises `ValidationFailed` for
 * too many.
 */
export function searchWords(text: string): string[] {
  const words = [...new Set(folded(text).split(/\s+/u))].filter((word) => word !== '')
  if (words.length > WORDS_MAX) throw invalid('searchText', `must have at most ${WORDS_MAX} different words`)
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)))
}
