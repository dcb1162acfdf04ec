import type { Readable } from 'node:stream'
import { withPublicBase } from '@open-oms/contracts/catalog/file-addresses'
import { DomainError } from '@open-oms/contracts/errors'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import { responseStream } from '@open-oms/service-kit/http/response-stream'
import type { OrderDeps } from '../../../order/write/order-deps.ts'
import { readScrollBatch, type ScrollSize } from './scroll-store.ts'
import { versionDocuments } from './version-documents.ts'

/** The scroll and the batch of an id, counted from 0. */
type ScrollPosition = { id: string; batch: number }

const UUID_BYTES = 16
const BYTES = UUID_BYTES + 4
const FORM = /^[\w-]{27}$/

/** An opaque id that needs no encoding in a path (search.md#scroll). */
export function formatScrollId({ id, batch }: ScrollPosition): string {
  const bytes = Buffer.alloc(BYTES)
  bytes.write(id.replaceAll('-', ''), 'hex')
  bytes.writeUInt32BE(batch, UUID_BYTES)
  return bytes.toString('base64url')
}

/** Null for a text that `formatScrollId` never returned. */
export function readScrollId(text: string): ScrollPosition | null {
  if (!FORM.test(text)) return null
  const bytes = Buffer.from(text, 'base64url')
  const hex = bytes.toString('hex', 0, UUID_BYTES)
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  const position = { id, batch: bytes.readUInt32BE(UUID_BYTES) }
  // Some bits of the last character are unused.
  return formatScrollId(position) === text ? position : null
}

export type ScrollBatchResponse = ScrollPosition & { size: ScrollSize; stores: Caller['storeIds']; omitsEmpty: boolean }

export function noSuchScroll(): DomainError {
  return new DomainError('NotFound', 'There is no such scroll, or it has expired.')
}

/**
 * A batch as an OrderScrollResult, piece by piece (search.md#scroll). After the last batch the
 * result is empty and the id stays as it is. The stream fails with `NotFound` when the scroll is
 * freed before it is read.
 */
export function scrollResponse(
  deps: Pick<OrderDeps, 'query' | 'reading' | 'publicBase'>,
  response: ScrollBatchResponse,
): Readable {
  return responseStream(pieces(deps, response))
}

async function* pieces(
  deps: Pick<OrderDeps, 'query' | 'reading' | 'publicBase'>,
  { id, batch, size, ...form }: ScrollBatchResponse,
): AsyncGenerator<string> {
  const beginning = `{"totalHits":${size.totalHits},"result":[`
  let before = beginning
  let next = batch
  // An empty result means the end, so batches whose orders are all purged are skipped.
  while (next < size.batchCount && before === beginning) {
    const held = await readScrollBatch(deps, id, next)
    if (held === null) throw noSuchScroll()
    for await (const documents of versionDocuments(deps.reading, { ...held, ...form, scrollId: id, separator: ',' })) {
      yield before
      yield withPublicBase(documents, deps.publicBase)
      before = ','
    }
    next += 1
  }
  const end = `],"scrollId":"${formatScrollId({ id, batch: next })}","isValid":true}`
  yield before === beginning ? beginning + end : end
}

/** The expiry of a scroll that is used now. */
export function scrollEnd({ config }: Pick<OrderDeps, 'config'>, now: Date): Date {
  return new Date(now.getTime() + config().settings.search.scrollLifeSeconds * 1_000)
}
