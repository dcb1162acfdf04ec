import type { Product } from '@open-oms/contracts/catalog/product'
import { assertNoFaults, fieldsOn, findFieldFaults, mayWriteField } from '@open-oms/contracts/model/field-values'
import type { HeldRights } from '@open-oms/contracts/permissions'
import type { CatalogConfig } from '../../deps.ts'

/** Whose rights count for declared fields, and who is told of others. */
export type FieldWriter = { held: HeldRights; noteUndeclared(keys: readonly string[]): void }

/**
 * Refuses a product whose properties are not as they are declared, or that its author may not write
 * (custom-fields.md#checks); `before` is null for a new one. Raises `ValidationFailed`,
 * `Forbidden`.
 */
export function requireProductFields(
  { held, noteUndeclared }: FieldWriter,
  { before, after }: { before: Product | null; after: Product },
  { customFields, roles }: Pick<CatalogConfig, 'customFields' | 'roles'>,
): void {
  const change = { path: 'properties', before: before?.properties ?? null, after: after.properties }
  const faults = findFieldFaults(fieldsOn(customFields, 'product'), change, (field) => mayWriteField(field, held, roles))
  assertNoFaults(faults)
  if (faults.undeclared.length > 0) noteUndeclared(faults.undeclared)
}
