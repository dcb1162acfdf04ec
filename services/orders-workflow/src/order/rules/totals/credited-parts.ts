import type { TaxedAmount } from './taxed-amount.ts'

/** What a return form credits of a part of its order, after return charges, with its tax. */
export type FormCredit = TaxedAmount & {
  part: CreditedPart
  /** Null where it has no tax. */
  rate: number | null
}

/**
 * A part of an order: a line in all its shipments, the shipping of a shipment, the handling, the
 * rounding.
 */
export type CreditedPart = string

/** The names of parts. */
export const creditedPart = {
  line: (lineItemId: string | null): CreditedPart => `Line ${lineItemId}`,
  shipping: (shipmentId: string | null): CreditedPart => `Shipping ${shipmentId}`,
  handling: 'Handling',
  rounding: 'Rounding',
}
