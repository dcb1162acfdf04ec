import type { PostingDay } from '../../postings/domain/posting-context.ts'
import { isBooked, type PaymentTransaction } from './payment-transaction.ts'

/** The newest state of a payment that is stored, with the day in whose posting it counts. */
export type StoredPayment = PostingDay & { sequence: number; isBooked: boolean }

/** What one event says about a payment. */
export type IncomingPayment = {
  sequence: number
  payment: Pick<PaymentTransaction, 'transactionType' | 'status'>
  day: PostingDay
  /** True: a register paid it out, and the posting of its Z-report has it. */
  isInZReport?: boolean
}

export type PaymentRevision = {
  /** Sequence of the newer event that replaces this one already; null for the newest. */
  replacedBy: number | null
  isBooked: boolean
  /** The days whose postings change: where the payment was booked, and where it is booked now. */
  changedDays: PostingDay[]
}

/** What an event changes. The event with the highest sequence counts; the others are history. */
export function revisePayment(
  stored: StoredPayment | undefined,
  { sequence, payment, day, isInZReport = false }: IncomingPayment,
): PaymentRevision {
  if (stored !== undefined && stored.sequence >= sequence) {
    return { replacedBy: stored.sequence, isBooked: false, changedDays: [] }
  }
  const isBookedNow = !isInZReport && isBooked(payment)
  return {
    replacedBy: null,
    isBooked: isBookedNow,
    changedDays: [...(stored?.isBooked ? [stored] : []), ...(isBookedNow ? [day] : [])],
  }
}
