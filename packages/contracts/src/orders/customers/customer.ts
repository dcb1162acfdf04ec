import { type Static, Type } from '@sinclair/typebox'
import { Amount, DateTime, described, Flag, Integer, List, LongInteger, Model, Nullable, Text, Word } from '../../primitives.ts'
import { OrderAddress } from '../address.ts'
import { fulfilmentStatuses, orderPaymentStatuses } from '../order-states.ts'
import { MENTIONS_MAX } from '../staff/colleagues.ts'

/** Longest note about a customer. */
export const NOTE_LENGTH_MAX = 4_000
/** Most customers of a page, most orders of a page, and most notes of a customer. */
export const CUSTOMERS_TAKE_MAX = 100
export const CUSTOMER_NOTES_MAX = 250

/** What the orders of a customer come to in one currency (customers.md#customer-figures). */
export const CustomerFigures = Model(
  'CustomerFigures',
  {
    currency: described(Text, 'The currency as a code of ISO 4217. Currencies are never added.'),
    orderCount: described(Integer, 'Orders in this currency, without deleted ones.'),
    turnover: described(Amount, 'The sum of `netTotal` of these orders: cancelled and returned goods are left out.'),
    returned: described(Amount, 'What the return forms of these orders credit.'),
  },
  'What the orders of a customer come to in one currency.',
)
export type CustomerFigures = Static<typeof CustomerFigures>

/** The newest order of a customer. */
export const LastOrder = Model(
  'LastOrder',
  {
    id: described(Text, 'The order.'),
    orderNumber: described(Nullable(Text), 'Its number.'),
    created: described(DateTime, 'When it was placed.'),
  },
  'The newest order of a customer.',
)

const summary = {
  key: described(
    Text,
    'Identifies the customer: `id:`, `number:`, `email:` or `phone:` and the value by which its orders are known as those of one customer.',
  ),
  customerId: described(Nullable(Text), 'The id of the customer in its newest order.'),
  customerNumber: described(Nullable(Text), 'The number of the customer in its newest order.'),
  customerType: described(Nullable(Text), '`B2B` or `B2C` of its newest order; stored as sent.'),
  name: described(Nullable(Text), 'The name in its newest order.'),
  email: described(Nullable(Text), 'The e-mail address in its newest order.'),
  phone: described(Nullable(Text), 'The phone number in its newest order.'),
  orderCount: described(Integer, 'Its orders in the stores of the caller, without deleted ones.'),
  figures: described(Type.Array(CustomerFigures), 'By currency, the one with the most orders first.'),
  lastOrder: described(LastOrder, 'Its newest order.'),
} as const

/** A customer as it is found (customers.md#customer-search). */
export const FoundCustomer = Model('FoundCustomer', summary, 'A customer as it is found.')
export type FoundCustomer = Static<typeof FoundCustomer>

export const CustomerList = Model(
  'CustomerList',
  {
    result: described(Type.Array(FoundCustomer), 'The customers, the one that ordered last first.'),
    hasMore: described(Flag, 'Whether there are more than these: narrow the search.'),
  },
  'Customers that were searched for.',
)
export type CustomerList = Static<typeof CustomerList>

/** What the desk has written down about a customer (customers.md#customer-notes). */
export const CustomerNote = Model(
  'CustomerNote',
  {
    id: described(Text, 'Given by the system.'),
    text: described(Text, 'What was written.'),
    author: described(Text, 'The subject of the token that wrote it, else the client.'),
    created: described(DateTime, 'When it was written.'),
    edited: described(Nullable(DateTime), 'When its author changed it last. Null: never.'),
    isPinned: described(Flag, 'Whether it stands above the others.'),
    mentions: described(List(Text), 'The people that it names, by their `userName`.'),
  },
  'A note about a customer.',
)
export type CustomerNote = Static<typeof CustomerNote>

export const CustomerNoteRequest = Model(
  'CustomerNoteRequest',
  {
    text: Type.String({
      minLength: 1,
      maxLength: NOTE_LENGTH_MAX,
      pattern: '\\S',
      description: `must have 1 to ${NOTE_LENGTH_MAX.toLocaleString('en')} characters, not only blanks`,
    }),
    mentions: described(
      Type.Optional(List(Text, MENTIONS_MAX)),
      'The people that it names, by their `userName`, who are notified.',
    ),
  },
  'A note that is to be written about a customer.',
)
export type CustomerNoteRequest = Static<typeof CustomerNoteRequest>

export const CustomerNoteChange = Model(
  'CustomerNoteChange',
  {
    text: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: NOTE_LENGTH_MAX,
        pattern: '\\S',
        description: `must have 1 to ${NOTE_LENGTH_MAX.toLocaleString('en')} characters, not only blanks`,
      }),
    ),
    mentions: described(
      Type.Optional(List(Text, MENTIONS_MAX)),
      'The people that it names, with the text. Who is new among them is notified.',
    ),
    isPinned: described(Type.Optional(Flag), 'Whether it stands above the others. Anyone who may write notes decides.'),
  },
  'What changes of a note; what is left out stays. Only its author changes the text.',
)
export type CustomerNoteChange = Static<typeof CustomerNoteChange>

/** What an address of an order is for. */
export const addressUses = ['Billing', 'Delivery'] as const

export const CustomerAddress = Model(
  'CustomerAddress',
  {
    uses: described(List(Word(addressUses)), 'What it was used for.'),
    address: described(OrderAddress, 'The address as the newest of these orders has it.'),
    lastUsed: described(DateTime, 'When the newest order with it was placed.'),
  },
  'An address that a customer has used.',
)
export type CustomerAddress = Static<typeof CustomerAddress>

export const CustomerContact = Model(
  'CustomerContact',
  {
    name: described(Nullable(Text), 'The customer, or the person to contact.'),
    email: described(Nullable(Text), 'The e-mail address.'),
    phone: described(Nullable(Text), 'The phone number.'),
    lastUsed: described(DateTime, 'When the newest order with it was placed.'),
  },
  'How a customer was to be reached.',
)
export type CustomerContact = Static<typeof CustomerContact>

/** A customer with all that its page shows (customers.md#one-customer). */
export const Customer = Model(
  'Customer',
  {
    ...summary,
    firstOrdered: described(DateTime, 'When its first order was placed.'),
    returnCount: described(Integer, 'Return forms of its orders.'),
    contacts: described(Type.Array(CustomerContact), 'Each once, the one that was used last first.'),
    addresses: described(Type.Array(CustomerAddress), 'Each once, the one that was used last first.'),
    notes: described(Type.Array(CustomerNote), 'What was written about it, newest first.'),
  },
  'A customer with contacts, addresses, figures and notes.',
)
export type Customer = Static<typeof Customer>

export const CustomerOrder = Model(
  'CustomerOrder',
  {
    id: described(Text, 'The order.'),
    orderNumber: described(Nullable(Text), 'Its number.'),
    created: described(DateTime, 'When it was placed.'),
    storeId: described(Text, 'The store that sells.'),
    orderType: described(Text, 'Its type.'),
    status: described(Text, 'Its status.'),
    paymentStatus: described(Word(orderPaymentStatuses), 'How far it is paid.'),
    fulfilmentStatus: described(
      Nullable(Word(fulfilmentStatuses)),
      'How far its goods have left and come back; null: an earlier version has written the order.',
    ),
    currency: described(Text, 'The currency of its amounts.'),
    total: described(Amount, 'Its total, with tax.'),
    netTotal: described(Amount, 'The same less what its return forms credit.'),
  },
  'An order in the list of a customer.',
)
export type CustomerOrder = Static<typeof CustomerOrder>

export const CustomerOrders = Model(
  'CustomerOrders',
  {
    totalHits: described(LongInteger, 'Its orders in the stores of the caller, without deleted ones.'),
    result: described(Type.Array(CustomerOrder), 'The orders of the page, newest first.'),
  },
  'A page of the orders of a customer.',
)
export type CustomerOrders = Static<typeof CustomerOrders>
