import { assemblePosting } from '../../postings/domain/assemble-posting.ts'
import type { PostingLine } from '../../postings/domain/posting-content.ts'
import type { BuiltPosting, PostingContext } from '../../postings/domain/posting-context.ts'
import type { EntryContext, PaymentEntries } from './payment-entries.ts'

export type WebFulfillmentContext = PostingContext & Pick<EntryContext, 'companyStores'>

const noCorrections = { lines: [], warnings: [], orderIds: [] }

/** The context for adding payments to the sums of a posting. */
export function toEntryContext({ store, postingDate, companyStores, giftCardMethods }: WebFulfillmentContext): EntryContext {
  return { storeId: store.id, postingDate, companyStores, giftCardMethods }
}

/**
 * The posting of a day from the sums over its payments (postings.md#web-fulfillment,
 * postings.md#posting-accounts). `corrections` are of earlier days.
 */
export function webFulfillmentPosting(
  sums: PaymentEntries,
  context: WebFulfillmentContext,
  corrections: { lines: readonly PostingLine[]; warnings: readonly string[]; orderIds: readonly string[] } = noCorrections,
): BuiltPosting {
  const parts = {
    source: 'WebFulfillment',
    zReportId: null,
    zReportNumber: null,
    registerIds: [],
    entries: [...sums.entries.values()],
    orderIds: new Set([...sums.orderIds, ...corrections.orderIds]),
    warnings: [...paymentWarnings(sums), ...corrections.warnings],
    corrections: corrections.lines,
  } as const
  return assemblePosting(parts, context)
}

function paymentWarnings({ unevenOrderIds, unreadableFees }: PaymentEntries): string[] {
  const fees = [...unreadableFees].map(([orderId, text]) => `${orderId} ("${text}")`)
  return [
    ...orderWarning('The breakdown of a payment does not add up to its amount', [...unevenOrderIds]),
    ...orderWarning('The ProviderFee of a payment is no amount such as 12.50 and is not booked', fees),
  ]
}

const NAMED_ORDERS_MAX = 10

function orderWarning(text: string, orders: readonly string[]): string[] {
  if (orders.length === 0) return []
  const more = orders.length > NAMED_ORDERS_MAX ? ` and ${orders.length - NAMED_ORDERS_MAX} more` : ''
  return [`${text}: order ${orders.toSorted().slice(0, NAMED_ORDERS_MAX).join(', ')}${more}.`]
}
