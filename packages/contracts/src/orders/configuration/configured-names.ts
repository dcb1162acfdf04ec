import { type Static, Type } from '@sinclair/typebox'
import { shipmentStatuses } from '../../config/order-types.ts'
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

/**
 * The parts of the configuration that people need to work with orders
 * (configuration.md#configured-names).
 */
export const ConfiguredNames = Model(
  'ConfiguredNames',
  {
    timeZone: described(Text, 'The IANA time zone of the tenant, for what is of several stores.'),
    stores: described(Type.Array(ConfiguredStore), 'The stores that the caller may see, as they are configured.'),
    markets: described(Type.Array(ConfiguredMarket), 'The markets.'),
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
  },
  'Stores, order types and statuses by name, for lists and filters.',
)
export type ConfiguredNames = Static<typeof ConfiguredNames>
