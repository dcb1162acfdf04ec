import { withPublicBase } from '@open-oms/contracts/catalog/file-addresses'
import { DomainError } from '@open-oms/contracts/errors'
import type { JsonPatchOperation } from '@open-oms/contracts/orders/order-version'
import { JsonText, type RouteResponse } from '@open-oms/service-kit/http/route-response'
import type { OrderKey } from '../../../order/store/order-queries.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { findVersion, type StoredVersion } from './order-version-queries.ts'
import { diffVersions } from './version-difference.ts'

/**
 * An order as it was at a version (orders.md#order-versions). Its content goes out as it is stored.
 * Raises `NotFound`.
 */
export async function getOrderVersion(deps: Pick<RunnerDeps, 'query'>, key: VersionKey): Promise<RouteResponse> {
  const { versionId, created, createdBy, provenBy, document } = await readVersion(deps, key)
  const head = JSON.stringify({ id: key.orderId, type: 'Order', versionId, createdBy, provenBy, created: created.toISOString() })
  return { body: new JsonText(`${head.slice(0, -1)},"value":${document}}`), version: versionId }
}

export type VersionKey = OrderKey & { versionId: string }

/**
 * One version of an order with its content (orders.md#order-versions). Raises `NotFound`, also for
 * an order that is, or at that version was, of a store that the caller does not cover.
 */
async function readVersion(deps: Pick<RunnerDeps, 'query'>, { isInScope, ...key }: VersionKey): Promise<StoredVersion> {
  const version = await findVersion(deps, key)
  if (version === null || !version.storeIds.every(isInScope))
    throw new DomainError('NotFound', `There is no version "${key.versionId}" of an order with id "${key.orderId}".`)
  return version
}

type DiffOrderVersions = OrderKey & { from: string; to: string }

/**
 * The JSON Patch that makes one version of an order into another (orders.md#order-versions). Raises
 * `NotFound`.
 */
export async function diffOrderVersions(
  deps: Pick<RunnerDeps, 'query' | 'publicBase'>,
  { from, to, ...key }: DiffOrderVersions,
): Promise<JsonPatchOperation[]> {
  const before = await readVersion(deps, { ...key, versionId: from })
  const after = await readVersion(deps, { ...key, versionId: to })
  // The values of a patch have no field names, so that addresses are written before the comparison.
  const read = ({ document }: { document: string }) => JSON.parse(withPublicBase(document, deps.publicBase))
  return diffVersions(read(before), read(after)) as JsonPatchOperation[]
}
