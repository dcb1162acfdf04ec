import type { IncomingMessage } from 'node:http'
import { DomainError, invalid } from '@open-oms/contracts/errors'
import { FILE_BYTES_MAX, MEBIBYTE } from '@open-oms/contracts/route'
import type { FastifyRequest } from 'fastify'
import { keepStream, StreamBroke, StreamTooLong } from '../files/keep-stream.ts'
import { readForm, type Upload } from './read-form.ts'

/**
 * Reads the body of a route that takes a file (http.md#uploads), whatever its length with the same
 * memory. Raises `UnsupportedMediaType`, `PayloadTooLarge`, `ValidationFailed` for no file, an
 * empty one, several, or a form that is none, `MalformedJson` for a body that breaks off.
 */
export async function readUpload(request: FastifyRequest, folder: string): Promise<Upload> {
  try {
    const upload = await read(request, folder)
    if (upload.length > 0) return upload
    await upload.discard()
    throw invalid('file', 'must not be empty')
  } catch (error) {
    throw toUploadError(error)
  } finally {
    // What is left of a refused body is dropped, so that the client sees its response and the
    // connection can continue.
    if (!request.raw.readableEnded) request.raw.resume()
  }
}

async function read(request: FastifyRequest, folder: string): Promise<Upload> {
  const message = request.raw
  const length = message.headers['content-length']
  if (length === '0' || (length === undefined && message.headers['transfer-encoding'] === undefined))
    throw invalid('file', 'is required: send its bytes as application/octet-stream, or a form with the part "file"')
  const type = message.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (!isPlain(message)) throw unsupported('A file must not be sent with a Content-Encoding.')
  if (type === 'multipart/form-data') return readForm(request, folder)
  if (type !== undefined && type !== 'application/octet-stream')
    throw unsupported('A file is sent as application/octet-stream or in a multipart/form-data form.')
  if (Number(length ?? 0) > FILE_BYTES_MAX) throw new StreamTooLong()
  return { ...(await keepStream(message, { folder, bytesMax: FILE_BYTES_MAX })), fileName: null }
}

function isPlain({ headers }: IncomingMessage): boolean {
  return ['', 'identity'].includes(headers['content-encoding']?.trim().toLowerCase() ?? '')
}

function unsupported(message: string): DomainError {
  return new DomainError('UnsupportedMediaType', message)
}

function toUploadError(error: unknown): unknown {
  if (error instanceof StreamTooLong)
    return new DomainError('PayloadTooLarge', `The file is larger than ${FILE_BYTES_MAX / MEBIBYTE} MiB.`)
  if (error instanceof StreamBroke) return new DomainError('MalformedJson', 'The body ended early.')
  return error
}
