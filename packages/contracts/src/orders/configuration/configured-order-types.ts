import { type Static, Type } from '@sinclair/typebox'
import { shipmentStatuses } from '../../config/order-types.ts'
import { described, Flag, Model, Nullable, Text, Word } from '../../primitives.ts'

/** What a status is for, as its order type says (configuration.md#configured-order-types). */
const ConfiguredStatus = Type.Object({
  name: described(Text, 'The status as orders have it.'),
  displayName: described(Text, 'The name for people; the status itself where none is configured.'),
  isMainFilter: described(Flag, 'Offered as a main filter of lists of orders.'),
  condition: described(Nullable(Word(['Delivery', 'PickUp'])), 'The way of delivery that it is for. Null: any.'),
  isInProgress: described(Flag, 'Work on the order is under way.'),
  isPicked: described(Flag, 'The goods are picked.'),
  isDelivered: described(Flag, 'Entering it delivers the open rest.'),
  isCanceled: described(Flag, 'Entering it cancels the undelivered rest.'),
  shipmentStatus: described(Nullable(Word(shipmentStatuses)), 'The state of the goods that it sets. Null: none.'),
})

export const ConfiguredOrderTypes = Model(
  'ConfiguredOrderTypes',
  {
    result: described(
      Type.Array(
        Type.Object({
          name: described(Text, 'The type as orders have it.'),
          isDefault: described(Flag, 'Whether it is the type of carts that name none.'),
          mayBeEdited: described(Flag, 'Whether user interfaces may edit such orders.'),
          statuses: described(Type.Array(ConfiguredStatus), 'In their order: the first one is that of a new order.'),
        }),
      ),
      'The order types in the order of the configuration.',
    ),
  },
  'The order types of the tenant with what their statuses are for.',
)
export type ConfiguredOrderTypes = Static<typeof ConfiguredOrderTypes>
