import { type Static, Type } from '@sinclair/typebox'
import { fieldPlaces, fieldTypes } from '../../config/custom-fields.ts'
import { shipmentStatuses } from '../../config/order-types.ts'
import { tagColors } from '../../config/tag-colors.ts'
import { described, Flag, Model, Nullable, Text, Word } from '../../primitives.ts'

const ConfiguredStore = Model(
  'ConfiguredStore',
  {
    id: described(Text, 'The id that orders carry as `storeId`.'),
    name: described(Text, 'The name that people see.'),
    marketId: described(Text, 'The market of the store.'),
    timeZone: described(Text, 'The IANA time zone that decides the day of a transaction.'),
    warehouses: described(Type.Array(Type.String()), 'The warehouses that its orders leave from, the first one by default.'),
    taxRates: described(Type.Array(Type.Number()), 'The tax rates of its Sales accounts, in percent, in rising order.'),
  },
  'A store that the caller may see.',
)

const ConfiguredMarket = Model(
  'ConfiguredMarket',
  {
    id: described(Text, 'The id that orders carry as `marketId`.'),
    currency: described(Text, 'The currency of its orders that name none (`billingCurrency`).'),
    isDefault: described(Flag, 'Whether it is the market of orders that name none, or an unknown one.'),
  },
  'A market.',
)

const ConfiguredPaymentMethod = Model(
  'ConfiguredPaymentMethod',
  {
    name: described(Text, 'What payments carry as `paymentMethodName`.'),
    displayName: described(Text, 'The name that a customer sees.'),
    markets: described(Type.Array(Type.String()), 'The markets that offer it. Empty: all.'),
    hasPaymentLink: described(Flag, 'Whether a customer can be sent a link to pay by.'),
  },
  'A way to pay that is offered.',
)

const ConfiguredStatus = Model(
  'ConfiguredStatus',
  {
    name: described(Text, 'The status as orders carry it.'),
    displayName: described(Text, 'The name that people see; the status itself where none is configured.'),
    displayNames: described(
      Type.Record(Type.String(), Type.String()),
      'The name in other languages, by language tag such as `nb`; empty where none is configured.',
    ),
    isOpen: described(Flag, 'True: work on the order remains. False: it is delivered, cancelled, returned or deleted.'),
    isMainFilter: described(Flag, 'Offered as a main filter of lists of orders.'),
    condition: described(Nullable(Word(['Delivery', 'PickUp'])), 'The way of delivery that it is for. Null: any.'),
    isInProgress: described(Flag, 'Work on the order is under way.'),
    isPicked: described(Flag, 'The goods are picked.'),
    isDelivered: described(Flag, 'Entering it delivers the open rest.'),
    isCanceled: described(Flag, 'Entering it cancels the undelivered rest.'),
    shipmentStatus: described(Nullable(Word(shipmentStatuses)), 'The state of the goods that it sets. Null: none.'),
  },
  'A status of an order type, and what it is for.',
)

const HoldReason = Model(
  'ConfiguredHoldReason',
  {
    code: described(Text, 'What the hold carries as `reasonCode`.'),
    en: described(Text, 'What staff read, in English.'),
    nb: described(Text, 'What staff read, in Norwegian.'),
  },
  'A reason that staff may choose when they hold an order.',
)

const ConfiguredTag = Model(
  'ConfiguredTag',
  {
    name: described(Text, 'The tag as orders carry it.'),
    color: described(Word(tagColors), 'The colour in which lists and orders show it.'),
  },
  'A tag that is offered, with its colour.',
)

const ConfiguredField = Model(
  'ConfiguredField',
  {
    key: described(Text, 'The `key` of the property, which has no `keyGroup`.'),
    on: described(Word(fieldPlaces), 'What carries it in `properties`.'),
    type: described(
      Word(fieldTypes),
      'What the value is: a text, a number such as `12.5`, `true` or `false`, a day such as `2026-12-24`, or one of the choices.',
    ),
    en: described(Text, 'What staff read, in English.'),
    nb: described(Text, 'What staff read, in Norwegian.'),
    required: described(Flag, 'Whether what is created must have a value.'),
    choices: described(
      Type.Array(
        Type.Object({
          value: described(Text, 'What the property carries as `value`.'),
          en: described(Text, 'What staff read, in English.'),
          nb: described(Text, 'What staff read, in Norwegian.'),
        }),
      ),
      'The values of a field of type `choice`; empty for others.',
    ),
    searchable: described(Flag, 'Whether orders are filtered and sorted by it.'),
    inList: described(Flag, 'Whether lists of orders offer it as a column.'),
    onPage: described(Flag, 'Whether it is shown on the page of what carries it.'),
    mayBeWritten: described(Flag, 'Whether the caller is one of its writers.'),
  },
  'A declared field of orders, lines, shipments or products.',
)

/**
 * The parts of the configuration that people need to work with orders
 * (configuration.md#configured-names).
 */
export const ConfiguredNames = Model(
  'ConfiguredNames',
  {
    shopName: described(Nullable(Text), 'What people call the shop. Null: nothing is configured.'),
    timeZone: described(Text, 'The IANA time zone of the tenant, for what is of several stores.'),
    stores: described(Type.Array(ConfiguredStore), 'The stores that the caller may see, as they are configured.'),
    markets: described(Type.Array(ConfiguredMarket), 'The markets.'),
    paymentMethods: described(Type.Array(ConfiguredPaymentMethod), 'The ways to pay that are offered.'),
    orderTypes: described(
      Type.Array(
        Type.Object({
          name: described(Text, 'The type as orders carry it.'),
          isDefault: described(Flag, 'Whether it is the type of carts that name none.'),
          mayBeEdited: described(Flag, 'Whether user interfaces may edit such orders.'),
          statuses: described(Type.Array(ConfiguredStatus), 'Its statuses in their order: the first one is that of a new order.'),
        }),
      ),
      'The order types.',
    ),
    lateAfterDays: described(Type.Integer(), 'After so many days an order that has not left is late.'),
    holdReasons: described(Type.Array(HoldReason), 'The reasons that are offered for holds. Empty: staff write one themselves.'),
    fields: described(
      Type.Array(ConfiguredField),
      'The declared fields, also those of extensions, in the order in which they are shown.',
    ),
    tags: described(Type.Array(ConfiguredTag), 'The tags that are offered. Orders may have others too.'),
  },
  'Stores, order types and statuses by name, for lists and filters.',
)
export type ConfiguredNames = Static<typeof ConfiguredNames>
