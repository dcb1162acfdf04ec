import type { IncomingMessage } from 'node:http'
import { Duplex, pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { StreamTooLong } from '@oms/service-kit/files/keep-stream'
import { downloadFailed } from './download-errors.ts'

type Pieces = AsyncIterable<Buffer>

/** Nested codings multiply the size that a small response can grow to. */
const CODINGS_MAX = 2

const decoders = new Map<string, () => Duplex>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['br', createBrotliDecompress],
  ['deflate', () => Duplex.from(inflated)],
])

/**
 * The body of a response without its content coding. Raw data of at most `bytesMax` is read; the
 * caller limits the decoded data. Raises `AssetDownloadFailed` for a coding that was not asked for;
 * the stream ends in `StreamTooLong` or in the fault of the coded data.
 */
export function decodedBody(response: IncomingMessage, bytesMax: number): Readable {
  const named = (response.headers['content-encoding'] ?? '').split(',').map((coding) => coding.trim().toLowerCase())
  const codings = named.filter((coding) => !['', 'identity'].includes(coding)).reverse()
  if (codings.length === 0) return response
  const steps = codings.flatMap((coding) => decoders.get(coding)?.() ?? [])
  if (codings.length > CODINGS_MAX || steps.length < codings.length)
    throw downloadFailed('is compressed in a way that is not understood')
  const streams = [Duplex.from((source: Pieces) => countedUpTo(bytesMax, source)), ...steps]
  // The consumer of the last stream gets the error of any; errors after it has stopped reading must
  // not end the process.
  for (const stream of streams) stream.on('error', () => undefined)
  return pipeline([response, ...streams], () => undefined) as Duplex
}

async function* countedUpTo(bytesMax: number, source: Pieces): Pieces {
  let length = 0
  for await (const piece of source) {
    length += piece.length
    if (length > bytesMax) throw new StreamTooLong()
    yield piece
  }
}

/** `deflate` is data with a head (RFC 9110, 8.4.1.2), but some servers omit the head. */
async function* inflated(source: Pieces): Pieces {
  const pieces = source[Symbol.asyncIterator]()
  const first = await pieces.next()
  if (first.done === true) return
  const hasHead = ((first.value[0] ?? 0) & 0x0f) === 8
  async function* all(): Pieces {
    yield first.value
    yield* { [Symbol.asyncIterator]: () => pieces }
  }
  yield* pipeline(all, hasHead ? createInflate() : createInflateRaw(), () => undefined) as Pieces
}
