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
  const { sample, isWhole } = await readSample(path)
  const text = textType(sample, { isWhole })
  const parser = new FileTypeParser({ signal: AbortSignal.timeout(DETECTION_MS) })
  const found = await parser.fromFile(path).catch(() => undefined)
  const image = imageOfBoxes(sample)
  if (image !== null) return image
  if (found === undefined) return text ?? unknown
  const isText = text !== null && (found.mime === 'application/xml' || likeText.has(found.mime))
  return isText ? text : { contentType: found.mime, extension: found.ext }
}

const avif: DetectedType = { contentType: 'image/avif', extension: 'avif' }
const heif = (brands: string, { contentType, extension, isGeneral = false }: DetectedType & { isGeneral?: boolean }) =>
  brands.split(' ').map((brand) => [brand, { contentType, extension, isGeneral }] as const)
/** General brands say nothing about the codec. */
const heifTypes = new Map([
  ...heif('heic heix heim heis', { contentType: 'image/heic', extension: 'heic' }),
  ...heif('hevc hevx hevm hevs', { contentType: 'image/heic-sequence', extension: 'heics' }),
  ...heif('mif1', { contentType: 'image/heif', extension: 'heif', isGeneral: true }),
  ...heif('msf1', { contentType: 'image/heif-sequence', extension: 'heifs', isGeneral: true }),
])

/**
 * The type of an image that is a file of boxes, by all brands of its first box: encoders name the
 * codec in any of them. Null for other files.
 */
function imageOfBoxes(sample: Buffer): DetectedType | null {
  if (sample.toString('latin1', 4, 8) !== 'ftyp') return null
  const end = Math.min(sample.readUInt32BE(0), sample.length)
  // The four bytes after the major brand are its version.
  const brands = Array.from({ length: Math.max(0, Math.floor((end - 8) / 4)) }, (_, index) =>
    index === 1 ? '' : sample.toString('latin1', 8 + index * 4, 12 + index * 4),
  )
  if (brands.includes('avif') || brands.includes('avis')) return avif
  const known = brands.flatMap((brand) => heifTypes.get(brand) ?? [])
  const type = known.find(({ isGeneral }) => !isGeneral) ?? known[0]
  return type === undefined ? null : { contentType: type.contentType, extension: type.extension }
}

async function readSample(path: string): Promise<{ sample: Buffer; isWhole: boolean }> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(SAMPLE_BYTES) })
  return { sample: buffer.subarray(0, bytesRead), isWhole: (await file.stat()).size <= bytesRead }
}
