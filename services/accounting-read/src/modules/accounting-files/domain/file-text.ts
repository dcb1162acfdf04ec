/** What stands in a text for a character that the format does not have. */
export const MISSING = '\ufffd'

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
