// What is not a character to print: controls, marks that turn the direction of writing, separators, tags, and halves of pairs.
const invisible = /[\u00AD\p{Cc}\p{Cs}\p{Co}\p{Cn}\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu
// Marks upon marks reach into other lines.
const piledMarks = /(\p{M}{3})\p{M}+/gu
const blanks = /[^\S\uFEFF]+/gu

/** Longest text of a place that is given no other. */
const LENGTH_MAX = 200

/**
 * A text of a client as it can be printed in one place: on one line, without control characters and marks that turn the direction of
 * writing, composed, with no more than three marks on a letter, and cut where it is too long for its place. Empty for null.
 */
export function printable(text: string | null | undefined, lengthMax: number = LENGTH_MAX): string {
  if (!text) return ''
  // A text beyond counting is cut before it is looked at; what is taken out of it may leave less than there is place for.
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

/** The texts that are there, printable. */
export function printableLines(texts: readonly (string | null | undefined)[], lengthMax?: number): string[] {
  return texts.map((text) => printable(text, lengthMax)).filter((text) => text !== '')
}
