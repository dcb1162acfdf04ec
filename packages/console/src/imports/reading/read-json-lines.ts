import { UnreadableFile } from './file-text.ts'

/** A part of a file that is one row, as it is there. */
export type RawRow = {
  /** The line on which it begins, from 1; of a JSON list the number of the item. */
  line: number
  text: string
}

/**
 * The lines of a file that has a JSON value on each; empty ones are passed over. Raises
 * `UnreadableFile` when there is none.
 */
export async function* readJsonLines(text: AsyncIterable<string>): AsyncGenerator<RawRow> {
  let line = 0
  let found = 0
  for await (const row of linesOf(text)) {
    line++
    if (row.trim() === '') continue
    found++
    yield { line, text: row }
  }
  if (found === 0) throw new UnreadableFile(1, { name: 'empty' })
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let parts: string[] = []
  for await (const piece of text) {
    let from = 0
    for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', from)) {
      parts.push(piece.slice(from, at))
      yield parts.join('')
      parts = []
      from = at + 1
    }
    parts.push(piece.slice(from))
  }
  yield parts.join('')
}
