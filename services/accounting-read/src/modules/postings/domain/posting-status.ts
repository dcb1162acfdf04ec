import type { PostingStatus } from '@open-oms/contracts/accounting/posting'
import { DomainError } from '@open-oms/contracts/errors'

/**
 * A transition of a posting's status that an ERP connector reports (postings.md#posting-lifecycle).
 */
export type PostingTransition =
  | { to: 'Exported'; externalReference: string; exportedAt: Date }
  | { to: 'Reconciled' }
  | { to: 'Rejected'; reason: string }

export type PostingState = {
  id: string
  status: PostingStatus
  externalReference: string | null
  /** Why it was rejected, if it ever was. */
  rejectionReason: string | null
}

const allowedFrom: Record<PostingTransition['to'], readonly PostingStatus[]> = {
  Exported: ['Posted'],
  Reconciled: ['Exported'],
  Rejected: ['Posted', 'Exported'],
}

/**
 * Returns whether a transition changes the posting; false for one that was made before, whatever
 * the status is now. Raises `TransitionNotAllowed` for every other transition.
 */
export function isTransitionDue(posting: PostingState, transition: PostingTransition): boolean {
  if (wasMade(posting, transition)) return false
  if (allowedFrom[transition.to].includes(posting.status)) return true
  const known = posting.externalReference === null ? '' : ` as "${posting.externalReference}"`
  throw new DomainError(
    'TransitionNotAllowed',
    `Posting ${posting.id} is ${posting.status}${known}; it cannot become ${transition.to}.`,
  )
}

function wasMade({ status, externalReference, rejectionReason }: PostingState, transition: PostingTransition): boolean {
  switch (transition.to) {
    case 'Exported':
      return externalReference !== null && externalReference === transition.externalReference
    case 'Reconciled':
      return status === 'Reconciled'
    case 'Rejected':
      return rejectionReason !== null
  }
}
