import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'

/**
 * Writes a piece, and waits while the client has too much of what was written before still to take.
 */
export type WritePiece = (piece: string) => Promise<void>

export type PushedStreamOptions = {
  /** A client that takes nothing of what waits for it for so long is cut off. */
  stalledMs: number
  /**
   * Nothing may be written afterwards; a client that does not take the rest soon is cut
   * off.
   */
  until: AbortSignal
}

/** A client that has stopped reading must not hold up the stop of the process. */
const REST_MS = 1_000

/**
 * The body of a response that is written when there is something to say, for as long as the client
 * listens. It ends when `produce` returns; when the client disconnects before, `write` raises. What
 * waits for a client is bounded.
 */
export function pushedStream(produce: (write: WritePiece) => Promise<void>, { stalledMs, until }: PushedStreamOptions): Readable {
  const stream = new PassThrough()
  const gone = new AbortController()
  let rest: NodeJS.Timeout | undefined
  const cutSoon = () => {
    rest ??= setTimeout(() => stream.destroy(), REST_MS)
  }
  until.addEventListener('abort', cutSoon, { once: true })
  stream.once('close', () => {
    gone.abort()
    until.removeEventListener('abort', cutSoon)
    clearTimeout(rest)
  })
  // The server watches for errors too, but only once the response is sent.
  stream.on('error', () => undefined)
  const write = async (piece: string) => {
    gone.signal.throwIfAborted()
    if (stream.write(piece)) return
    const timer = setTimeout(() => stream.destroy(new Error('The client stopped reading.')), stalledMs)
    await once(stream, 'drain', { signal: gone.signal }).finally(() => clearTimeout(timer))
  }
  const end = () => {
    stream.end()
    cutSoon()
  }
  produce(write).then(end, (error) => stream.destroy(error))
  return stream
}
