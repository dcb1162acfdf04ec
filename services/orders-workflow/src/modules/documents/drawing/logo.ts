import type { Buffer } from 'node:buffer'
import PDFDocument from 'pdfkit'

const PIXELS_MAX = 4_000_000

/**
 * Checks a logo: PNG or JPEG, of a size that does not slow documents down. Throws when it is
 * invalid.
 */
export function openLogo(data: Buffer): void {
  const isPng = data.subarray(1, 4).toString('latin1') === 'PNG'
  const isJpeg = data[0] === 0xff && data[1] === 0xd8
  if (!isPng && !isJpeg) throw new Error('it is neither PNG nor JPEG')
  const pdf = new PDFDocument({ autoFirstPage: false })
  const { width, height } = (pdf as unknown as { openImage(data: Buffer): { width: number; height: number } }).openImage(data)
  if (!(width > 0 && height > 0)) throw new Error('it has no size')
  if (width * height > PIXELS_MAX) throw new Error(`it has more than ${PIXELS_MAX / 1_000_000} megapixels`)
}
