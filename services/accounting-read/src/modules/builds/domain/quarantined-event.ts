import { paymentRecorded } from '@oms/contracts/orders/events'
import { paymentStatuses, transactionTypes } from '@oms/contracts/orders/payment'
import { isBooked, POS_ORDER_TYPE } from '../../payments/domain/payment-transaction.ts'

/**
 * What can be read of a payment event that could not be handled. Null stands for what cannot be read: the event may break every
 * rule of its contract.
 */
export type SetAsidePayment = {
  orderId: string | null
  paymentId: string | null
  storeId: string | null
  occurredAt: Date | null
  /** False only for a payment that surely belongs in no posting, as it is now. */
  mayBeBooked: boolean
}

/** Reads an envelope as far as it goes. Null for what is surely no payment, or one of a Pos order, which Z-reports book. */
export function readSetAsidePayment(envelope: string): SetAsidePayment | null {
  const { type, data } = membersOf(parsed(envelope))
  if (typeof type === 'string' && type !== paymentRecorded.type) return null
  const { orderId, orderType, storeId, payment } = membersOf(data)
  if (orderType === POS_ORDER_TYPE) return null
  const { id, paidDate, transactionType, status } = membersOf(payment)
  const occurredAt = new Date(textOf(paidDate) ?? '')
  return {
    orderId: textOf(orderId),
    paymentId: textOf(id),
    storeId: textOf(storeId),
    occurredAt: Number.isNaN(occurredAt.getTime()) ? null : occurredAt,
    mayBeBooked: mayBeBooked(transactionType, status),
  }
}

/** What can be read of a Z-report whose event could not be handled: its store and when it was closed. */
export function readSetAsideZReport(envelope: string): { storeId: string | null; dateClosed: string | null } {
  const { storeId, dateClosed } = membersOf(membersOf(parsed(envelope)).data)
  const text = textOf(dateClosed)
  return { storeId: textOf(storeId), dateClosed: text === null || Number.isNaN(Date.parse(text)) ? null : text }
}

function mayBeBooked(type: unknown, status: unknown): boolean {
  const transactionType = transactionTypes.find((word) => word === type)
  const paymentStatus = paymentStatuses.find((word) => word === status)
  if (transactionType === undefined || paymentStatus === undefined) return true
  return isBooked({ transactionType, status: paymentStatus })
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // What is no JSON tells nothing.
    return undefined
  }
}
