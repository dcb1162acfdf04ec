import { withPublicBase } from '@open-oms/contracts/catalog/file-addresses'
import { DomainError, invariant } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderExportRequest } from '@open-oms/contracts/orders/search/export'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import { responseStream } from '@open-oms/service-kit/http/response-stream'
import type { RouteResponse } from '@open-oms/service-kit/http/route-response'
import { orderShownTo, type ShowOrder, showWhole } from '../../../order/rules/shown-order.ts'
import {
  extendScroll,
  fillScroll,
  freeScroll,
  readScrollBatch,
  reserveScroll,
  type ScrollKey,
} from '../../search/scroll/scroll-store.ts'
import { versionDocuments } from '../../search/scroll/version-documents.ts'
import { searchScope } from '../../search/search-orders.ts'
import { requestedSort } from '../../search/search-sorts.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { type FileFormat, fileFormat } from './file-format.ts'

/** What a file has: `omitsEmpty` leaves the fields of orders out that are empty, where it can. */
export type FileExport = { request: OrderExportRequest; caller: Caller; omitsEmpty: boolean }

/** How many orders one row of the list of an export has. */
const BATCH_SIZE = 1_000

/**
 * Exports what a search finds, as it is now, as a file of any length (orders.md#export-file). The
 * export uses the same list of versions as a scroll, which fixes the moment, so that nothing is
 * locked or kept open while the client reads; a client that stops reading is cut off. Raises
 * `ValidationFailed` for columns that are none, `RateLimited` for too many concurrent exports, and
 * what the filter raises.
 */
export async function exportToFile(deps: RunnerDeps, { request, caller, omitsEmpty }: FileExport): Promise<RouteResponse> {
  const format = fileFormat(request)
  const isWhole = format.needsWhole || !omitsEmpty
  const now = deps.now()
  const key = await snapshot(deps, request, caller)
  const name = `orders-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.${request.format ?? 'json'}`
  return {
    headers: { 'content-type': format.contentType, 'content-disposition': `attachment; filename="${name}"` },
    body: responseStream(pieces(deps, { ...key, isWhole, show: orderShownTo(caller) }, format)),
    isWhole,
  }
}

type ExportKey = Omit<ScrollKey, 'now'>

/**
 * Exports are separate from the scrolls of a client: they do not count as open scrolls, and cannot
 * be read as such.
 */
function exportOwner({ clientId }: Caller): string {
  return `export\u001f${clientId}`
}

function scrollExpiry({ config }: Pick<RunnerDeps, 'config'>, now: Date): Date {
  return new Date(now.getTime() + config().settings.search.scrollLifeSeconds * 1_000)
}

async function snapshot(deps: RunnerDeps, request: OrderExportRequest, caller: Caller): Promise<ExportKey> {
  const { settings } = deps.config()
  const now = deps.now()
  const key = { id: deps.newId(), clientId: exportOwner(caller) }
  const openMax = settings.search.scrollsPerClientMax
  const first = await reserveScroll(deps, { ...key, openMax, now, expires: scrollExpiry(deps, now) })
  if (first !== null) throw new DomainError('RateLimited', `At most ${openMax} exports may run concurrently.`)
  try {
    const scope = searchScope(deps, caller)
    await fillScroll(deps, {
      id: key.id,
      filter: request,
      scope,
      sort: requestedSort(request, scope),
      orderIds: wantedIds(request),
      batchSize: BATCH_SIZE,
    })
    return key
  } catch (error) {
    await free(deps, key)
    throw error
  }
}

type Export = ExportKey & { isWhole: boolean; show: ShowOrder }

async function* pieces(deps: RunnerDeps, key: Export, format: FileFormat): AsyncGenerator<string> {
  let before = format.begin
  try {
    for await (const documents of readDocuments(deps, key, format.separator)) {
      yield before
      yield format.part(withPublicBase(shownDocuments(documents, key.show, format.separator), deps.publicBase))
      before = format.between
    }
    yield (before === format.begin ? before : '') + format.end
  } finally {
    await free(deps, key)
  }
}

/** The documents as the caller may see them: parsed only where something is to be masked. */
function shownDocuments(documents: string, show: ShowOrder, separator: string): string {
  if (show === showWhole) return documents
  const list = separator === ',' ? `[${documents}]` : `[${documents.split(separator).filter(Boolean).join(',')}]`
  return (JSON.parse(list) as Order[]).map((order) => JSON.stringify(show(order))).join(separator)
}

async function* readDocuments(deps: RunnerDeps, { isWhole, show: _, ...key }: Export, separator: string): AsyncGenerator<string> {
  for (let number = 0; ; number++) {
    const now = deps.now()
    const size = await extendScroll(deps, { ...key, now }, scrollExpiry(deps, now))
    // Only a client that takes minutes for a thousand orders gets here; a file that ended early
    // would look whole.
    invariant(size !== null, 'an export outlives its list of versions')
    if (number >= size.batchCount) return
    const batch = await readScrollBatch(deps, key.id, number)
    invariant(batch !== null, 'an export has all of its batches')
    yield* versionDocuments(deps.reading, { ...batch, scrollId: key.id, stores: null, separator, omitsEmpty: !isWhole })
  }
}

function free(deps: RunnerDeps, key: ExportKey): Promise<unknown> {
  return freeScroll(deps, { ...key, now: deps.now() }).catch((err) =>
    deps.log.warn({ err }, 'the list of an export waits for its expiry'),
  )
}

/**
 * The ids that an export is limited to; null when it names none, which is no limit
 * (orders.md#order-export).
 */
export function wantedIds({ orderIds = [] }: OrderExportRequest): string[] | null {
  const ids = [...new Set(orderIds)].filter((id) => id !== '')
  return ids.length === 0 ? null : ids
}
