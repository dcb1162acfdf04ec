import { DomainError } from '@oms/contracts/errors'
import type { OrderKey } from '../../../order/order-queries.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { findVersion, type StoredVersion } from './order-version-queries.ts'

export type VersionKey = OrderKey & { versionId: string }

/**
 * One version of an order with its content (orders.md#order-versions). Raises `NotFound`, also for
 * an order that is, or at that version was, of a store that the reader does not cover.
 */
export async function readVersion(
  deps: Pick<RunnerDeps, 'query'>,
  { orderId, versionId, isInScope }: VersionKey,
): Promise<StoredVersion> {
  const version = await findVersion(deps, orderId, versionId)
  if (version === null || !version.storeIds.every(isInScope))
    throw new DomainError('NotFound', `There is no version "${versionId}" of an order with id "${orderId}".`)
  return version
}
