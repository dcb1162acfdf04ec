import { foldedWords, wordsToFind } from '@open-oms/contracts/text/search-text'
import { readPhone } from '../../../order/rules/search/phone-numbers.ts'
import { phoneTerms } from '../../../order/rules/search/search-terms.ts'

/** Maximum number of different words of one free text. */
const WORDS_MAX = 20

/** Shorter numbers are found as parts of texts only. */
const PHONE_DIGITS_MIN = 6
const PHONE_WORD = /^(?:tel:)?[+(]*\p{Nd}[\p{Nd}()./-]*$/u

const EXTENSION_SIGN = '(?:e?xt(?:ensi[oó])?n?|x|доб|anexo|int)[.:]?'
const EXTENSION_DIGITS = String.raw`\p{Nd}{1,7}`
const isExtensionSign = new RegExp(`^${EXTENSION_SIGN}$`, 'u')
const isExtension = new RegExp(`^${EXTENSION_SIGN}${EXTENSION_DIGITS}$`, 'u')
const isExtensionNumber = new RegExp(`^${EXTENSION_DIGITS}$`, 'u')

/** Something that a found order must have: all these texts, or one of these phone numbers. */
export type SearchedTexts = { texts: string[]; phoneTerms: string[] }

/** The different words of a free text. Raises `ValidationFailed` for more than 20 of them. */
export function searchedWords(text: string | undefined): string[] {
  return wordsToFind(foldedWords(text ?? ''), WORDS_MAX)
}

/**
 * What a free text looks for (search.md#search-filters): each of its words, and each phone number
 * in it as a whole, read for each of the countries (search.md#phone-numbers). Raises
 * `ValidationFailed` for more than 20 different words.
 */
export function searchedTexts(text: string | undefined, countries: readonly string[]): SearchedTexts[] {
  const words = foldedWords(text ?? '')
  const phones = phonesAmong(words).map((run) => phoneIn(run, countries))
  const inPhones = new Set(phones.flatMap((phone) => phone?.words ?? []))
  const others = wordsToFind(words, WORDS_MAX).filter((word) => !inPhones.has(word))
  return [...phones.flatMap((phone) => phone?.searched ?? []), ...others.map((word) => ({ texts: [word], phoneTerms: [] }))]
}

/** Words that follow one another and may be one number, as in `+47 900 11 222 ext 5`. */
function phonesAmong(words: readonly string[]): string[][] {
  const runs: string[][] = []
  let run: string[] = []
  for (const [index, word] of [...words, ''].entries()) {
    if (run.length > 0) run.push(...extensionAt(words, index))
    const isOfPhone = PHONE_WORD.test(word)
    if (isOfPhone && !(word.includes('+') && run.length > 0)) run.push(word)
    else {
      if (run.length > 0) runs.push(run)
      run = isOfPhone ? [word] : []
    }
  }
  return runs
}

/** The words of the extension of a phone number that begins here; none: there is no extension. */
function extensionAt(words: readonly string[], index: number): string[] {
  const [sign = '', number = ''] = words.slice(index, index + 2)
  if (isExtension.test(sign)) return [sign]
  return isExtensionSign.test(sign) && isExtensionNumber.test(number) ? [sign, number] : []
}

/**
 * Words that are certainly one number are looked up together, so that every spelling finds the
 * same; others may be numbers of other things as well.
 */
function phoneIn(
  words: readonly string[],
  countries: readonly string[],
): { words: readonly string[]; searched: SearchedTexts } | null {
  const text = words.join(' ')
  if (text.replaceAll(/\P{Nd}/gu, '').length < PHONE_DIGITS_MIN) return null
  const readings = countries.map((country) => readPhone(text, country))
  if (readings.every(({ numbers }) => numbers.length === 0)) return null
  const isOne = readings.some(({ isCertain }) => isCertain)
  return { words, searched: { texts: isOne ? [text] : [...words], phoneTerms: phoneTerms('phone', text, countries) } }
}
