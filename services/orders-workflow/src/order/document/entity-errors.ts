import type { EntityError } from '@oms/contracts/orders/primitive-models'
import { LIST_MAX } from '@oms/contracts/primitives'

export type NewEntityError = {
  key: string
  message: string
  severity: 'Warning' | 'Error'
  occurred: string
  referenceId?: string
}

/** The errors of an order with one more; of more than a list may have, the oldest are dropped. */
export function withEntityError<T>(errors: readonly T[], error: T): T[] {
  return [...errors, error].slice(-LIST_MAX)
}

/** An entry of an order's `errors`. */
export function entityError(fields: NewEntityError): EntityError {
  return { comment: null, details: null, status: null, ...fields, referenceId: fields.referenceId ?? null }
}
