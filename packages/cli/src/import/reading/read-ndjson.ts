import { UnreadableFile } from './unreadable-file.ts'

/** A JSON value of a file; `reason` says why there is none. */
export type JsonItem = { line: number; value: unknown; reason: string | null }

/** A longer line could not be sent in any request. */
const LINE_MAX = 20 * 1024 * 1024

/**
 * The JSON values of a file that has one on each line; empty lines are passed over, a line that is
 * no JSON has a reason.
 */
export async function* readNdjson(text: AsyncIterable<string>): AsyncGenerator<JsonItem> {
  let number = 0
  for await (const line of linesOf(text)) {
    number++
    if (line === null) yield { line: number, value: null, reason: `is longer than ${LINE_MAX} characters` }
    else if (line.trim() !== '') yield { line: number, ...parsed(line) }
  }
  if (number === 0) throw new UnreadableFile(1, 'The file is empty.')
}

function parsed(line: string): Omit<JsonItem, 'line'> {
  try {
    return { value: JSON.parse(line), reason: null }
  } catch (error) {
    return { value: null, reason: `is no JSON: ${(error as Error).message}` }
  }
}

/** The lines of a text; null for one that is too long to be kept. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string | null> {
  let parts: string[] = []
  let length = 0
  const take = (part: string) => {
    length += part.length
    if (length <= LINE_MAX) parts.push(part)
    else parts = []
  }
  const end = () => {
    const line = length > LINE_MAX ? null : parts.join('')
    parts = []
    length = 0
    return line
  }
  for await (const piece of text) {
    let from = 0
    for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', from)) {
      take(piece.slice(from, at))
      yield end()
      from = at + 1
    }
    take(piece.slice(from))
  }
  if (length > 0) yield end()
}
