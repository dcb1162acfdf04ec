import { type Static, Type } from '@sinclair/typebox'
import { described, Flag, Model, Nullable, Text } from '../../primitives.ts'

export const OrderCancellation = Model(
  'OrderCancellation',
  {
    note: described(Nullable(Type.String({ maxLength: 1000 })), 'A remark, kept among the internal notes of the order.'),
    reason: described(
      Type.String({ minLength: 1, maxLength: 100 }),
      'Why the order is cancelled, in a word of the shop. Kept as property `CancellationReason` of the order.',
    ),
    refund: described(Flag, 'Whether what was captured for the cancelled goods is paid back. True by default.'),
    sendNotifications: described(Flag, 'Whether the customer is told by the messages of the status. True by default.'),
    status: described(
      Nullable(Text),
      'The cancelled status that the order enters. Without it the one it has, else `Cancelled`, else the first one of its type.',
    ),
    userId: described(
      Nullable(Text),
      'The user on whose behalf the client acts. The change and its run are recorded as theirs; without it as of the client.',
    ),
  },
  'How an order is cancelled.',
)
export type OrderCancellation = Static<typeof OrderCancellation>
