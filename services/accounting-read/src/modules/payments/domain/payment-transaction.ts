import type { PaymentBreakdownEntry, PaymentTransfer } from '@oms/contracts/orders/events'
import type { PaymentStatus, TransactionType } from '@oms/contracts/orders/payment'

/** A payment of an order as accounting keeps it: the newest state that its events told. */
export type PaymentTransaction = {
  orderId: string
  orderNumber: string | null
  paymentId: string
  storeId: string
  currencyCode: string
  customerNumber: string | null
  transactionType: TransactionType
  status: PaymentStatus
  /** Name of the payment method. */
  method: string
  /** In the currency's main unit, as decimal text. Never negative for what is booked: the type gives the direction. */
  amount: string
  /** When the money moved; its local day is the posting date. */
  occurredAt: Date
  invoiceNumber: string | null
  /** Days until the invoice is due. */
  paymentTermsNet: number | null
  kidNumber: string | null
  creditNoteNumber: string | null
  /** Adds up to the amount. */
  breakdown: readonly PaymentBreakdownEntry[]
  /** What the provider kept of the amount, as decimal text; below zero when it gave a fee back. Null: nobody knows of one. */
  providerFee: string | null
  /** What was told as the fee and is no amount. */
  unreadableProviderFee: string | null
  transfers: readonly PaymentTransfer[]
}

/** Orders of this type are booked by Z-reports, never by payment (4-decisions O.3). */
export const POS_ORDER_TYPE = 'Pos'

/** The transaction types that move money, and therefore are booked (4-decisions O.3). */
const bookedTypes = ['Capture', 'Sale', 'Invoiced', 'Credit'] as const satisfies readonly TransactionType[]
/** The statuses with which they count (4-decisions O.3). */
const bookedStatuses = ['Processed', 'Paid', 'Approved'] as const satisfies readonly PaymentStatus[]

/** Whether a payment is part of the postings. */
export function isBooked({ transactionType, status }: Pick<PaymentTransaction, 'transactionType' | 'status'>): boolean {
  return bookedTypes.some((type) => type === transactionType) && bookedStatuses.some((word) => word === status)
}
