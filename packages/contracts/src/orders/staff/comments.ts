import { type Static, Type } from '@sinclair/typebox'
import { described, Flag, List, Model, Nullable, Text, Word } from '../../primitives.ts'
import { MENTIONS_MAX } from './colleagues.ts'

/**
 * A public comment goes to `publicOrderNotes`, where the customer sees it, an internal one to
 * `orderNotes`.
 */
export const commentTypes = ['Public', 'Internal'] as const

/**
 * A comment to add to an order, and to whom it is sent (documents-and-notifications.md#comments).
 */
export const OrderCommentRequest = Model(
  'OrderCommentRequest',
  {
    orderId: described(Type.String({ minLength: 1 }), 'The order that gets the comment.'),
    commentText: Type.String({
      minLength: 1,
      maxLength: 100_000,
      description: 'The comment, and the text of the message. At most 1,600 characters when it is sent as SMS.',
    }),
    commentType: described(
      Nullable(Word(commentTypes)),
      '`Public`: the customer may see it, and it goes to `publicOrderNotes`. `Internal`: only the shop sees it, in `orderNotes`. `Public` when left out.',
    ),
    createdBy: Nullable(Type.String({ description: 'Who wrote it; the client of the token when left out.' })),
    mentions: described(
      Type.Optional(List(Text, MENTIONS_MAX)),
      'The people that it names, by the `userName` of `GET /api/Colleagues`, who are notified. Internal comments only.',
    ),
    tags: described(List(Text), 'Words of the client, kept with the comment.'),
    marketId: Nullable(Type.String({ description: "Its language is that of the subject; the order's market when left out." })),
    sendEmail: described(Flag, 'True: the text is sent as an e-mail. False when left out.'),
    emailSubject: Nullable(Type.String({ description: 'Names the order when left out.' })),
    emailTo: Nullable(
      Type.String({ description: "Several are separated by comma or semicolon. The customer's address when left out." }),
    ),
    emailCc: Nullable(Type.String({ description: 'Several are separated by comma or semicolon.' })),
    emailBcc: Nullable(Type.String({ description: 'Several are separated by comma or semicolon.' })),
    emailFrom: Nullable(
      Type.String({
        description:
          "One address that the settings allow (`messages.senders`), else 400 `SenderNotAllowed`. The connector's sender when left out.",
      }),
    ),
    senderName: Nullable(Type.String({ description: 'Shown beside the address that the e-mail comes from.' })),
    sendSms: described(Flag, 'True: the text is sent as an SMS to each number. False when left out.'),
    smsPhoneNumber: Nullable(
      Type.String({ description: "Several are separated by comma or semicolon. The customer's number when left out." }),
    ),
  },
  'A comment to add to an order, and to whom it is sent.',
)
export type OrderCommentRequest = Static<typeof OrderCommentRequest>

export const OrderCommentChange = Model(
  'OrderCommentChange',
  {
    commentText: described(
      Type.Optional(Type.String({ minLength: 1, maxLength: 100_000, description: 'must have 1 to 100,000 characters' })),
      'The text; only its author changes it, and not once the customer was sent it.',
    ),
    mentions: described(
      Type.Optional(List(Text, MENTIONS_MAX)),
      'The people that it names, with the text. Who is new among them is notified.',
    ),
    isPinned: described(Type.Optional(Flag), 'Whether it stands above the others. Anyone who may write notes decides.'),
  },
  'What changes of a comment; what is left out stays.',
)
export type OrderCommentChange = Static<typeof OrderCommentChange>
