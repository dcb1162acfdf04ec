import { type Static, Type } from '@sinclair/typebox'
import { DateTime, described, Flag, Integer, List, LongInteger, Model, Nullable, Text } from '../primitives.ts'

export const PropertyItem = Model(
  'PropertyItem',
  {
    key: described(
      Nullable(Text),
      'The name of the value. Together with `keyGroup` it identifies the property where lists are merged.',
    ),
    keyGroup: described(Nullable(Text), 'A group of keys, so that the same key can be there for several purposes. Null: none.'),
    value: described(Nullable(Text), 'The value as text.'),
    valueType: described(
      Nullable(Text),
      'What kind of value it is, in a word of the client. Stored as sent; values are always texts.',
    ),
  },
  'Custom data: a value under a key. Keys and values keep their letter case.',
)
export type PropertyItem = Static<typeof PropertyItem>

export const ExternalId = Model(
  'ExternalId',
  {
    id: described(Nullable(Text), 'The id there.'),
    providerName: described(Nullable(Text), 'The system. Where lists are merged, one id of each system remains.'),
  },
  'An id in another system.',
)
export type ExternalId = Static<typeof ExternalId>

export const EntityError = Model(
  'EntityError',
  {
    comment: described(Nullable(Text), 'A remark of a person. Stored as sent.'),
    details: described(Nullable(Text), 'Further particulars. Stored as sent.'),
    key: described(
      Nullable(Text),
      'What kind of error it is: the name of the step that failed, or a code such as `MarketIdMissing` or `ShippedGoodsCancelled`.',
    ),
    message: described(Nullable(Text), 'What is wrong, for people.'),
    occurred: described(DateTime, 'When it happened: as sent, else the time of the write.'),
    referenceId: described(Nullable(Text), 'What it comes from: of an error of a step, the id of its workflow run.'),
    severity: described(
      Nullable(Text),
      '`Error` or `Warning`. A step that aborted its run leaves an error, any other failed step a warning.',
    ),
    status: described(
      Nullable(Text),
      'Null: open, someone has to look. `Waiting`: the step is tried again automatically. `Solved`, `Deleted`: nothing is left to do. Any other word counts as open.',
    ),
    stepId: described(Type.Optional(Nullable(Text)), 'The id of the step that left it; null or absent: it is not of a step.'),
    shipmentId: described(Type.Optional(Nullable(Text)), 'The shipment that the run of the step was for; null: the whole order.'),
    returnId: described(Type.Optional(Nullable(Text)), 'The return form that the run of the step was for; null: none.'),
    solved: described(Type.Optional(Nullable(DateTime)), 'When it became `Solved` or `Deleted`; null while it is open or waits.'),
    solvedBy: described(
      Type.Optional(Nullable(Text)),
      'Who closed it: `workflow` where a later run of the step succeeded, else who did it.',
    ),
  },
  'Something that went wrong with an order, or that someone has to know.',
)
export type EntityError = Static<typeof EntityError>

export const Asset = Model(
  'Asset',
  {
    altText: described(Nullable(Text), 'What an image shows, for those who cannot see it.'),
    assetId: described(Nullable(Text), 'Identifies the asset in what carries it.'),
    assetType: described(
      Nullable(Text),
      'The kind of asset, in a word of the client. `ExternalCertification` on a product, variant or business customer makes a link whose file stays where it is.',
    ),
    contentType: described(
      Nullable(Text),
      'The media type of the file, such as `image/png`; null for links. Of files of the catalogue it is found out from the content.',
    ),
    created: described(DateTime, 'When the asset was added.'),
    description: described(Nullable(Text), 'A longer text about the asset.'),
    externalUrl: described(Nullable(Text), 'Where a file of the catalogue was downloaded from, or where a link leads.'),
    fileName: described(Nullable(Text), 'The name of the file.'),
    forceUpload: described(
      Nullable(Flag),
      'Of updates in the catalogue: true downloads the file at `externalUrl` again. Otherwise without meaning.',
    ),
    height: described(
      Type.Optional(Nullable(Integer)),
      'The height of an image as it is shown, in pixels; otherwise null or absent.',
    ),
    isMainImage: described(
      Flag,
      'Whether the image is the one that is shown first. A product, variant or business customer has at most one.',
    ),
    length: described(LongInteger, 'The size of the file in bytes; 0 where there is no stored file.'),
    modified: described(DateTime, 'When the asset was last changed.'),
    name: described(Nullable(Text), 'The name of the asset.'),
    parentId: described(
      Nullable(Text),
      'What the asset belongs to: a product, SKU or business customer; of a credit note its return form.',
    ),
    properties: described(List(PropertyItem), 'Custom data by key.'),
    purpose: described(
      Nullable(Text),
      'What the asset is for, in a word of the client. `CreditNote` marks the credit notes that the system makes.',
    ),
    sortOrder: described(
      Nullable(Integer),
      'The position among the assets that are shown, low numbers first; those without one come last.',
    ),
    url: described(Nullable(Text), 'The address of the stored file, or of the link.'),
    width: described(
      Type.Optional(Nullable(Integer)),
      'The width of an image as it is shown, in pixels; otherwise null or absent.',
    ),
  },
  'An image, a file or a link, with its texts.',
)
export type Asset = Static<typeof Asset>

export const Comment = Model(
  'Comment',
  {
    attachments: described(List(Asset), 'Files and links of the comment. Stored as sent; comments of AddComment have none.'),
    created: described(DateTime, 'When it was written: as sent, else the time of the write.'),
    creator: described(Nullable(Text), 'Who wrote it: `createdBy` of AddComment, else the client of the token.'),
    customerId: described(Nullable(Text), 'The customer that it is about: of comments of AddComment that of the order.'),
    deliveryMethod: described(Nullable(Text), 'How it was sent: `Email`, `Sms` or `EmailAndSms`. Null: not at all.'),
    detail: described(Nullable(Text), 'The text of the comment.'),
    edited: described(Type.Optional(Nullable(DateTime)), 'When its author changed the text last. Null or absent: never.'),
    emailFromAddress: described(Nullable(Text), 'The sender of the e-mail; null where none was sent.'),
    emailFromName: described(Nullable(Text), 'The name of the sender of the e-mail.'),
    emailRecipient: described(
      Nullable(Text),
      'The addresses that the e-mail went to, separated by commas; null where none was sent.',
    ),
    emailSubject: described(Nullable(Text), 'The subject of the e-mail.'),
    id: described(Nullable(Text), 'Identifies the comment in the order. Given by the system where it is left out.'),
    isPinned: described(Type.Optional(Nullable(Flag)), 'Whether it stands above the others.'),
    lineItemId: described(
      Nullable(Text),
      'The line that it is about; null: the order as a whole. It follows when the line gets another id.',
    ),
    mentions: described(List(Text), 'The people that it names, by their `userName`. They are notified.'),
    objectId: described(Nullable(Text), 'The id of what it is about: of comments of AddComment the order.'),
    objectType: described(Nullable(Text), 'The kind of thing that it is about: of comments of AddComment `Order`.'),
    parentId: described(Nullable(Text), 'What the comment belongs to, as the client notes it. Stored as sent.'),
    sendNotification: described(Nullable(Flag), 'Whether it was sent to someone.'),
    smsFrom: described(Nullable(Text), 'The sender of the SMS; null where none was sent.'),
    smsRecipient: described(Nullable(Text), 'The numbers that the SMS went to, separated by commas; null where none was sent.'),
    tags: described(List(Text), 'Words of the client.'),
    title: described(Nullable(Text), 'A heading. Stored as sent.'),
    type: described(
      Nullable(Text),
      '`Public` or `Internal`. The list it is in decides; in the guest view comments of type `Internal` are left out of any list.',
    ),
    userId: described(Nullable(Text), 'The client of the token that AddComment was called with.'),
  },
  'A comment on an order, and to whom it was sent.',
)
export type Comment = Static<typeof Comment>
