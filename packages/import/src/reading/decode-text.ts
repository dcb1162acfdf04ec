import { UnreadableFile } from './reasons.ts'

/** Byte order marks, and the encoding that each of them announces. */
const marks: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]
const START_BYTES = 4

/** Node's types give the class as a value alone, and those of browsers are not part of a build. */
type Decoder = InstanceType<typeof TextDecoder>

/**
 * The text of a file, in pieces, without its byte order mark. The mark decides the encoding, else
 * `encoding` (a label of the Encoding Standard, such as `windows-1252`), else UTF-8; text without a
 * mark whose every other byte is zero is UTF-16. Raises `UnreadableFile` for bytes that the
 * encoding does not have, and for NUL characters, which no text has.
 */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>, encoding?: string): AsyncGenerator<string> {
  let decoder: Decoder | null = null
  let held: Uint8Array = new Uint8Array()
  let line = 1
  const decode = (piece?: Uint8Array): string => {
    const text = decodePiece(decoder as Decoder, line, piece)
    line += countLines(text)
    return text
  }
  for await (const piece of bytes) {
    if (decoder === null) {
      held = joined(held, piece)
      if (held.length < START_BYTES) continue
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

/** The encoding of a file by its first bytes. */
export function detectEncoding(start: Uint8Array, encoding?: string): string {
  const marked = marks.find(([mark]) => mark.every((byte, index) => start[index] === byte))?.[1]
  return marked ?? encoding ?? guessed(start)
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

function decodePiece(decoder: Decoder, line: number, piece?: Uint8Array): string {
  let text: string
  try {
    text = piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true })
  } catch {
    throw new UnreadableFile(line + linesBefore(decoder, piece), 'wrongEncoding', { encoding: decoder.encoding.toUpperCase() })
  }
  const zero = text.indexOf('\u0000')
  if (zero >= 0) throw new UnreadableFile(line + countLines(text.slice(0, zero)), 'zeroCharacter')
  return text
}

/** The lines of a piece before the first bytes that the encoding does not have. */
function linesBefore({ encoding }: Decoder, piece?: Uint8Array): number {
  const [before = ''] = new TextDecoder(encoding).decode(piece).split('\ufffd', 1)
  return countLines(before)
}

function decoderFor(start: Uint8Array, encoding: string | undefined): Decoder {
  const label = detectEncoding(start, encoding)
  try {
    return new TextDecoder(label, { fatal: true })
  } catch {
    throw new UnreadableFile(1, 'unknownEncoding', { encoding: label })
  }
}

function guessed(start: Uint8Array): string {
  if (start.length >= START_BYTES && start[0] !== 0 && start[1] === 0 && start[3] === 0) return 'utf-16le'
  if (start.length >= START_BYTES && start[0] === 0 && start[1] !== 0 && start[2] === 0) return 'utf-16be'
  return 'utf-8'
}

function countLines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}
