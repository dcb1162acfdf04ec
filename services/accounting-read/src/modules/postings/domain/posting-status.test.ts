import { type PostingStatus, postingStatuses } from '@open-oms/contracts/accounting/posting'
import t from 'tap'
import { isTransitionDue, type PostingTransition } from './posting-status.ts'

const moves: Record<PostingTransition['to'], PostingTransition> = {
  Exported: { to: 'Exported', externalReference: 'V-1', exportedAt: new Date('2026-01-20T00:00:00Z') },
  Reconciled: { to: 'Reconciled' },
  Rejected: { to: 'Rejected', reason: 'period closed' },
}

type Fields = { externalReference?: string; rejectionReason?: string }

const outcome = (
  status: PostingStatus,
  move: PostingTransition,
  fields: Fields = status === 'Rejected' ? { rejectionReason: 'a reason' } : {},
) => {
  try {
    return isTransitionDue({ id: 'p', status, externalReference: null, rejectionReason: null, ...fields }, move) ? 'move' : 'done'
  } catch (error) {
    return (error as { code: string }).code
  }
}

t.test('given any status, when a transition is made, then only those of the table are allowed', async (t) => {
  const due = new Set(['Posted>Exported', 'Exported>Reconciled', 'Posted>Rejected', 'Exported>Rejected'])
  for (const status of postingStatuses)
    for (const move of Object.values(moves)) {
      const expected = due.has(`${status}>${move.to}`) ? 'move' : 'TransitionNotAllowed'
      const isRepeat = status === move.to && move.to !== 'Exported'
      t.equal(outcome(status, move), isRepeat ? 'done' : expected, `${status} > ${move.to}`)
    }
})

t.test(
  'given a transition that was made before, when it is repeated, then it is not due, whatever the status is now',
  async (t) => {
    for (const status of ['Exported', 'Reconciled', 'Rejected', 'Superseded'] as const)
      t.equal(outcome(status, moves.Exported, { externalReference: 'V-1' }), 'done', status)
    t.equal(
      outcome('Exported', moves.Exported, { externalReference: 'V-2' }),
      'TransitionNotAllowed',
      'another voucher is another move',
    )
    t.equal(outcome('Rejected', { to: 'Rejected', reason: 'another reason' }), 'done')
    // Regression: a late repeat became a dead letter although nothing was wrong.
    t.equal(
      outcome('Superseded', moves.Rejected, { rejectionReason: 'period closed' }),
      'done',
      'it was replaced after its rejection',
    )
  },
)

t.test('given a transition that is not allowed, when it is refused, then the error names the status and reference', async (t) => {
  t.throws(
    () => isTransitionDue({ id: 'p', status: 'Exported', externalReference: 'V-2', rejectionReason: null }, moves.Exported),
    {
      message: 'Posting p is Exported as "V-2"; it cannot become Exported.',
    },
  )
})
