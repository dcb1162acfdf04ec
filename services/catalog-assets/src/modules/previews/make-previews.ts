import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openImage } from './open-image.ts'

/**
 * Edges in pixels of the squares that previews fit into, the largest first (assets.md#previews).
 */
export const previewSizes = [640, 160] as const
export type PreviewSize = (typeof previewSizes)[number]

export const PREVIEW_TYPE = 'image/webp'

/**
 * Effort of the encoder: more than the least halves the speed of an import and saves almost
 * nothing.
 */
const EFFORT = 0

/** A preview as a file beside the image; it is removed with the image's folder. */
export type Preview = {
  size: PreviewSize
  path: string
  /** In bytes. */
  length: number
}

/**
 * Makes the previews of an image: its first frame, upright, in sRGB, without what cameras write
 * into it, and never larger than it is. Each is made from the one before it, so that a large image
 * is decoded once. Rejects when the image is broken.
 */
export async function makePreviews(path: string): Promise<Preview[]> {
  const previews: Preview[] = []
  let source = path
  for (const size of previewSizes) {
    const target = join(dirname(path), `preview.${size}.webp`)
    const image = openImage(source).autoOrient().resize(size, size, { fit: 'inside', withoutEnlargement: true })
    const content = await image.webp({ quality: 82, effort: EFFORT }).toBuffer()
    await writeFile(target, content)
    previews.push({ size, path: target, length: content.length })
    source = target
  }
  return previews
}
