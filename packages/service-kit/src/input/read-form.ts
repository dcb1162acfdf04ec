import type { Readable } from 'node:stream'
import fastifyMultipart, { type FastifyMultipartOptions } from '@fastify/multipart'
import { invalid } from '@open-oms/contracts/errors'
import { BODY_LIMIT_UPLOAD, FILE_BYTES_MAX } from '@open-oms/contracts/route'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type KeptFile, keepStream, StreamBroke, StreamTooLong } from '../files/keep-stream.ts'

const FIELD = 'file'

/**
 * A file that a client sent, its bytes unchanged. The server removes it when the request is
 * finished.
 */
export type Upload = KeptFile & {
  /**
   * What the form calls the file: unchecked, maybe a path. Null where there is no form, or no name
   * in it.
   */
  fileName: string | null
}

/**
 * Every part is taken for a file, that is for a stream, so that those beside the file are dropped
 * as unknown properties are, whatever they contain. Their count and heads are bounded; their length
 * counts in that of the body.
 */
const formOptions: FastifyMultipartOptions = {
  preservePath: true,
  isPartAFile: () => true,
  throwFileSizeLimit: false,
  // The types of the plugin leave out the limit for heads, which it passes on.
  limits: { parts: 100, headerPairs: 20, fileSize: Number.POSITIVE_INFINITY, headerSize: 8 * 1024 } as FormLimits,
}

type FormLimits = NonNullable<FastifyMultipartOptions['limits']>

/**
 * What the plugin raises at the end of a form for parts that are passed over: those after the
 * hundredth, and names such as `constructor`.
 */
const passedOver = new Set(['FST_PARTS_LIMIT', 'FST_PROTO_VIOLATION'])

/** The part that is read at the moment, and the file once its part has come. */
type FormState = { folder: string; stream: Readable | null; file: Promise<Upload> | null }

/** Lets the routes of a server read forms with `readForm`. */
export async function addForms(app: FastifyInstance): Promise<void> {
  await app.register(fastifyMultipart, formOptions)
}

/**
 * Reads a form and keeps its one part `file` (http.md#uploads). Throws `StreamTooLong` or
 * `StreamBroke`, and `ValidationFailed` for no such part, several, or what is no form.
 */
export async function readForm(request: FastifyRequest, folder: string): Promise<Upload> {
  const reading: FormState = { folder, stream: null, file: null }
  const { promise: overlong, reject } = Promise.withResolvers<never>()
  let length = 0
  const count = (chunk: Buffer) => {
    length += chunk.length
    if (length > BODY_LIMIT_UPLOAD) reject(new StreamTooLong())
  }
  request.raw.on('data', count)
  try {
    return await Promise.race([readParts(request, reading), overlong])
  } catch (error) {
    await giveUp(reading)
    throw error
  } finally {
    request.raw.off('data', count).unpipe()
  }
}

async function readParts(request: FastifyRequest, reading: FormState): Promise<Upload> {
  for await (const part of requestParts(request)) {
    if (part.type === 'field') continue
    reading.stream = part.file
    // The type says otherwise, but a part may be without a name.
    if ((part.fieldname as string | undefined)?.toLowerCase() !== FIELD) {
      part.file.resume()
      continue
    }
    if (reading.file !== null) throw invalid(FIELD, 'must be there only once')
    reading.file = keepPart(part.file, part.filename, reading.folder)
    await reading.file
  }
  if (reading.file === null) throw invalid(FIELD, 'is required: the form has no such part')
  return reading.file
}

async function* requestParts(request: FastifyRequest) {
  try {
    yield* request.parts()
  } catch (error) {
    if (!passedOver.has(formErrorCode(error))) throw formError(error)
  }
}

async function keepPart(stream: Readable, fileName: string | undefined, folder: string): Promise<Upload> {
  try {
    return { ...(await keepStream(stream, { folder, bytesMax: FILE_BYTES_MAX })), fileName: fileName || null }
  } catch (error) {
    throw error instanceof StreamBroke ? formError(error.cause) : error
  }
}

function formErrorCode(error: unknown): string {
  return (error as { code?: string }).code ?? ''
}

function formError(error: unknown): Error {
  if (formErrorCode(error) === 'FST_MP_PREMATURE_CLOSE') return new StreamBroke('The form broke off.', { cause: error })
  return invalid('', 'The body is not a complete multipart/form-data form')
}

/** Ends the reading of the current part and removes the file. */
async function giveUp({ stream, file }: FormState): Promise<void> {
  stream?.destroy()
  await file?.then(
    (kept) => kept.discard(),
    () => undefined,
  )
}
