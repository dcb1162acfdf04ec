/**
 * What is wrong with a row or a file: the name of a text of `imports.problems`, and what it says.
 */
export type Problem = { name: ProblemName; values?: Readonly<Record<string, string | number>> }

export type ProblemName =
  | 'noJson'
  | 'noObject'
  | 'noKey'
  | 'repeatedLine'
  | 'repeatedItem'
  | 'tooLarge'
  | 'fields'
  | 'cell'
  | 'empty'
  | 'encoding'
  | 'zeroCharacter'
  | 'openText'
  | 'openList'
  | 'afterList'
  | 'quote'
  | 'onlyHeader'
  | 'unnamedColumn'
  | 'columnTwice'
  | 'unknownColumn'
  | 'twoLists'

/** A file that cannot be read on from some line; what follows it is unknown. */
export class UnreadableFile extends Error {
  readonly line: number
  readonly problem: Problem

  constructor(line: number, problem: Problem) {
    super(problem.name)
    this.name = 'UnreadableFile'
    this.line = line
    this.problem = problem
  }
}

/** So much is decoded and read before the browser gets to do other things. */
const PIECE_BYTES = 128 * 1024

const marks: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/**
 * The text of a file in pieces, without its byte order mark, which decides the encoding: UTF-8
 * without one. `onRead` is called with the bytes so far. Raises `UnreadableFile` for bytes that are
 * no text.
 */
export async function* textOf(file: Blob, onRead: (bytes: number) => void = () => undefined): AsyncGenerator<string> {
  const decoder = new TextDecoder(await encodingOf(file), { fatal: true })
  let line = 1
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    // Each piece comes with a task of its own: between two of them the page responds.
    const bytes = await file.slice(at, at + PIECE_BYTES).arrayBuffer()
    const text = decoded(decoder, bytes, { line, isLast: at + PIECE_BYTES >= file.size })
    onRead(at + bytes.byteLength)
    yield text
    line += countLines(text)
  }
}

/** The first character of a file that is no blank; empty when there is none near its beginning. */
export async function firstCharacter(file: Blob): Promise<string> {
  return new TextDecoder(await encodingOf(file))
    .decode(await file.slice(0, 256).arrayBuffer())
    .trimStart()
    .slice(0, 1)
}

function decoded(decoder: TextDecoder, bytes: ArrayBuffer, { line, isLast }: { line: number; isLast: boolean }): string {
  let text: string
  try {
    text = decoder.decode(bytes, { stream: !isLast })
  } catch {
    throw new UnreadableFile(line, { name: 'encoding', values: { encoding: decoder.encoding.toUpperCase() } })
  }
  const zero = text.indexOf('\u0000')
  if (zero >= 0) throw new UnreadableFile(line + countLines(text.slice(0, zero)), { name: 'zeroCharacter' })
  return text
}

async function encodingOf(file: Blob): Promise<string> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  const marked = marks.find(([bytes]) => bytes.every((byte, index) => start[index] === byte))?.[1]
  return marked ?? unmarked(start)
}

/** Text of two bytes a character has a zero in every other one. */
function unmarked([first, second, third, fourth]: Uint8Array): string {
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le'
  return first === 0 && second !== 0 && third === 0 && fourth !== 0 ? 'utf-16be' : 'utf-8'
}

function countLines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}
