import { keptText, type RawItem } from './read-ndjson.ts'
import { UnreadableFile } from './reasons.ts'

/**
 * What a character is to the list: its beginning or end, a comma between two of its items, or a
 * part of what is in it.
 */
type Mark = 'begin' | 'comma' | 'end' | null

/**
 * The items of a file that is one JSON list, of any length; whether each of them is JSON is not
 * looked at. `line` is the item's number, from 1. Raises `UnreadableFile` where the list cannot be
 * read on: a text or the list itself is not closed, or something follows it.
 */
export async function* readJsonList(text: AsyncIterable<string>): AsyncGenerator<RawItem> {
  const scanner = createScanner()
  const kept = keptText()
  let items = 0
  for await (const piece of text) {
    let from = 0
    for (let at = 0; at < piece.length; at++) {
      const mark = scanner.take(piece.charCodeAt(at))
      if (mark === null) continue
      kept.add(piece.slice(from, at))
      const item = kept.take()?.trim() ?? null
      from = at + 1
      // A list without items has nothing between its brackets.
      if (mark !== 'begin' && (mark === 'comma' || item !== '' || items > 0)) yield { line: ++items, text: item }
    }
    kept.add(piece.slice(from))
  }
  scanner.end()
  if (items === 0) throw new UnreadableFile(1, 'emptyFile')
}

const code = (character: string) => character.charCodeAt(0)
const QUOTE = code('"')
const BACKSLASH = code('\\')
const LINE_FEED = code('\n')
const COMMA = code(',')
const BRACKET = code('[')
const opening: readonly number[] = [BRACKET, code('{')]
const closing: readonly number[] = [code(']'), code('}')]
const blanks: readonly number[] = [code(' '), code('\t'), code('\r'), LINE_FEED]

/** Takes the characters of a JSON list one by one. */
function createScanner(): { take: (character: number) => Mark; end: () => void } {
  let line = 1
  /** Of brackets and braces; 1 is in the list itself. */
  let depth = 0
  let isBegun = false
  let isText = false
  let isEscaped = false

  const takeOfText = (character: number): null => {
    // No text of JSON goes over the end of a line: this one was not closed.
    if (character === LINE_FEED) throw new UnreadableFile(line, 'openText')
    if (isEscaped) isEscaped = false
    else if (character === BACKSLASH) isEscaped = true
    else if (character === QUOTE) isText = false
    return null
  }
  const begin = (character: number): Mark => {
    if (blanks.includes(character)) return null
    if (character !== BRACKET) throw new UnreadableFile(line, 'notList')
    return open()
  }
  const open = (): Mark => {
    depth++
    if (depth > 1) return null
    isBegun = true
    return 'begin'
  }
  const close = (): Mark => {
    depth--
    return depth === 0 ? 'end' : null
  }
  const takeBehind = (character: number): null => {
    if (blanks.includes(character)) return null
    throw new UnreadableFile(line, 'afterList')
  }
  const takeOutside = (character: number): Mark => (isBegun ? takeBehind(character) : begin(character))
  const takeBetween = (character: number): Mark => {
    if (character === LINE_FEED) line++
    if (depth === 0) return takeOutside(character)
    if (character === QUOTE) isText = true
    if (opening.includes(character)) return open()
    if (closing.includes(character)) return close()
    return character === COMMA && depth === 1 ? 'comma' : null
  }
  return {
    take: (character) => (isText ? takeOfText(character) : takeBetween(character)),
    end() {
      if (isText) throw new UnreadableFile(line, 'openText')
      if (depth > 0) throw new UnreadableFile(line, 'openList')
    },
  }
}
