import type { PaymentStatus, TransactionType } from '@open-oms/contracts/orders/payment'
import type { PaymentBreakdownEntry, PaymentTransfer } from '@open-oms/contracts/orders/payment-event-data'

/** The newest state of a payment of an order. */
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
  /** In the currency's main unit, as decimal text; not negative if booked: the type is the sign. */
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
  /** The fee of the provider as decimal text; negative if it was returned, null if unknown. */
  providerFee: string | null
  /** The text of a fee that is not an amount. */
  unreadableProviderFee: string | null
  transfers: readonly PaymentTransfer[]
  /** True: a refund of an invoice that was not paid when it was made. */
  reducesReceivable: boolean
}

/** Orders of this type are booked by Z-reports, never by payment (postings.md#web-fulfillment). */
export const POS_ORDER_TYPE = 'Pos'

/** The transaction types that are booked, because they move money (postings.md#web-fulfillment). */
const bookedTypes = ['Capture', 'Sale', 'Invoiced', 'Credit'] as const satisfies readonly TransactionType[]
/** The statuses that are booked (postings.md#web-fulfillment). */
const bookedStatuses = ['Processed', 'Paid', 'Approved'] as const satisfies readonly PaymentStatus[]

/** Whether a payment is part of the postings. */
export function isBooked({ transactionType, status }: Pick<PaymentTransaction, 'transactionType' | 'status'>): boolean {
  return bookedTypes.some((type) => type === transactionType) && bookedStatuses.some((booked) => booked === status)
}
