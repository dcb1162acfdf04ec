import type { Readable } from 'node:stream'
import { withPublicBase } from '@oms/contracts/catalog/file-addresses'
import { DomainError } from '@oms/contracts/errors'
import type { Caller } from '@oms/service-kit/authentication/caller'
import { responseStream } from '@oms/service-kit/http/response-stream'
import type { OrderDeps } from '../../../order/write/order-deps.ts'
import { formatScrollId, type ScrollPosition } from './scroll-id.ts'
import { readScrollBatch, type ScrollSize } from './scroll-store.ts'
import { versionDocuments } from './version-documents.ts'

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
