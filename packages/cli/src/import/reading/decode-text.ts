import { TextDecoder } from 'node:util'
import { UnreadableFile } from './unreadable-file.ts'

/** Byte order marks, and the encoding that each of them announces. */
const marks: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]
const MARK_BYTES_MAX = 3

/**
 * The text of a file, in pieces, without its byte order mark. The mark decides the encoding, else
 * `encoding` (a label of the Encoding Standard, such as `windows-1252`), else UTF-8; text without a
 * mark whose every other byte is zero is UTF-16. Raises `UnreadableFile` for bytes that the
 * encoding does not have, and for zero characters, which no text has.
 */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>, encoding?: string): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null
  let held: Uint8Array = new Uint8Array()
  let line = 1
  const decode = (piece?: Uint8Array): string => {
    const text = decodePiece(decoder as TextDecoder, line, piece)
    line += countLines(text)
    return text
  }
  for await (const piece of bytes) {
    if (decoder === null) {
      held = Buffer.concat([held, piece])
      if (held.length <= MARK_BYTES_MAX) continue
      decoder = decoderFor(held, encoding)
    } else held = piece
    yield decode(held)
  }
  if (decoder === null) {
    decoder = decoderFor(held, encoding)
    yield decode(held)
  }
  yield decode()
}

function decodePiece(decoder: TextDecoder, line: number, piece?: Uint8Array): string {
  let text: string
  try {
    text = piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true })
  } catch {
    throw new UnreadableFile(line, `The file is not ${decoder.encoding.toUpperCase()} text near this line.`)
  }
  const zero = text.indexOf('\u0000')
  if (zero >= 0)
    throw new UnreadableFile(line + countLines(text.slice(0, zero)), 'The file has a zero character, which no text has.')
  return text
}

function decoderFor(start: Uint8Array, encoding: string | undefined): TextDecoder {
  const marked = marks.find(([mark]) => mark.every((byte, index) => start[index] === byte))?.[1]
  return new TextDecoder(marked ?? encoding ?? guessed(start), { fatal: true })
}

function guessed(start: Uint8Array): string {
  if (start.length >= 4 && start[0] !== 0 && start[1] === 0 && start[3] === 0) return 'utf-16le'
  if (start.length >= 4 && start[0] === 0 && start[1] !== 0 && start[2] === 0) return 'utf-16be'
  return 'utf-8'
}

function countLines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}
