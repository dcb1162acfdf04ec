import sharp, { type Sharp } from 'sharp'

/** More is refused before anything is decoded (4-decisions N.7). */
export const PIXELS_MAX = 50_000_000
/** Decoding an image that was made to be slow to decode must end. */
const DECODING_SECONDS = 20

/** What is decoded. Others that libvips knows, SVG above all, would be read by programs that were not written for images of strangers. */
const loaders = ['Jpeg', 'Png', 'Webp', 'Heif', 'Tiff', 'Nsgif'].map((name) => `VipsForeignLoad${name}`)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: loaders })
// One thread for an image leaves the others to the requests; nothing is asked for twice.
sharp.concurrency(1)
sharp.cache(false)

/** An image file as libvips reads it: its header now, its pixels when something is made of them. Broken data is an error, oddities are not. */
export function openImage(path: string): Sharp {
  return sharp(path, { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true }).timeout({
    seconds: DECODING_SECONDS,
  })
}
