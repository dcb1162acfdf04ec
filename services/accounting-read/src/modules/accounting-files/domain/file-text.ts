import iconv from 'iconv-lite'

/** What stands in a text for a character that the format does not have. */
const MISSING = '\ufffd'

/**
 * A text on one line: line ends and tabs are blanks; other characters that match the pattern, and
 * control characters, are missing.
 */
export function singleLine(text: string, forbidden?: RegExp): string {
  const line = text.replaceAll(/[\t\r\n]+/g, ' ').replaceAll(/\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu, MISSING)
  return forbidden === undefined ? line : line.replaceAll(forbidden, MISSING)
}

/** The beginning of a text, at most so many characters long; no character is cut in two. */
export function shortened(text: string, length: number): string {
  return Array.from(text).slice(0, length).join('')
}

/** A piece of a file, and how many characters of it are a `?` because the file cannot have them. */
export type EncodedText = { bytes: Buffer; replaced: number }

/**
 * The bytes of a text. A character outside of the encoding is a `?`, also where it consists of
 * several code units.
 */
export function encodeText(text: string, charset: 'cp437' | 'win1252' | 'utf-8'): EncodedText {
  let replaced = 0
  const known = text.replaceAll(/[^\0-\x7f]/gu, (character) => {
    const isKnown = character !== MISSING && (charset === 'utf-8' || iconv.encode(character, charset)[0] !== 0x3f)
    if (!isKnown) replaced++
    return isKnown ? character : '?'
  })
  return { bytes: iconv.encode(known, charset), replaced }
}
