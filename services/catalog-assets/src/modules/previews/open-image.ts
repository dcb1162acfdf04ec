import sharp, { type Sharp } from 'sharp'

/** More is refused before anything is decoded (assets.md#file-types). */
export const PIXELS_MAX = 50_000_000
/** Ends the decoding of an image that was crafted to be slow. */
const DECODING_SECONDS = 20

/**
 * The formats that are decoded. Other loaders of libvips, SVG above all, were not written for
 * untrusted images.
 */
const loaders = ['Jpeg', 'Png', 'Webp', 'Heif', 'Tiff', 'Nsgif'].map((name) => `VipsForeignLoad${name}`)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: loaders })
// One thread per image leaves the others to the requests; nothing is read twice, so a cache is of
// no use.
sharp.concurrency(1)
sharp.cache(false)

/**
 * An image file as libvips reads it: its header now, its pixels when something is made of them.
 * Broken data is an error, oddities are not.
 */
export function openImage(path: string): Sharp {
  return sharp(path, { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true }).timeout({
    seconds: DECODING_SECONDS,
  })
}
