import { open } from 'node:fs/promises'
import { FileTypeParser } from 'file-type'
import { type DetectedType, textType } from './text-type.ts'

/** Beginning of a file that is enough to detect text and its kind. */
const SAMPLE_BYTES = 64 * 1024
/** Ends the detection of a file that was crafted to be slow. */
const DETECTION_MS = 5_000

/** Their signatures are letters with which a text may begin too. */
const likeText = new Set(['image/bmp', 'application/x-msdownload', 'audio/mpeg', 'application/x-compress'])

const unknown: DetectedType = { contentType: 'application/octet-stream', extension: 'bin' }

/**
 * The type of a file by its content alone (assets.md#file-types): signatures, and for text what a
 * browser would make of it.
 */
export async function detectType(path: string): Promise<DetectedType> {
  const { sample, isWhole } = await sampleOf(path)
  const text = textType(sample, { isWhole })
  const parser = new FileTypeParser({ signal: AbortSignal.timeout(DETECTION_MS) })
  const found = await parser.fromFile(path).catch(() => undefined)
  if (found === undefined) return text ?? unknown
  const isText = text !== null && (found.mime === 'application/xml' || likeText.has(found.mime))
  return isText ? text : { contentType: found.mime, extension: found.ext }
}

async function sampleOf(path: string): Promise<{ sample: Buffer; isWhole: boolean }> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(SAMPLE_BYTES) })
  return { sample: buffer.subarray(0, bytesRead), isWhole: (await file.stat()).size <= bytesRead }
}
