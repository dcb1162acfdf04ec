import { JsonText, type RouteResponse } from '@oms/service-kit/http/route-response'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { readVersion, type VersionKey } from './read-version.ts'

/**
 * An order as it was at a version (orders.md#order-versions). Its content goes out as it is stored.
 * Raises `NotFound`.
 */
export async function getOrderVersion(deps: Pick<RunnerDeps, 'query'>, key: VersionKey): Promise<RouteResponse> {
  const { versionId, created, createdBy, document } = await readVersion(deps, key)
  const head = JSON.stringify({ id: key.orderId, type: 'Order', versionId, createdBy, created: created.toISOString() })
  return { body: new JsonText(`${head.slice(0, -1)},"value":${document}}`), version: versionId }
}
