import { UnreadableFile } from './reasons.ts'

/** A part of a JSON file that is one item, as it is there; null when it is too long to be kept. */
export type RawItem = {
  /** The line on which it is, from 1; of a JSON list the number of the item. */
  line: number
  text: string | null
}

/** A longer item could not be sent in any request. */
export const ITEM_MAX = 20 * 1024 * 1024

/**
 * The lines of a file that has a JSON value on each; empty ones are passed over. Raises
 * `UnreadableFile` when there is none.
 */
export async function* readNdjson(text: AsyncIterable<string>): AsyncGenerator<RawItem> {
  let line = 0
  let found = 0
  for await (const row of splitLines(text)) {
    line++
    if (row?.trim() === '') continue
    found++
    yield { line, text: row }
  }
  if (found === 0) throw new UnreadableFile(1, 'emptyFile')
}

/** The lines of a text; null for one that is too long to be kept. */
async function* splitLines(text: AsyncIterable<string>): AsyncGenerator<string | null> {
  const kept = keptText()
  for await (const piece of text) {
    let from = 0
    for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', from)) {
      kept.add(piece.slice(from, at))
      yield kept.take()
      from = at + 1
    }
    kept.add(piece.slice(from))
  }
  yield kept.take()
}

/** Collects the parts of one item, as long as they are not too long together. */
export function keptText(): { add(part: string): void; take(): string | null } {
  let parts: string[] = []
  let length = 0
  return {
    add(part) {
      length += part.length
      if (length <= ITEM_MAX) parts.push(part)
      else parts = []
    },
    take() {
      const whole = length > ITEM_MAX ? null : parts.join('')
      parts = []
      length = 0
      return whole
    },
  }
}
