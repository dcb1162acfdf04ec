import type { EntityError } from '@open-oms/contracts/orders/primitive-models'
import t from 'tap'
import { entityError } from './entity-errors.ts'
import { withErrorStatuses } from './error-statuses.ts'

const NOW = '2026-03-01T08:00:00.000Z'
const LATER = '2026-03-01T09:00:00.000Z'
const error = (status: string | null, fields: Partial<EntityError> = {}): EntityError => ({
  ...entityError({
    key: 'CapturePayments',
    message: 'It was unreachable.',
    severity: 'Error',
    occurred: NOW,
    referenceId: 'run-1',
  }),
  stepId: 'capture',
  solved: null,
  solvedBy: null,
  status,
  ...fields,
})
const solved = error('Solved', { solved: LATER, solvedBy: 'workflow' })
const byKari = { solved: LATER, solvedBy: 'kari' }

const cases: [stored: EntityError, sent: EntityError, becomes: Partial<EntityError>][] = [
  [error(null), error('Waiting'), { status: null }],
  [error(null), error('Waiting', { occurred: LATER }), { status: null }],
  [error(null), error('Solved', byKari), { status: 'Solved', ...byKari }],
  [error(null), error('Deleted', byKari), { status: 'Deleted', ...byKari }],
  [error('Waiting'), error('Waiting'), { status: 'Waiting' }],
  [error('Waiting'), error(null), { status: 'Waiting' }],
  [error('Waiting'), error('Deleted', byKari), { status: 'Deleted', ...byKari }],
  [solved, error('Waiting'), { status: 'Solved', solved: LATER, solvedBy: 'workflow' }],
  [solved, error(null), { status: 'Solved', solved: LATER, solvedBy: 'workflow' }],
  [solved, error('Solved', byKari), { status: 'Solved', solved: LATER, solvedBy: 'workflow' }],
]
for (const [stored, sent, becomes] of cases)
  t.test(
    `given a stored error that is ${stored.status}, when it is sent as ${sent.status} of ${sent.occurred}, then it is ${becomes.status}`,
    (t) => {
      t.match(withErrorStatuses([sent], [stored]), [{ ...becomes, occurred: sent.occurred }])
      t.end()
    },
  )

t.test('given an error of no step that is stored, when it is sent as Waiting, then it is open', (t) => {
  const foreign = [
    error('Waiting', { stepId: 'book' }),
    error('Waiting', { referenceId: 'run-2' }),
    error('Waiting', { stepId: null }),
  ]
  for (const stored of [[], [error('Waiting')]])
    t.same(
      withErrorStatuses(foreign, stored).map(({ status }) => status),
      [null, null, null],
    )
  t.end()
})

t.test('given several errors of a step, when they are sent, then each has the status of the one of its time', (t) => {
  const stored = [solved, error(null, { occurred: LATER })]
  const sent = [error('Waiting'), error('Waiting', { occurred: LATER })]
  t.same(
    withErrorStatuses(sent, stored).map(({ status }) => status),
    ['Solved', null],
  )
  t.end()
})

t.test('given errors as they are stored, when they are sent back, then they are the same', (t) => {
  const stored = [solved, error('Waiting', { stepId: 'book' }), error(null, { stepId: 'mail' })]
  const sent = structuredClone(stored)
  t.equal(withErrorStatuses(sent, stored), sent)
  t.end()
})
