import { Readable } from 'node:stream'

const STALLED_MS = 120_000

/**
 * The body of a response that is made piece by piece, as the client takes it: nothing is made
 * before it is asked for, and a client that takes no piece for two minutes (`stalledMs`) is cut
 * off. `return` of the iterator is called when no more pieces are wanted.
 */
export function responseStream(pieces: AsyncIterable<string | Uint8Array>, { stalledMs = STALLED_MS } = {}): Readable {
  const stream = Readable.from(watched())
  async function* watched() {
    for await (const piece of pieces) {
      const timer = setTimeout(() => stream.destroy(new Error('The client stopped reading.')), stalledMs)
      timer.unref()
      try {
        yield piece
      } finally {
        clearTimeout(timer)
      }
    }
  }
  return stream
}
