import { downloadFile } from '@open-oms/client/files'
import type { Asset } from '@open-oms/client/types'
import { gateway } from '../../session/gateway.ts'
import type { Rectangle } from './crop-rectangle.ts'

/** The types that browsers write; a part of any other picture becomes a PNG. */
const extensions: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' }
const QUALITY = 0.92

/**
 * Reads a stored picture as it was added. Raises `InvalidStateError` for a picture that the browser
 * cannot show.
 */
export async function readPicture({ assetId, fileName }: Asset, signal: AbortSignal): Promise<ImageBitmap> {
  const params = { assetId: assetId ?? '', fileName: fileName ?? 'file' }
  const { content, type } = await downloadFile(gateway, '/assets/{assetId}/{fileName}', { params, signal })
  const blob = await new Response(content, { headers: type === null ? {} : { 'content-type': type } }).blob()
  return await createImageBitmap(blob)
}

/** A part of a picture as a file of the same type, where browsers write it. */
export async function partOfPicture(picture: ImageBitmap, { x, y, width, height }: Rectangle, asset: Asset): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(picture, x, y, width, height, 0, 0, width, height)
  const type = (asset.contentType ?? '') in extensions ? (asset.contentType ?? '') : 'image/png'
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY))
  if (blob === null) throw new Error('The browser could not write the picture.')
  return new File([blob], partName(asset.fileName, extensions[type] ?? 'png'), { type })
}

/** `cup.png` becomes `cup-crop.png`. */
function partName(fileName: string | null, extension: string): string {
  const name = (fileName ?? '').replace(/\.[^.]*$/, '')
  return `${name === '' ? 'picture' : name}-crop.${extension}`
}
