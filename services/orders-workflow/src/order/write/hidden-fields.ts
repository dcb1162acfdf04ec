import { invalid } from '@open-oms/contracts/errors'
import { Order } from '@open-oms/contracts/orders/order'
import { findMask, withStoredPersonal } from '@open-oms/contracts/personal'
import type { TSchema } from '@sinclair/typebox'
import type { WriteRequest } from './write-context.ts'

type Write = Pick<WriteRequest, 'hidesPersonalData'>

/** The change of an order with what its author may not see as it is stored, as `hiddenAsStored`. */
export function withHiddenAsStored<T extends { order: Order }>(write: Write, change: T | null, before: Order | null): T | null {
  if (change === null || write.hidesPersonalData !== true) return change
  return { ...change, order: hiddenAsStored(Order, change.order, before) }
}

/**
 * What a caller writes who may not see personal data: masked and missing fields stay as they are
 * stored (security.md#personal-data), so that sending back what was read erases nothing. Raises
 * `ValidationFailed` for a mask in a field that has nothing stored.
 */
export function hiddenAsStored<T>(schema: TSchema, value: T, before: T | null): T {
  if (value === before) return value
  const whole = withStoredPersonal(schema, value, before)
  const masked = findMask(schema, whole)
  if (masked !== null) throw invalid(masked, 'is a mask of what you may not see: leave it out')
  return whole
}
