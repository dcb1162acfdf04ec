import { open } from 'node:fs/promises'
import { imageSize } from 'image-size'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { FileRefused } from '../incoming-files/file-refused.ts'
import { budgetedTurns } from './limit-by-cost.ts'
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
/** Nothing here decodes these, but their header is read. */
const measured = new Set(
  'bmp heic heic-sequence heif heif-sequence icns jp2 jxl vnd.adobe.photoshop x-icon'.split(' ').map((type) => `image/${type}`),
)

const HEADER_BYTES = 512 * 1024
const none: ImageFacts = { width: null, height: null, previews: [] }

/** Of the four threads that Node has for files and images, two are left to the requests. */
const IMAGES_AT_ONCE = 2
const takeTurn = pLimit(IMAGES_AT_ONCE)
/** The worst that fits into the limit, interlaced and of 16 bits, takes half a gigabyte for a moment: two at once must not take more than one. */
const takePixels = budgetedTurns(PIXELS_MAX)

/**
 * Measures an image and makes its previews (4-decisions N.7); nulls and no previews for what is none. Throws `FileRefused` for more than 50
 * megapixels, before anything is decoded, and for an image that cannot be decoded.
 */
export async function readImage(path: string, contentType: string): Promise<ImageFacts> {
  if (measured.has(contentType)) return { ...none, ...requireSize(await sizeFromHeader(path)) }
  if (!decoded.has(contentType)) return none
  // A frame may be small and the screen that it is shown on huge.
  if (contentType === 'image/gif') requireSize(await sizeFromHeader(path))
  return await takeTurn(() => readDecoded(path))
}

/** A full disk, and the like: nothing that the image is to blame for. What libvips says has no code. */
function isOfMachine(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code !== undefined
}

async function readDecoded(path: string): Promise<ImageFacts> {
  try {
    const { autoOrient } = await sharp(path, { limitInputPixels: false }).metadata()
    const size = requireSize(autoOrient)
    return { ...size, previews: await takePixels(size.width * size.height, () => makePreviews(path)) }
  } catch (error) {
    if (error instanceof FileRefused || isOfMachine(error)) throw error
    throw new FileRefused('is an image that is broken')
  }
}

type Size = { width: number; height: number }

function requireSize<T extends Size | null>(size: T): T {
  if (size !== null && size.width * size.height > PIXELS_MAX)
    throw new FileRefused(`is an image of more than ${PIXELS_MAX / 1_000_000} megapixels`)
  return size
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
