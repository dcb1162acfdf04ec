import { paymentRecorded } from '@open-oms/contracts/orders/events'
import { paymentStatuses, transactionTypes } from '@open-oms/contracts/orders/payment'
import { isBooked, POS_ORDER_TYPE } from '../../payments/domain/payment-transaction.ts'

/**
 * What can be read of a payment event that could not be handled. Null is what cannot be read: the
 * event may break every rule of its contract.
 */
export type QuarantinedPayment = {
  orderId: string | null
  paymentId: string | null
  storeId: string | null
  occurredAt: Date | null
  /** False only for a payment that is certainly in no posting in its present state. */
  mayBeBooked: boolean
}

/** Reads what is readable of a payment event; null for other events and for Pos orders. */
export function readQuarantinedPayment(envelope: string): QuarantinedPayment | null {
  const { type, data } = asFields(parsed(envelope))
  if (typeof type === 'string' && type !== paymentRecorded.type) return null
  const { orderId, orderType, storeId, payment } = asFields(data)
  if (orderType === POS_ORDER_TYPE) return null
  const { id, paidDate, transactionType, status } = asFields(payment)
  const occurredAt = new Date(nonEmptyText(paidDate) ?? '')
  return {
    orderId: nonEmptyText(orderId),
    paymentId: nonEmptyText(id),
    storeId: nonEmptyText(storeId),
    occurredAt: Number.isNaN(occurredAt.getTime()) ? null : occurredAt,
    mayBeBooked: mayBeBooked(transactionType, status),
  }
}

/** Reads store and closing time of a Z-report event; null for what cannot be read. */
export function readQuarantinedZReport(envelope: string): { storeId: string | null; dateClosed: string | null } {
  const { storeId, dateClosed } = asFields(asFields(parsed(envelope)).data)
  const text = nonEmptyText(dateClosed)
  return { storeId: nonEmptyText(storeId), dateClosed: text === null || Number.isNaN(Date.parse(text)) ? null : text }
}

function mayBeBooked(type: unknown, status: unknown): boolean {
  const transactionType = transactionTypes.find((word) => word === type)
  const paymentStatus = paymentStatuses.find((word) => word === status)
  if (transactionType === undefined || paymentStatus === undefined) return true
  return isBooked({ transactionType, status: paymentStatus })
}

function asFields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

const nonEmptyText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Nothing can be read of what is not JSON.
    return undefined
  }
}
