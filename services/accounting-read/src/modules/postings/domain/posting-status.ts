import type { PostingStatus } from '@oms/contracts/accounting/posting'
import { DomainError } from '@oms/contracts/errors'

/** What an ERP connector says has become of a posting (4-decisions O.6). */
export type PostingMove =
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

const from: Record<PostingMove['to'], readonly PostingStatus[]> = {
  Exported: ['Posted'],
  Reconciled: ['Exported'],
  Rejected: ['Posted', 'Exported'],
}

/**
 * Whether a move is still to be made; a repeated one was made already, whatever has become of the posting since. Errors:
 * TransitionNotAllowed for every other move.
 */
export function isMoveDue(posting: PostingState, move: PostingMove): boolean {
  if (wasMade(posting, move)) return false
  if (from[move.to].includes(posting.status)) return true
  const known = posting.externalReference === null ? '' : ` as "${posting.externalReference}"`
  throw new DomainError(
    'TransitionNotAllowed',
    `Posting ${posting.id} is ${posting.status}${known}; it cannot become ${move.to}.`,
  )
}

function wasMade({ status, externalReference, rejectionReason }: PostingState, move: PostingMove): boolean {
  switch (move.to) {
    case 'Exported':
      return externalReference !== null && externalReference === move.externalReference
    case 'Reconciled':
      return status === 'Reconciled'
    case 'Rejected':
      return rejectionReason !== null
  }
}
