import { assertNoFaults, mayWriteField } from '@oms/contracts/model/field-values'
import type { VersionConfig } from '../rules/context/order-context.ts'
import { type OrderChange, orderFieldFaults } from '../rules/fields/property-changes.ts'
import { type WriteKind, writeKinds } from '../rules/write-kinds.ts'
import type { WriteRequest } from './write-context.ts'

/**
 * Refuses a write whose properties are not as they are declared, or that its author may not write
 * (custom-fields.md#checks), and notes the keys that are not declared. Raises `ValidationFailed`
 * and `Forbidden`.
 */
export function requireFields(
  { held, noteUndeclared }: Pick<WriteRequest, 'held' | 'noteUndeclared'>,
  { kind, ...change }: OrderChange & { kind: WriteKind },
  config: Pick<VersionConfig, 'customFields' | 'roles'>,
): void {
  if (!writeKinds[kind].checksFields) return
  const faults = orderFieldFaults(change, config, (field) => held === undefined || mayWriteField(field, held, config.roles))
  assertNoFaults(faults)
  if (faults.undeclared.length > 0) noteUndeclared?.(faults.undeclared)
}
