import type { IncomingMessage } from 'node:http'
import { finished, type Readable, Transform } from 'node:stream'
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import { invalid } from '@oms/contracts/errors'
import { BODY_LIMIT_UPLOAD, FILE_BYTES_MAX } from '@oms/contracts/route'
import { type KeptFile, keepStream, StreamBroke, StreamTooLong } from '../files/keep-stream.ts'
import type { Upload } from './read-upload.ts'

const FIELD = 'file'
/** Other parts are dropped as unknown properties are; their count and heads are bounded all the same. */
const limits = { fieldSize: 1, parts: 100, headerPairs: 20, headerSize: 8 * 1024 }

type FormReading = { folder: string; fail: (reason: Error) => void; files: Promise<Upload>[]; streams: Readable[] }

/**
 * Reads a form and keeps its one part `file` (4-decisions N.4). Throws `StreamTooLong` or `StreamBroke`, and `ValidationFailed` for no such part,
 * several, or what is no form.
 */
export async function readForm(message: IncomingMessage, folder: string): Promise<Upload> {
  const { promise, resolve, reject: fail } = Promise.withResolvers<void>()
  const reading: FormReading = { folder, fail, files: [], streams: [] }
  const form = openForm(message, reading)
  form.once('finish', resolve).on('error', () => fail(notAForm()))
  const counted = countedStream().on('error', fail)
  finished(message, { writable: false }, (error) => {
    if (error) fail(new StreamBroke('The form broke off.', { cause: error }))
  })
  try {
    message.pipe(counted).pipe(form)
    await promise
    return await onlyOne(reading.files)
  } catch (error) {
    await giveUp(reading)
    throw error
  } finally {
    message.unpipe(counted)
  }
}

function openForm({ headers }: IncomingMessage, reading: FormReading): BusboyInstance {
  try {
    const form = new Busboy({
      headers: headers as BusboyHeaders,
      preservePath: true,
      limits,
      isPartAFile: (field) => field?.toLowerCase() === FIELD,
    })
    return form.on('file', (_field, stream, fileName) => keepPart(reading, stream, fileName))
  } catch {
    throw notAForm()
  }
}

function keepPart({ folder, fail, files, streams }: FormReading, stream: Readable, fileName: string | undefined): void {
  // The form tells the same by itself; unheard it would end the process.
  stream.on('error', () => undefined)
  streams.push(stream)
  if (files.length > 0) {
    fail(invalid(FIELD, 'must be there only once'))
    return
  }
  const file = keepStream(stream, { folder, bytesMax: FILE_BYTES_MAX }).then((kept) => ({ ...kept, fileName: fileName || null }))
  file.catch(fail)
  files.push(file)
}

function countedStream(): Transform {
  let length = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      length += chunk.length
      if (length > BODY_LIMIT_UPLOAD) done(new StreamTooLong())
      else done(null, chunk)
    },
  })
}

async function onlyOne([file]: Promise<Upload>[]): Promise<Upload> {
  if (file === undefined) throw invalid(FIELD, 'is required: the form has no such part')
  return file
}

/** Ends the reading of parts and removes what was kept of them. */
async function giveUp({ files, streams }: FormReading): Promise<void> {
  for (const stream of streams) stream.destroy()
  const kept = await Promise.allSettled(files)
  await Promise.all(kept.map((file) => (file.status === 'fulfilled' ? (file.value as KeptFile).discard() : undefined)))
}

function notAForm(): Error {
  return invalid('', 'The body is not a complete multipart/form-data form')
}
