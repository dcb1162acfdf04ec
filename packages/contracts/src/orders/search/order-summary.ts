import { type Static, Type } from '@sinclair/typebox'
import { Amount, DateTime, described, Flag, List, Model, Nullable, Quantity, Text, Word } from '../../primitives.ts'
import { fulfilmentStatuses, orderPaymentStatuses } from '../order-states.ts'
import { OrderSearchResult } from './search-result.ts'

/** Most errors of a summary, and most UTF-16 units of the message of one. */
export const SUMMARY_ERRORS_MAX = 3
export const SUMMARY_MESSAGE_LENGTH_MAX = 200

export const SummaryHold = Model(
  'SummaryHold',
  {
    id: described(Text, 'The id of the hold, by which it is released.'),
    reasonCode: described(Text, 'Why the order is held.'),
    created: described(DateTime, 'Since when.'),
  },
  'A hold that is not released.',
)

export const SummaryError = Model(
  'SummaryError',
  {
    key: described(Nullable(Text), 'The name of the step that failed, or another code.'),
    severity: described(Nullable(Text), '`Error` or `Warning`.'),
    status: described(Nullable(Text), 'Null: open. `Waiting`: the step is tried again automatically.'),
    message: described(Nullable(Text), `What is wrong, at most ${SUMMARY_MESSAGE_LENGTH_MAX} characters of it.`),
  },
  'An error that is neither `Solved` nor `Deleted`.',
)

/** What a list shows of an order (search.md#order-summaries). */
export const OrderSummary = Model(
  'OrderSummary',
  {
    id: described(Text, 'The id of the order.'),
    orderNumber: described(Nullable(Text), 'The number that people call it by.'),
    versionId: described(Nullable(Text), 'The current version, for `If-Match`.'),
    status: described(Text, 'The status of the order.'),
    orderType: described(Text, 'The type of the order.'),
    storeId: described(Text, 'The store that sold it.'),
    marketId: described(Nullable(Text), 'The market of the order.'),
    customerId: described(Nullable(Text), 'The customer.'),
    customerName: described(Nullable(Text), 'The name of the customer.'),
    created: described(DateTime, 'When the order was created.'),
    modified: described(DateTime, 'When it was changed last.'),
    updateStatusDate: described(Nullable(DateTime), 'When it entered its status.'),
    requestedDeliveryDate: described(Nullable(DateTime), 'When the customer wants it.'),
    currency: described(Text, 'The currency of the amounts: `billingCurrency`, else that of the market.'),
    total: described(Amount, 'What the order costs, with tax.'),
    remainingPayment: described(Amount, 'What is neither captured nor authorised of it.'),
    paymentStatus: described(Word(orderPaymentStatuses), 'How much of it is paid.'),
    fulfilmentStatus: described(
      Nullable(Word(fulfilmentStatuses)),
      'How much of the goods has left and has not come back. Null: an earlier version wrote the order, and it is not derived yet.',
    ),
    isPickable: described(Flag, 'Whether it has something to pick now.'),
    isPriority: described(Flag, 'Whether it is urgent.'),
    tags: described(List(Text), 'The tags of the order.'),
    fields: described(
      Type.Record(Type.String(), Type.String()),
      'The values of the declared fields that are for lists, by key, as the properties have them; without those that have none.',
    ),
    itemCount: described(Quantity, 'Ordered units less cancelled ones. A package counts once, not by its components.'),
    firstItemName: described(
      Nullable(Text),
      'The name of the first line that is not cancelled, else of the first; its code where it has no name.',
    ),
    firstItemCount: described(Quantity, 'What of `itemCount` is of that line.'),
    shippingMethodNames: described(List(Text), 'The shipping methods of the shipments, each once.'),
    warehouseCodes: described(List(Text), 'The warehouses of the shipments, each once.'),
    assignee: described(Nullable(Text), 'Who works on it: the value of the property `Picker`.'),
    authorizationExpires: described(
      Nullable(DateTime),
      'When the first authorisation with a rest that is neither captured nor voided expires.',
    ),
    holds: described(List(SummaryHold), 'The holds that are not released, oldest first.'),
    errors: described(
      List(SummaryError, SUMMARY_ERRORS_MAX),
      `The last ${SUMMARY_ERRORS_MAX} errors that are neither solved nor deleted, oldest first.`,
    ),
  },
  'An order as a list shows it: some 700 bytes where the order has 13,000.',
)
export type OrderSummary = Static<typeof OrderSummary>

/** The response of a search for summaries. */
export const OrderSummarySearchResult = Model(
  'OrderSummarySearchResult',
  {
    ...OrderSearchResult.properties,
    result: described(Type.Array(OrderSummary), 'The orders of the page, in the order that was asked for.'),
  },
  'A page of summaries of orders. Total, facets and page are of one moment.',
)
export type OrderSummarySearchResult = Static<typeof OrderSummarySearchResult>
