import type { Product } from '@open-oms/contracts/catalog/product'
import { DomainError } from '@open-oms/contracts/errors'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { changedFields } from './domain/new-product.ts'
import { readVersion } from './product-versions.ts'

/** What a client accepts, from its `If-Match`. */
export type AcceptedVersions = { any: boolean; versions: readonly string[] }

/**
 * The versions of which a product must have one, by a request's `If-Match`; null when any will do
 * (http.md#entity-tags).
 */
export function versionsOfHeader(ifMatch: AcceptedVersions | null): readonly string[] | null {
  return ifMatch === null || ifMatch.any ? null : ifMatch.versions
}

/**
 * Raises `VersionConflict`, with what changed since the version that the client had, unless the
 * product has one of the versions.
 */
export async function assertVersion(tx: Transaction, stored: Product, accepted: readonly string[] | null): Promise<void> {
  if (accepted === null || accepted.includes(stored.versionId)) return
  const had = await readVersion(tx, stored.productId, accepted)
  throw new DomainError('VersionConflict', 'The product was changed in the meantime.', {
    fields: { currentVersionId: stored.versionId, changedFields: had === null ? [] : changedFields(had, stored) },
  })
}
