import { open, readFile, writeFile } from 'node:fs/promises'
import { imageSize } from 'image-size'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { heifSize } from './heif-size.ts'
import { limitByCost } from './limit-by-cost.ts'
import { makePreviews, type Preview } from './make-previews.ts'
import { PIXELS_MAX } from './open-image.ts'

export type ImageFacts = {
  /** Of an image, in pixels, from its header and as it is shown; null for everything else. */
  width: number | null
  height: number | null
  /** Of a raster image that can be decoded. */
  previews: readonly Preview[]
}

const imageTypes = (names: string) => new Set(names.split(' ').map((name) => `image/${name}`))
/** Files of boxes, of which one names the codec. HEVC is not decoded, but its boxes are read. */
const heifFamily = imageTypes('avif heic heic-sequence heif heif-sequence')
const decoded = new Set([...imageTypes('jpeg png apng webp gif tiff'), ...heifFamily])
/** These are not decoded, but their header is read. */
const measured = imageTypes('bmp icns jp2 jxl vnd.adobe.photoshop x-icon')

/** Why a file is not accepted, as the rest of a sentence about it: `is empty`. */
export type Refusal = { refused: string }

const HEADER_BYTES = 512 * 1024
/** The orientations of EXIF from this on swap width and height. */
const FIRST_TURNED = 5
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
 * that is no image. Refuses more than 50 megapixels, before anything is decoded. An image that the
 * decoder does not take has no previews; its size is that of the header where that can be read.
 */
export async function readImage(path: string, contentType: string): Promise<ImageFacts | Refusal> {
  if (contentType === 'image/svg+xml') return { ...none, ...svgSize((await readHeader(path)).toString('utf8')) }
  const isDecoded = decoded.has(contentType)
  if (!isDecoded && !measured.has(contentType)) return none
  const header = await sizeFromHeader(path, contentType)
  const withoutPreviews = checkPixelLimit(header) ?? { ...none, ...header }
  // The header of a picture that is cropped has the size that is decoded, and that of an animation
  // the screen on which a small frame is shown.
  const isRefused = 'refused' in withoutPreviews && (heifFamily.has(contentType) || contentType === 'image/gif')
  if (!isDecoded || isRefused) return withoutPreviews
  return (await limitImages(() => readDecoded(path, contentType))) ?? withoutPreviews
}

/** A full disk and the like, which is no fault of the image. Errors of libvips have no code. */
function isOfMachine(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code !== undefined
}

/** Null when the decoder does not even take the header. */
async function readDecoded(path: string, contentType: string): Promise<ImageFacts | Refusal | null> {
  try {
    const source = heifFamily.has(contentType) ? await withKnownBrand(path) : path
    const { autoOrient: size } = await sharp(source, { limitInputPixels: false }).metadata()
    return (
      checkPixelLimit(size) ?? { ...size, previews: await limitPixels(size.width * size.height, () => createPreviews(source)) }
    )
  } catch (error) {
    if (isOfMachine(error)) throw error
    return null
  }
}

async function createPreviews(path: string): Promise<readonly Preview[]> {
  try {
    return await makePreviews(path)
  } catch (error) {
    if (isOfMachine(error)) throw error
    return []
  }
}

/** The brands by which libvips knows an image of boxes. */
const knownBrands = new Set('avif heic heix heim heis hevc hevx hevm hevs mif1 msf1'.split(' '))
const BRAND_OFFSET = 8

/**
 * The path of an image of boxes that libvips opens. It goes by the major brand alone and does not
 * know that of animated AVIF, whose first frame is there as a still image too: a copy names the
 * general brand.
 */
async function withKnownBrand(path: string): Promise<string> {
  const content = await readFile(path)
  if (knownBrands.has(content.toString('latin1', BRAND_OFFSET, BRAND_OFFSET + 4))) return path
  content.write('mif1', BRAND_OFFSET, 'latin1')
  const copy = `${path}.mif1`
  await writeFile(copy, content)
  return copy
}

type Size = { width: number; height: number }

function checkPixelLimit(size: Size | null): Refusal | null {
  const isTooLarge = size !== null && size.width * size.height > PIXELS_MAX
  return isTooLarge ? { refused: `is an image of more than ${PIXELS_MAX / 1_000_000} megapixels` } : null
}

/** As it is shown, where the header says that it is turned. */
async function sizeFromHeader(path: string, contentType: string): Promise<Size | null> {
  const header = await readHeader(path)
  const size = heifFamily.has(contentType) ? heifSize(header) : sizeByLibrary(header)
  return size !== null && size.width > 0 && size.height > 0 ? size : null
}

async function readHeader(path: string): Promise<Buffer> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(HEADER_BYTES) })
  return buffer.subarray(0, bytesRead)
}

function sizeByLibrary(header: Buffer): Size | null {
  try {
    const { width, height, orientation = 1 } = imageSize(header)
    return orientation < FIRST_TURNED ? { width, height } : { width: height, height: width }
  } catch {
    return null
  }
}

const TAG_LENGTH_MAX = 8_192
const SIZE_MAX = 2 ** 31 - 1

/** CSS pixels of an absolute unit. */
const pixels: Readonly<Record<string, number>> = { '': 1, px: 1, in: 96, cm: 96 / 2.54, mm: 96 / 25.4, pt: 96 / 72, pc: 16 }

/**
 * The size of an SVG image by `width` and `height` of its root, else by its `viewBox`; null when
 * neither says it. Nothing of the image is interpreted (assets.md#asset-fields).
 */
function svgSize(text: string): { width: number; height: number } | null {
  const attributes = rootAttributes(text)
  const [width, height] = [parseLength(attributes.get('width')), parseLength(attributes.get('height'))]
  const box = parseViewBox(attributes.get('viewBox'))
  const ratio = box === null ? null : box.width / box.height
  const size = {
    width: Math.round(width ?? (height !== null && ratio !== null ? height * ratio : (box?.width ?? 0))),
    height: Math.round(height ?? (width !== null && ratio !== null ? width / ratio : (box?.height ?? 0))),
  }
  return Object.values(size).every((one) => one > 0 && one <= SIZE_MAX) ? size : null
}

function rootAttributes(text: string): Map<string, string> {
  const content = withoutComments(text)
  const begin = content.indexOf('<svg')
  const end = content.indexOf('>', begin)
  const tag = begin < 0 || end < 0 ? '' : content.slice(begin, Math.min(end, begin + TAG_LENGTH_MAX))
  const found = tag.matchAll(/\s(width|height|viewBox)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)
  return new Map(Array.from(found, ([, name = '', double, single]) => [name, (double ?? single ?? '').trim()]))
}

function withoutComments(text: string): string {
  return text
    .split('<!--')
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf('-->') < 0 ? part.length : part.indexOf('-->') + 3)))
    .join('')
}

/** Null for none, a share, or a unit that depends on the font. */
function parseLength(text: string | undefined): number | null {
  const [, number = '', unit = ''] = /^(\d*\.?\d+(?:e[+-]?\d+)?)([a-z]*)$/i.exec(text ?? '') ?? []
  const factor = pixels[unit.toLowerCase()]
  const length = factor === undefined ? Number.NaN : Number.parseFloat(number) * factor
  return length > 0 ? length : null
}

function parseViewBox(text: string | undefined): { width: number; height: number } | null {
  const [, , width = 0, height = 0] = (text ?? '').split(/[\s,]+/).map(Number)
  return width > 0 && height > 0 ? { width, height } : null
}
