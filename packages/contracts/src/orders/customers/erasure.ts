import { type Static, Type } from '@sinclair/typebox'
import { DateTime, described, Flag, Integer, Model, Nullable, Text, Word } from '../../primitives.ts'

const customerKey = Type.String({
  minLength: 3,
  maxLength: 1_000,
  description: 'must be the `key` of a customer, such as `id:10042` or `email:kari@example.com`',
})

/** Most records of one page of an export. */
export const EXPORT_TAKE_MAX = 100

/** What an export of a customer has, in this order (customers.md#customer-export). */
export const customerRecordKinds = [
  'order',
  'orderVersion',
  'orderFile',
  'message',
  'webhookDelivery',
  'note',
  'notification',
  'cart',
  'savedSearch',
] as const
export type CustomerRecordKind = (typeof customerRecordKinds)[number]

export const CustomerExportRequest = Model(
  'CustomerExportRequest',
  {
    customerKey,
    after: described(Type.Optional(Nullable(Text)), 'The `next` of the page before; left out: the first page.'),
  },
  'Which customer is exported, and from where on.',
)
export type CustomerExportRequest = Static<typeof CustomerExportRequest>

export const CustomerRecord = Model(
  'CustomerRecord',
  {
    kind: described(Word(customerRecordKinds), 'What it is.'),
    id: described(Text, 'Identifies it among the records of its kind.'),
    orderId: described(Nullable(Text), 'The order that it is of; null: of none.'),
    document: Type.Unknown({ description: 'What is stored: for an order the order as the API returns it.' }),
  },
  'Something that is stored about a customer.',
)
export type CustomerRecord = Static<typeof CustomerRecord>

export const CustomerExportPage = Model(
  'CustomerExportPage',
  {
    records: described(Type.Array(CustomerRecord), `At most ${EXPORT_TAKE_MAX}, by kind.`),
    next: described(Nullable(Text), 'What the next page is asked for with (`after`); null: this is the last one.'),
  },
  'A page of what is stored about a customer.',
)
export type CustomerExportPage = Static<typeof CustomerExportPage>

export const CustomerErasureRequest = Model('CustomerErasureRequest', { customerKey }, 'Which customer is erased.')
export type CustomerErasureRequest = Static<typeof CustomerErasureRequest>

/** What an erasure leaves (customers.md#what-an-erasure-leaves). */
export const keptPlaces = ['Ledger', 'EventStreams', 'WaitingWebhooks', 'Backups', 'Receivers', 'BusinessCustomers'] as const

export const KeptData = Model(
  'KeptData',
  {
    place: described(Word(keptPlaces), 'Where it is.'),
    what: described(Text, 'What it is, and why it stays.'),
    until: described(Nullable(DateTime), 'Until when at least (ledger) or at most; null: it is not known here.'),
  },
  'Something that an erasure leaves, and why.',
)
export type KeptData = Static<typeof KeptData>

export const ErasedRecords = Model(
  'ErasedRecords',
  {
    orders: described(Integer, 'Orders, with all that belongs to them.'),
    carts: described(Integer, 'Carts that no order was made of.'),
    notes: described(Integer, 'Notes about the customer.'),
    notifications: described(Integer, 'Notifications of colleagues.'),
    savedSearches: described(Integer, 'Saved searches that name the customer.'),
    responses: described(Integer, 'Responses that were kept for repeated requests.'),
    texts: described(
      Integer,
      'Texts that named the customer elsewhere: notes of jobs, reasons of inventory movements, messages.',
    ),
  },
  'What an erasure has removed.',
)
export type ErasedRecords = Static<typeof ErasedRecords>

export const CustomerErasure = Model(
  'CustomerErasure',
  {
    isFinished: described(Flag, 'False: there are more orders than one request removes; send it again.'),
    remainingOrders: described(Integer, 'Orders that are still there.'),
    erased: described(Nullable(ErasedRecords), 'What was removed, with what earlier requests removed; null: it is not finished.'),
    kept: described(Type.Array(KeptData), 'What stays, and why. Empty while it is not finished.'),
    relatedCustomers: described(
      Integer,
      'Customers of other keys with the same e-mail address or phone number in their newest orders. They are not erased: find and judge them.',
    ),
  },
  'What became of the erasure of a customer. It names nobody.',
)
export type CustomerErasure = Static<typeof CustomerErasure>

/** The file of the list of erasures, in the data folder and in backups. */
export const ERASURES_FILE = 'erasures.jsonl'

/** A line of the list of erasures (customers.md#list-of-erasures). */
export const ListedErasure = Model(
  'ListedErasure',
  {
    kind: described(Word(['Customer', 'Order'] as const), 'What was erased.'),
    subject: described(Text, 'A keyed hash of it, from which it cannot be found.'),
    erased: described(DateTime, 'When.'),
    keyId: described(Text, 'Which key the hash is made with.'),
  },
  'A line of the list of erasures.',
)
export type ListedErasure = Static<typeof ListedErasure>
