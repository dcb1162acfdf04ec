import type { EntityError } from '@oms/contracts/orders/primitive-models'

export type NewEntityError = {
  key: string
  message: string
  severity: 'Warning' | 'Error'
  occurred: string
  referenceId?: string
}

/** An entry of an order's `errors`. */
export function entityError(fields: NewEntityError): EntityError {
  return { comment: null, details: null, status: null, ...fields, referenceId: fields.referenceId ?? null }
}
