import { open } from 'node:fs/promises'
import { imageSize } from 'image-size'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { limitByCost } from './limit-by-cost.ts'
import { makePreviews, type Preview } from './make-previews.ts'
import { PIXELS_MAX } from './open-image.ts'

export type ImageFacts = {
  /** Of an image, in pixels, from its header and as it is shown; null for everything else. */
  width: number | null
  height: number | null
  /** Of a raster image. Made already, so that a broken one is found before anything is stored. */
  previews: readonly Preview[]
}

/** Decoded, so there are previews. */
const decoded = new Set(['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/gif', 'image/avif', 'image/tiff'])
/** These are not decoded, but their header is read. */
const measured = new Set(
  'bmp heic heic-sequence heif heif-sequence icns jp2 jxl vnd.adobe.photoshop x-icon'.split(' ').map((type) => `image/${type}`),
)

/** Why a file is not accepted, as the rest of a sentence about it: `is empty`. */
export type Refusal = { refused: string }

const HEADER_BYTES = 512 * 1024
const none: ImageFacts = { width: null, height: null, previews: [] }

/** Of the four threads that Node has for files and images, two are left to the requests. */
const CONCURRENT_IMAGES_MAX = 2
const limitImages = pLimit(CONCURRENT_IMAGES_MAX)
/**
 * The worst image within the limit, interlaced and of 16 bits, takes half a gigabyte for a moment:
 * two must not take more than one.
 */
const limitPixels = limitByCost(PIXELS_MAX)

/**
 * Measures an image and makes its previews (assets.md#previews); nulls and no previews for a file
 * that is no image. Refuses more than 50 megapixels, before anything is decoded, and an image that
 * cannot be decoded.
 */
export async function readImage(path: string, contentType: string): Promise<ImageFacts | Refusal> {
  if (measured.has(contentType)) {
    const size = await sizeFromHeader(path)
    return refusalOf(size) ?? { ...none, ...size }
  }
  if (!decoded.has(contentType)) return none
  // A frame may be small and the screen that it is shown on huge.
  const refusal = contentType === 'image/gif' ? refusalOf(await sizeFromHeader(path)) : null
  return refusal ?? (await limitImages(() => readDecoded(path)))
}

/** A full disk and the like, which is no fault of the image. Errors of libvips have no code. */
function isOfMachine(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code !== undefined
}

async function readDecoded(path: string): Promise<ImageFacts | Refusal> {
  try {
    const { autoOrient: size } = await sharp(path, { limitInputPixels: false }).metadata()
    const refusal = refusalOf(size)
    return refusal ?? { ...size, previews: await limitPixels(size.width * size.height, () => makePreviews(path)) }
  } catch (error) {
    if (isOfMachine(error)) throw error
    return { refused: 'is an image that is broken' }
  }
}

type Size = { width: number; height: number }

function refusalOf(size: Size | null): Refusal | null {
  const isTooLarge = size !== null && size.width * size.height > PIXELS_MAX
  return isTooLarge ? { refused: `is an image of more than ${PIXELS_MAX / 1_000_000} megapixels` } : null
}

async function sizeFromHeader(path: string): Promise<Size | null> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(HEADER_BYTES) })
  try {
    const { width, height } = imageSize(buffer.subarray(0, bytesRead))
    return width > 0 && height > 0 ? { width, height } : null
  } catch {
    return null
  }
}
