import { type Static, Type } from '@sinclair/typebox'
import { described, Model, Nullable, Text } from '../primitives.ts'

/** An SMS to be sent (connectors.md#sms-protocol). A 2xx of any content means that it is taken. */
export const SmsRequest = Model(
  'SmsRequest',
  {
    id: described(Type.String(), 'The message; the idempotency key is the same.'),
    from: described(Nullable(Text), 'The `sender` of the connector.'),
    to: described(Type.String(), 'The number of the recipient.'),
    text: described(Type.String(), 'The text.'),
  },
  'An SMS to be sent, once for each id.',
)
export type SmsRequest = Static<typeof SmsRequest>
