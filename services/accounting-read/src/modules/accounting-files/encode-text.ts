import iconv from 'iconv-lite'
import { MISSING } from './domain/file-text.ts'

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
