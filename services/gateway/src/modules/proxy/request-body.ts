import type { IncomingMessage } from 'node:http'
import { type Readable, Transform } from 'node:stream'
import { DomainError } from '@open-oms/contracts/errors'

/**
 * Bodies up to this size are read whole: one write to the service instead of several, for every
 * usual order.
 */
const READ_WHOLE_MAX_BYTES = 64 * 1024

/**
 * The body as it is passed on: null where there is none, the bytes of a small one, else a stream
 * that fails with `PayloadTooLarge` after `limitBytes` (http.md#body-limits). The stream is not the
 * client's connection itself: a service that responds before it has read everything makes the HTTP
 * client destroy what it is sending, and the response must still reach the client on that
 * connection.
 */
export function bodyToForward(message: IncomingMessage, limitBytes: number): Promise<Buffer> | Readable | null {
  const length = message.headers['content-length']
  if (length === undefined && message.headers['transfer-encoding'] === undefined) return null
  if (message.method === 'GET' || message.method === 'HEAD') return null
  if (length === '0') return null
  if (Number(length ?? 0) > limitBytes) throw tooLarge(limitBytes)
  if (length !== undefined && Number(length) <= READ_WHOLE_MAX_BYTES) return readWhole(message)
  const stream = countedStream(limitBytes)
  stream.on('error', ignore)
  return message.pipe(stream)
}

/** All of a body that is passed on. Raises as `bodyToForward`. */
export async function wholeBody(body: Buffer | Readable): Promise<Buffer> {
  return Buffer.isBuffer(body) ? body : Buffer.concat(await body.toArray())
}

function countedStream(limitBytes: number): Transform {
  let length = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      length += chunk.length
      if (length > limitBytes) done(tooLarge(limitBytes))
      else done(null, chunk)
    },
  })
}

function tooLarge(limitBytes: number): DomainError {
  return new DomainError('PayloadTooLarge', `The body is longer than ${limitBytes} bytes.`)
}

/** The failure of the exchange is reported by the HTTP client; the stream has nothing to add. */
function ignore(): void {
  return
}

function readWhole(message: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)))
    message.on('error', () => reject(new DomainError('RequestTimeout', 'The body of the request broke off.')))
  })
}
