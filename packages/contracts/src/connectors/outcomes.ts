import { type Static, Type } from '@sinclair/typebox'
import { described, Model } from '../primitives.ts'

const Message = described(Type.String(), 'A sentence for whoever looks after the order.')

/** The provider did nothing, and never will for this key (connectors.md#connector-outcomes). */
export const ConnectorRefusal = Model(
  'ConnectorRefusal',
  { status: described(Type.Literal('refused'), 'It was not carried out, and never will be for this key.'), message: Message },
  'A final no. The next attempt has a new key.',
)
export type ConnectorRefusal = Static<typeof ConnectorRefusal>

/** Nothing is decided; the same request is made again (connectors.md#connector-outcomes). */
export const ConnectorPending = Model(
  'ConnectorPending',
  {
    status: described(Type.Literal('pending'), 'There is no outcome yet.'),
    message: Type.Optional(Message),
  },
  'No outcome yet. The same request with the same key is made again later.',
)
export type ConnectorPending = Static<typeof ConnectorPending>

/** What a `done` may say besides its own fields. */
export const doneFields = {
  status: described(Type.Literal('done'), 'It is carried out, or was by an earlier request of the same key.'),
  message: Type.Optional(Message),
}
