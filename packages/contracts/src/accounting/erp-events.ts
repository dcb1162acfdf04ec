import { type Static, Type } from '@sinclair/typebox'
import { defineEvent } from '../event.ts'
import { DateTime, described, Model } from '../primitives.ts'

/** The id of a posting as the interface gives it. */
const PostingId = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })
const NonBlankText = Type.String({ pattern: '\\S', maxLength: 1_000 })

/**
 * What an ERP connector reports (postings.md#posting-lifecycle). Its events need only what
 * CloudEvents requires (events.md#envelope).
 */
export const PostingExportedData = Model('PostingExportedData', {
  postingId: described(PostingId, 'The posting that was taken over.'),
  externalReference: described(NonBlankText, 'The id of the voucher in the ERP.'),
  exportedAt: described(DateTime, 'When the voucher was made.'),
})
export type PostingExportedData = Static<typeof PostingExportedData>

export const PostingReconciledData = Model('PostingReconciledData', {
  postingId: described(PostingId, 'The posting whose voucher is reconciled.'),
})
export type PostingReconciledData = Static<typeof PostingReconciledData>

export const PostingRejectedData = Model('PostingRejectedData', {
  postingId: described(PostingId, 'The posting that was refused.'),
  reason: described(NonBlankText, 'Why, as people read it.'),
})
export type PostingRejectedData = Static<typeof PostingRejectedData>

export const erpPostingExported = defineEvent({
  type: 'erp.posting.exported.v1',
  stream: 'ERP',
  summary: 'The ERP has taken a posting over as a voucher.',
  data: PostingExportedData,
})
export const erpPostingReconciled = defineEvent({
  type: 'erp.posting.reconciled.v1',
  stream: 'ERP',
  summary: 'The ERP has reconciled the voucher of a posting; it never changes again.',
  data: PostingReconciledData,
})
export const erpPostingRejected = defineEvent({
  type: 'erp.posting.rejected.v1',
  stream: 'ERP',
  summary: 'The ERP has refused a posting, or taken its voucher back.',
  data: PostingRejectedData,
})

/** Every event that an ERP connector publishes. */
export const erpEvents = [erpPostingExported, erpPostingReconciled, erpPostingRejected] as const
