import { withPublicBase } from '@oms/contracts/catalog/file-addresses'
import type { JsonPatchOperation } from '@oms/contracts/orders/order-version'
import type { OrderKey } from '../../../order/store/order-queries.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { readVersion } from './get-order-version.ts'
import { diffVersions } from './version-difference.ts'

export type DiffOrderVersions = OrderKey & { from: string; to: string }

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
