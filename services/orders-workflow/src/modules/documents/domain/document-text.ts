// Non-printable characters: controls, direction marks, separators, tags, and unpaired surrogates.
const invisible = /[\u00AD\p{Cc}\p{Cs}\p{Co}\p{Cn}\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu
// Stacked marks reach into other lines.
const piledMarks = /(\p{M}{3})\p{M}+/gu
const blanks = /[^\S\uFEFF]+/gu

/** Default length limit of a text. */
const LENGTH_MAX = 200

/**
 * A printable text of a client: on one line, without control characters and direction marks,
 * composed, with at most three marks on a letter, and cut at the length limit. Empty for null.
 */
export function printable(text: string | null | undefined, lengthMax: number = LENGTH_MAX): string {
  if (!text) return ''
  // A very long text is cut before it is cleaned; cleaning may then leave less than the limit.
  const plain = text
    .slice(0, lengthMax * 4)
    .replace(blanks, ' ')
    .replace(invisible, '')
    .normalize('NFC')
    .replace(piledMarks, '$1')
    .trim()
  const characters = [...plain]
  return characters.length <= lengthMax ? plain : `${characters.slice(0, lengthMax - 1).join('')}…`
}

/** The non-empty texts, printable. */
export function printableLines(texts: readonly (string | null | undefined)[], lengthMax?: number): string[] {
  return texts.map((text) => printable(text, lengthMax)).filter((text) => text !== '')
}
