import type { Connector } from '@open-oms/contracts/config/connectors'
import { invalid } from '@open-oms/contracts/errors'
import {
  CONNECTOR_ORDERS_MAX,
  type ExportLogItem,
  type OrderExportModel,
  type OrderExportRequest,
  type OrderExportResult,
} from '@open-oms/contracts/orders/search/export'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import type { Database } from '@open-oms/service-kit/database/database'
import { type BuiltStatement, fetchRows } from '@open-oms/service-kit/database/statement'
import type { RouteResponse } from '@open-oms/service-kit/http/route-response'
import { type ExportOutcome, findExportConnector, sendExport } from '../../../connectors/http/send-export.ts'
import { orderDocument } from '../../../order/store/stored-document.ts'
import type { ScopedFilter } from '../../search/domain/search-filter.ts'
import { searchCondition, searchedTables } from '../../search/search-condition.ts'
import { searchScope } from '../../search/search-orders.ts'
import { requestedSort, type SearchSort, searchOrder } from '../../search/search-sorts.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { exportToFile, wantedIds } from './export-to-file.ts'

type WantedDocuments = ScopedFilter & {
  sort: SearchSort
  /** Besides the filter: only these; null for all. */
  orderIds: readonly string[] | null
  countMax: number
}

const documentRow = { document: orderDocument }

/** Finds the documents of the first orders of a search. Raises what the search condition raises. */
export function firstDocumentsStatement(wanted: WantedDocuments): BuiltStatement<typeof documentRow> {
  const { filter, scope, sort, orderIds, countMax } = wanted
  const condition = searchCondition(filter, scope)
  const first = condition.values.length + 1
  return {
    text: `select o.document from ${searchedTables(condition)} join "order" o on o.id = s.order_id
      where ${condition.sql} and ($${first}::text[] is null or s.order_id = any($${first}))
      order by ${searchOrder(sort)} limit $${first + 1}`,
    values: [...condition.values, orderIds, countMax],
    row: documentRow,
  }
}

/**
 * The documents, as JSON, of the first orders that a search finds, as of one moment. Raises what
 * the search condition raises.
 */
async function findFirstDocuments(database: Pick<Database, 'query'>, wanted: WantedDocuments): Promise<string[]> {
  return (await fetchRows(database, firstDocumentsStatement(wanted))).map(({ document }) => document)
}

/** How many calls to the connector run concurrently. */
const CONCURRENT_CALLS_MAX = 4
/**
 * Longest time of all calls together, so that the response comes before a proxy gives up waiting
 * for it.
 */
const CALLS_MS_MAX = 45_000

export type ConnectorExport = {
  connector: Connector
  request: OrderExportRequest
  caller: Caller
  /**
   * The client's own key for the request: a repetition of it sends each order under the same key
   * again.
   */
  requestKey: string | undefined
}

/**
 * Sends every order that a search finds to a connector and returns the result of each, in the order
 * of the search (orders.md#export-to-a-connector). Raises `ValidationFailed` when there are more
 * orders than one request may send, and what the filter raises; a connector that fails raises
 * nothing.
 */
async function exportToConnector(deps: RunnerDeps, wanted: ConnectorExport): Promise<OrderExportResult[]> {
  const { request, caller, connector } = wanted
  const scope = searchScope(deps, caller)
  const documents = await findFirstDocuments(deps, {
    filter: request,
    scope,
    sort: requestedSort(request, scope),
    orderIds: wantedIds(request),
    countMax: CONNECTOR_ORDERS_MAX + 1,
  })
  if (documents.length > CONNECTOR_ORDERS_MAX) {
    throw invalid('', `More than ${CONNECTOR_ORDERS_MAX} orders are found; a connector is sent at most that many by one request.`)
  }
  const signal = AbortSignal.timeout(CALLS_MS_MAX)
  const key = wanted.requestKey === undefined ? deps.newId() : `${caller.clientId}:${wanted.requestKey}`
  return mapConcurrently(documents, async (document) => {
    const item: OrderExportModel = { order: JSON.parse(document), returnOrderForm: null, shipment: null }
    const outcome = await sendExport(connector, {
      item,
      idempotencyKey: `export:${connector.id}:${key}:${item.order?.id}`,
      publicBase: deps.publicBase,
      signal,
    })
    return { item, logItems: [logItem(deps, connector, { outcome, orderId: item.order?.id })] }
  })
}

type ExportReport = { outcome: ExportOutcome; orderId: string | null | undefined }

function logItem({ log, now }: RunnerDeps, connector: Connector, { outcome, orderId }: ExportReport): ExportLogItem {
  const isSuccess = outcome.status === 'Exported'
  const { name } = connector
  // The reason is the client's to read: it holds words of the receiver, who may repeat whose order
  // it was.
  if (!isSuccess)
    log.warn({ connector: name, orderId, outcome: outcome.status }, 'an order was not exported; the response names the reason')
  return {
    created: isSuccess && outcome.isNew,
    errorLogged: !isSuccess,
    errorReason: isSuccess ? null : outcome.reason,
    isSuccess,
    status: outcome.status,
    timestamp: now().toISOString(),
    translateKey: null,
    type: name,
  }
}

/** The results in the order of the items, some of which are worked on at the same time. */
async function mapConcurrently<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const waiting = items.entries()
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: CONCURRENT_CALLS_MAX }, worker))
  return results
}

type ExportOrders = { request: OrderExportRequest; caller: Caller; requestKey: string | undefined; omitsEmpty: boolean }

/**
 * Exports orders to the connector that the request names, else as a file (orders.md#order-export).
 * Raises `ValidationFailed` for an unknown connector, and what `exportToConnector` and
 * `exportToFile` raise.
 */
export async function exportOrders(deps: RunnerDeps, { requestKey, ...wanted }: ExportOrders): Promise<RouteResponse> {
  const connector = findExportConnector(deps.config().connectors, wanted.request)
  if (connector === null) return exportToFile(deps, wanted)
  return { body: await exportToConnector(deps, { ...wanted, connector, requestKey }), isWhole: true }
}
