import type { IncomingHttpHeaders } from 'node:http'
import { DomainError, invalid } from '@open-oms/contracts/errors'
import { isNotModified } from '@open-oms/service-kit/http/etag'
import type { RouteResponse } from '@open-oms/service-kit/http/route-response'
import { create } from 'content-disposition'
import type { Deps } from '../../deps.ts'
import { PREVIEW_TYPE, previewSizes } from '../previews/make-previews.ts'
import { previewKey } from '../storage/file-store.ts'
import { findServedFile } from './asset-store.ts'
import { allowsRange, type ByteRange, requestedRange } from './domain/byte-range.ts'

export type ServeAssetFile = AssetFileRequest & { headers: IncomingHttpHeaders; withBody: boolean }

/**
 * Types that are shown in a page: raster images that browsers know, PDF and plain text. All others
 * are attachments (assets.md#served-files).
 */
const shown = new Set([
  ...'jpeg png apng webp gif avif bmp x-icon tiff heic heif jp2 jxl'.split(' ').map((type) => `image/${type}`),
  ...['application/pdf', 'text/plain'],
])
const YEAR_SECONDS = 31_536_000

/**
 * Serves a stored file or preview as a stream from the store (assets.md#served-files): whole, a
 * part of it (206), or 304 when the client has it. Raises `RangeNotSatisfiable`, and `NotFound` and
 * `ValidationFailed` as `findAssetFile` does.
 */
export async function serveAssetFile(deps: Pick<Deps, 'query' | 'store'>, request: ServeAssetFile): Promise<RouteResponse> {
  const file = await findAssetFile(deps, request)
  const headers = fileHeaders(file, request)
  if (isNotModified(request.headers['if-none-match'], file.etag)) return { status: 304, headers }
  const length = file.length ?? (await lengthInStore(deps, file))
  const range = allowsRange(request.headers['if-range'] as string | undefined, file.etag)
    ? requestedRange(request.headers.range, length)
    : 'whole'
  if (range === 'none') throw notSatisfiable(length)
  const part = range === 'whole' ? {} : { 'content-range': `bytes ${range.start}-${range.end}/${length}` }
  const size = range === 'whole' ? length : range.end - range.start + 1
  const all = { ...headers, ...part, 'content-length': String(size) }
  const body = request.withBody ? { body: await openContent(deps, file, range === 'whole' ? undefined : range) } : {}
  return { status: range === 'whole' ? 200 : 206, headers: all, ...body }
}

function fileHeaders({ etag, contentType }: FoundFile, { fileName, version, size }: AssetFileRequest): Record<string, string> {
  const isShown = shown.has(contentType)
  const shownName = size === null ? fileName : `${fileName}.${size}.webp`
  return {
    etag,
    'content-type': contentType,
    'content-disposition': create(shownName, { type: isShown ? 'inline' : 'attachment' }),
    'accept-ranges': 'bytes',
    // The content behind an address with a version never changes; without one the newest is
    // requested each time.
    'cache-control': version === null ? 'public, no-cache' : `public, max-age=${YEAR_SECONDS}, immutable`,
    // Browsers must not take a text with markup for HTML.
    'x-content-type-options': 'nosniff',
    ...(isShown ? {} : { 'content-security-policy': 'sandbox' }),
  }
}

async function openContent({ store }: Pick<Deps, 'store'>, { key }: FoundFile, range: ByteRange | undefined) {
  const stream = await store.open(key, range)
  if (stream === null) throw fileGone()
  return stream
}

async function lengthInStore({ store }: Pick<Deps, 'store'>, { key }: FoundFile): Promise<number> {
  const found = await store.exists(key)
  if (found === null) throw fileGone()
  return found.length
}

/**
 * The row exists, the file does not: it was deleted just now, or is lost, which the sweep reports.
 */
function fileGone(): DomainError {
  return new DomainError('NotFound', 'The file is not there any more.')
}

function notSatisfiable(length: number): DomainError {
  return new DomainError('RangeNotSatisfiable', 'The file has no such part.', {
    headers: { 'content-range': `bytes */${length}` },
  })
}

type AssetFileRequest = {
  assetId: string
  fileName: string
  /** The content; the newest where none is named. */
  version: string | null
  /** Edge of the preview; null for the file itself. */
  size: string | null
}

/** A file in the store, as it is served. */
type FoundFile = {
  key: string
  /** In quotes. */
  etag: string
  contentType: string
  /** In bytes; null for a preview, of which only the store knows. */
  length: number | null
}

/**
 * The stored file that an address leads to (assets.md#served-files, assets.md#file-addresses).
 * Raises `NotFound` when no asset shows it, or when it is no image and a preview is asked for;
 * `ValidationFailed` for a size that previews do not have.
 */
async function findAssetFile(deps: Pick<Deps, 'query'>, { size, ...asset }: AssetFileRequest): Promise<FoundFile> {
  const wanted = previewSizes.find((edge) => String(edge) === size)
  if (size !== null && wanted === undefined)
    throw invalid('size', `must be ${previewSizes.toSorted((a, b) => a - b).join(' or ')}`)
  const file = await findServedFile(deps, asset)
  if (file === null) throw new DomainError('NotFound', 'There is no such file.')
  const { sha256, contentType, length, hasPreviews } = file
  if (wanted === undefined) return { key: sha256, etag: `"${sha256}"`, contentType, length }
  if (!hasPreviews) throw new DomainError('NotFound', 'There are no previews of this file: it is no raster image.')
  return { key: previewKey(sha256, wanted), etag: `"${sha256}-${wanted}"`, contentType: PREVIEW_TYPE, length: null }
}
