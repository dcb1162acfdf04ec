import type { JsonPatchOperation } from '@oms/contracts/orders/order-version'
import type { Deps } from '../../deps.ts'
import type { OrderKey } from '../../persistence/order-queries.ts'
import { readVersion } from './read-version.ts'
import { differenceOf } from './version-difference.ts'

export type DiffOrderVersions = OrderKey & { from: string; to: string }

/** The JSON Patch that makes one version of an order into another (4-decisions L.3). Raises `NotFound`. */
export async function diffOrderVersions(
  deps: Pick<Deps, 'query'>,
  { from, to, ...key }: DiffOrderVersions,
): Promise<JsonPatchOperation[]> {
  const before = await readVersion(deps, { ...key, versionId: from })
  const after = await readVersion(deps, { ...key, versionId: to })
  return differenceOf(JSON.parse(before.document), JSON.parse(after.document)) as JsonPatchOperation[]
}
