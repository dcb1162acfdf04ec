import { type Static, Type } from '@sinclair/typebox'
import { DateTime, Flag, Integer, List, LongInteger, Model, Nullable, Text } from '../primitives.ts'

export const PropertyItem = Model('PropertyItem', {
  key: Nullable(Text),
  keyGroup: Nullable(Text),
  value: Nullable(Text),
  valueType: Nullable(Text),
})
export type PropertyItem = Static<typeof PropertyItem>

export const ExternalId = Model('ExternalId', {
  id: Nullable(Text),
  providerName: Nullable(Text),
})
export type ExternalId = Static<typeof ExternalId>

export const EntityError = Model('EntityError', {
  comment: Nullable(Text),
  details: Nullable(Text),
  key: Nullable(Text),
  message: Nullable(Text),
  occurred: DateTime,
  referenceId: Nullable(Text),
  severity: Nullable(Text),
  /** `Waiting`, `Solved` or `Deleted`; anything else, and null: open (workflow.md#step-errors). */
  status: Nullable(Text),
  /** The step of an order type that left it, and what its run was for. */
  stepId: Type.Optional(Nullable(Text)),
  shipmentId: Type.Optional(Nullable(Text)),
  returnId: Type.Optional(Nullable(Text)),
  /** When and by whom it became `Solved` or `Deleted`. */
  solved: Type.Optional(Nullable(DateTime)),
  solvedBy: Type.Optional(Nullable(Text)),
})
export type EntityError = Static<typeof EntityError>

export const Asset = Model('Asset', {
  altText: Nullable(Text),
  assetId: Nullable(Text),
  assetType: Nullable(Text),
  contentType: Nullable(Text),
  created: DateTime,
  description: Nullable(Text),
  externalUrl: Nullable(Text),
  fileName: Nullable(Text),
  forceUpload: Nullable(Flag),
  isMainImage: Flag,
  /** Bytes; 0 where there is no file of ours. */
  length: LongInteger,
  modified: DateTime,
  name: Nullable(Text),
  parentId: Nullable(Text),
  properties: List(PropertyItem),
  purpose: Nullable(Text),
  sortOrder: Nullable(Integer),
  url: Nullable(Text),
})
export type Asset = Static<typeof Asset>

export const Comment = Model('Comment', {
  attachments: List(Asset),
  created: DateTime,
  creator: Nullable(Text),
  customerId: Nullable(Text),
  deliveryMethod: Nullable(Text),
  detail: Nullable(Text),
  emailFromAddress: Nullable(Text),
  emailFromName: Nullable(Text),
  emailRecipient: Nullable(Text),
  emailSubject: Nullable(Text),
  id: Nullable(Text),
  lineItemId: Nullable(Text),
  objectId: Nullable(Text),
  objectType: Nullable(Text),
  parentId: Nullable(Text),
  sendNotification: Nullable(Flag),
  smsFrom: Nullable(Text),
  smsRecipient: Nullable(Text),
  tags: List(Text),
  title: Nullable(Text),
  type: Nullable(Text),
  userId: Nullable(Text),
})
export type Comment = Static<typeof Comment>
