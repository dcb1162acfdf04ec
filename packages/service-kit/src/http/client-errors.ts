import { randomUUID } from 'node:crypto'
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { DomainError, errorStatus } from '@open-oms/contracts/errors'
import { errorResponse } from './error-handler.ts'

function toDomainError(code: string | undefined): DomainError {
  if (code === 'HPE_HEADER_OVERFLOW') return new DomainError('HeadersTooLarge', 'The headers are too large.')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new DomainError('RequestTimeout', 'The request did not arrive in time.')
  return new DomainError('ValidationFailed', 'This is not a valid HTTP request.')
}

/**
 * Node keeps the response that is being sent here, and its own handler looks at it for the same
 * reason.
 */
type RespondingSocket = Socket & { _httpMessage?: ServerResponse | null }

/**
 * Responds to what Node could not even read as a request, with the one error body, and closes the
 * connection. A response that is under way on it is broken off: anything written now would become a
 * part of that.
 */
export function respondToUnreadable(error: Error & { code?: string }, socket: RespondingSocket): void {
  const isResponding = socket._httpMessage?.headersSent === true
  if (error.code === 'ECONNRESET' || !socket.writable || isResponding) {
    socket.destroy()
    return
  }
  const meaning = toDomainError(error.code)
  const { headers, body } = errorResponse(meaning, randomUUID())
  const status = errorStatus[meaning.code]
  const lines = Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' })
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  )
}
