import { type Static, Type } from '@sinclair/typebox'
import { defineEvent } from '../event.ts'
import { DateTime, described, Model, Nullable, Text, Word } from '../primitives.ts'
import { postingSources } from './posting.ts'

/** The data of an event about a posting (events.md#event-types). */
export const PostingEventData = Model('PostingEventData', {
  postingId: described(Text, 'The posting.'),
  source: described(Word(postingSources), 'What it was made of.'),
  storeIds: described(Type.Array(Text), 'The stores that it books.'),
  postingDate: described(DateTime, 'The day that it books, in the time zone of the store, written as midnight in UTC.'),
  hash: described(Text, 'A hash of its lines: the same lines have the same one.'),
  externalReference: described(Nullable(Text), 'The voucher of the ERP, once there is one.'),
})
export type PostingEventData = Static<typeof PostingEventData>

export const postingPosted = defineEvent({
  type: 'accounting.posting.posted.v1',
  stream: 'ACCOUNTING',
  summary: 'A posting was made and can be read.',
  data: PostingEventData,
})
export const postingSuperseded = defineEvent({
  type: 'accounting.posting.superseded.v1',
  stream: 'ACCOUNTING',
  summary: 'A posting was replaced by a newer one.',
  data: PostingEventData,
})
export const postingExported = defineEvent({
  type: 'accounting.posting.exported.v1',
  stream: 'ACCOUNTING',
  summary: 'A posting has become a voucher of the ERP.',
  data: PostingEventData,
})
export const postingReconciled = defineEvent({
  type: 'accounting.posting.reconciled.v1',
  stream: 'ACCOUNTING',
  summary: 'The voucher of a posting is reconciled in the ERP.',
  data: PostingEventData,
})
export const postingRejected = defineEvent({
  type: 'accounting.posting.rejected.v1',
  stream: 'ACCOUNTING',
  summary: 'A posting was refused by the ERP.',
  data: PostingEventData,
})

/** Every event that accounting-read publishes. */
export const accountingEvents = [postingPosted, postingSuperseded, postingExported, postingReconciled, postingRejected] as const
