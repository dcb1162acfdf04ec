import type { Asset, Product } from '@open-oms/client/types'

/** The asset type of a mark: a link whose file stays where it is (assets.md#link-only-assets). */
export const MARK = 'ExternalCertification'

/** The images of which there are previews (assets.md#previews). */
const previewed: readonly string[] = ['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'].map((type) => `image/${type}`)

export type PreviewSize = 160 | 640

/** Whether an asset is a link to a certification mark and no file. */
export function isMark({ assetType }: Pick<Asset, 'assetType'>): boolean {
  return assetType === MARK
}

/**
 * Whether an asset is an image that can be shown. Others, such as SVG, may carry scripts and are
 * only offered as files.
 */
export function isPicture(asset: Pick<Asset, 'assetType' | 'contentType'>): boolean {
  return !isMark(asset) && previewed.includes(asset.contentType ?? '')
}

/**
 * The address of a stored file on the origin of the console, which its policy allows, from an
 * address that a public base may be in. Null of an address that is not one of a stored file.
 */
export function storedFile(url: string | null): string | null {
  // Files have absolute addresses, or begin with a slash when no public base is set.
  const address = url === null ? null : URL.parse(url, 'http://relative.invalid')
  const [path] = /\/assets\/[^/]+\/[^/]+$/.exec(address?.pathname ?? '') ?? []
  const version = address?.searchParams.get('v')
  return path === undefined || !version ? null : `${path}?v=${encodeURIComponent(version)}`
}

/** The address of a preview of a stored picture; null of what has none. */
export function previewUrl(url: string | null, size: PreviewSize): string | null {
  const file = storedFile(url)
  return file === null ? null : `${file}&size=${size}`
}

/**
 * The address of the picture by which a product or variant is known in lists: the main picture,
 * else the first one. Without any it is the address that a client sent.
 */
export function mainPicture({ assets, mainImageUrl }: Pick<Product, 'assets' | 'mainImageUrl'>): string | null {
  const main = assets.find(({ isMainImage }) => isMainImage)
  const shown = main !== undefined && isPicture(main) ? main : assets.find(isPicture)
  return shown?.url ?? (main === undefined ? mainImageUrl : null)
}

/** An address that a link may lead to; null of other schemes, which could run something. */
export function linkTarget(url: string | null): string | null {
  const address = url === null ? null : URL.parse(url)
  return address?.protocol === 'https:' || address?.protocol === 'http:' ? address.href : null
}
