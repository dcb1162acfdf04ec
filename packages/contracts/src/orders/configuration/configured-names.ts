import { type Static, Type } from '@sinclair/typebox'
import { described, Flag, Model, Nullable, Text } from '../../primitives.ts'

const ConfiguredStore = Model(
  'ConfiguredStore',
  {
    id: described(Text, 'The id that orders carry as `storeId`.'),
    name: described(Text, 'The name that people see.'),
    marketId: described(Text, 'The market of the store.'),
    timeZone: described(Text, 'The IANA time zone that decides the day of a transaction.'),
  },
  'A store that the caller may see.',
)

const ConfiguredStatus = Model(
  'ConfiguredStatus',
  {
    name: described(Text, 'The status as orders carry it.'),
    displayName: described(Nullable(Text), 'The name that people see; null: the name.'),
    isOpen: described(Flag, 'True: work on the order remains. False: it is delivered, cancelled, returned or deleted.'),
  },
  'A status of an order type.',
)

/** What of the configuration people need who work with orders (configuration.md#configured-names). */
export const ConfiguredNames = Model(
  'ConfiguredNames',
  {
    timeZone: described(Text, 'The IANA time zone of the tenant, for what is of several stores.'),
    stores: described(Type.Array(ConfiguredStore), 'The stores that the caller may see, as they are configured.'),
    orderTypes: described(
      Type.Array(
        Type.Object({
          name: described(Text, 'The type as orders carry it.'),
          statuses: described(Type.Array(ConfiguredStatus), 'Its statuses, the first one first.'),
        }),
      ),
      'The order types.',
    ),
  },
  'Stores, order types and statuses by name, for lists and filters.',
)
export type ConfiguredNames = Static<typeof ConfiguredNames>
