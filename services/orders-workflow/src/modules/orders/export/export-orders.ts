import type { OrderExportRequest } from '@oms/contracts/orders/search/export'
import type { Caller } from '@oms/service-kit/authentication/caller'
import type { RouteResponse } from '@oms/service-kit/http/route-response'
import { findExportConnector } from '../../../connectors/export/send-export.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { exportToConnector } from './export-to-connector.ts'
import { exportToFile } from './export-to-file.ts'

export type ExportOrders = { request: OrderExportRequest; caller: Caller; requestKey: string | undefined }

/**
 * Exports orders to the connector that the request names, else as a file (orders.md#order-export).
 * Raises `ValidationFailed` for an unknown connector, and what `exportToConnector` and
 * `exportToFile` raise.
 */
export async function exportOrders(deps: RunnerDeps, { request, caller, requestKey }: ExportOrders): Promise<RouteResponse> {
  const connector = findExportConnector(deps.config().connectors, request)
  if (connector === null) return exportToFile(deps, request, caller)
  return { body: await exportToConnector(deps, { connector, request, caller, requestKey }) }
}
