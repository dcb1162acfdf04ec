import { DomainError, type ErrorTexts } from '@open-oms/contracts/errors'
import type { LeftOut, LeftOutReason } from './domain/open-shipment.ts'

/** Reasons that a refusal names. */
const REASONS_MAX = 100

/** A shipment that is not printed, and why. */
export type UnprintedShipment = Pick<LeftOut, 'shipment' | 'codes'> & { reason: LeftOutReason | 'otherWarehouse' }

/**
 * The refusal of a document without goods, with the reason of each shipment
 * (documents-and-notifications.md#documents-of-shipments).
 */
export function nothingToPrint(shipments: readonly UnprintedShipment[]): DomainError {
  if (shipments.length === 0) return new DomainError('NothingToPrint', 'There are no shipments to print.')
  const reasons = shipments.slice(0, REASONS_MAX).map(({ shipment, reason, codes }) => {
    return [shipment, codes.length === 0 ? [reason] : [`${reason} (${codes.join(', ')})`]] as const
  })
  const message = 'None of the shipments has anything to be picked.'
  return new DomainError('NothingToPrint', message, { errors: Object.fromEntries(reasons) as ErrorTexts })
}
