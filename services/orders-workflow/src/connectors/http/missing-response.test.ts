import t from 'tap'
import { callFailure, missingResponse, noConnectorReady, unreadableResponse } from './missing-response.ts'

const done = { outcome: 'done' } as const
const away = {
  outcome: 'unreachable',
  reason: 'It is unreachable.',
  reasonClass: 'TimedOut',
  connector: 'card',
  waitMs: 5,
} as const
const refused = { outcome: 'refused', reason: 'No.', connector: 'card' } as const

t.test('given the results of requests, when one failed, then the failure says whether it may pass and what kind it is', (t) => {
  t.equal(callFailure([done, done]), null)
  t.match(callFailure([done, away]), {
    reason: 'It is unreachable.',
    reasonClass: 'TimedOut',
    isPassing: true,
    isRefused: false,
    waitMs: 5,
  })
  t.match(callFailure([refused]), { reason: 'No.', reasonClass: 'Refused', isPassing: false, isRefused: true, connector: 'card' })
  t.match(
    callFailure([refused, away]),
    { reason: 'It is unreachable.', isPassing: true, isRefused: true },
    'one is refused permanently',
  )
  t.match(callFailure([noConnectorReady('none')]), { reasonClass: 'NotReady', isPassing: false, connector: null })
  t.match(callFailure([unreadableResponse('it is empty')]), { reasonClass: 'NoOutcome', isPassing: true })
  t.end()
})

t.test('given a response without an outcome, when it is judged, then only a definite one is a refusal', (t) => {
  const judged = (status: number | null) => missingResponse({ kind: 'refused', status, reason: 'No.', connector: 'card' })
  t.match(judged(422), { outcome: 'refused', connector: 'card' })
  for (const status of [401, 407, 408, 409, 425])
    t.match(callFailure([judged(status)]), { reasonClass: 'NoOutcome', isPassing: true })
  t.match(callFailure([judged(null)]), { reasonClass: 'NotReady', isPassing: false, connector: 'card' })
  t.match(missingResponse({ kind: 'unreachable', reason: 'It is unreachable.', reasonClass: 'BreakerOpen', waitMs: 7 }), {
    outcome: 'unreachable',
    reasonClass: 'BreakerOpen',
    waitMs: 7,
  })
  t.end()
})
