import type { OrderExportRequest } from '@oms/contracts/orders/search/export'
import type { Caller } from '@oms/service-kit/authentication/caller'
import type { RouteResponse } from '@oms/service-kit/http/route-response'
import { findExportConnector } from '../../../connectors/http/send-export.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { exportToConnector } from './export-to-connector.ts'
import { exportToFile } from './export-to-file.ts'

export type ExportOrders = { request: OrderExportRequest; caller: Caller; requestKey: string | undefined; omitsEmpty: boolean }

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
