import { assertNoFaults, mayWriteField, REQUIRED } from '@open-oms/contracts/model/field-values'
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

/**
 * The same for a cart: values that are not as they are declared are refused when they are written,
 * with `ValidationFailed`. What is required and who may write it counts for the order that is made
 * of it, by whom it is made.
 */
export function requireCartFields(
  { noteUndeclared }: Pick<WriteRequest, 'noteUndeclared'>,
  change: OrderChange,
  config: Pick<VersionConfig, 'customFields'>,
): void {
  const { errors, undeclared } = orderFieldFaults(change, config, () => true)
  const wrong = Object.entries(errors).filter(([, [text]]) => text !== REQUIRED)
  assertNoFaults({ errors: Object.fromEntries(wrong), forbidden: [] })
  if (undeclared.length > 0) noteUndeclared?.(undeclared)
}
