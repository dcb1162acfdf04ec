import { mock } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { ApiError, ConnectionError } from '@open-oms/client/errors'
import t, { type Test } from 'tap'
import { isOutcomeUnknown } from '../bulk/run-rows.ts'
import { whilePassing, whileUnderWay } from './while-under-way.ts'

const refusal = (status: number, code: string, retryAfterMs: number | null) =>
  new ApiError({ status, code, message: code, errors: {}, fields: {}, traceId: null, requestId: null, retryAfterMs })
const underWay = refusal(409, 'IdempotencyInFlight', 1_000)

/** Sends what is refused so many times, on a clock that runs on by seconds until it has ended. */
async function sent(
  t: Test,
  {
    refusals,
    error = underWay,
    isPassing,
    stopAfter = Number.POSITIVE_INFINITY,
    stopAt = Number.POSITIVE_INFINITY,
  }: RetryScenario,
) {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 0 })
  t.teardown(() => mock.timers.reset())
  const tries: number[] = []
  const untils: number[] = []
  let outcome: unknown
  const send = async () => {
    tries.push(Date.now() / 1_000)
    if (tries.length <= refusals) throw error
    return 'done'
  }
  const waiting = {
    onWait: (until: number) => untils.push(until / 1_000),
    isStopped: () => tries.length >= stopAfter || Date.now() / 1_000 >= stopAt,
  }
  const sending = isPassing === undefined ? whileUnderWay(send, waiting) : whilePassing(send, { ...waiting, isPassing })
  const ending = sending.then(
    (result) => {
      outcome = result
    },
    (failure) => {
      outcome = failure
    },
  )
  while (outcome === undefined) {
    await setImmediate()
    mock.timers.tick(1_000)
  }
  await ending
  const ended = Date.now() / 1_000
  mock.timers.reset()
  return { outcome, tries, untils, ended }
}

type RetryScenario = {
  refusals: number
  error?: Error
  isPassing?: (error: unknown) => boolean
  stopAfter?: number
  stopAt?: number
}

// A retry after the service was killed midway was refused, and its next retry was another request.
t.test(
  'given an earlier request that is under way, when it is sent again, then with growing pauses until it has ended',
  async (t) => {
    const { outcome, tries, untils } = await sent(t, { refusals: 4 })
    t.equal(outcome, 'done')
    t.same(tries, [0, 1, 3, 7, 15])
    t.same(new Set(untils), new Set([75]), 'the time until which it is tried is said')
  },
)

t.test('given a request that never ends, when it is sent again, then it is given up and may have had its effect', async (t) => {
  const { outcome, tries } = await sent(t, { refusals: Number.POSITIVE_INFINITY })
  t.equal(outcome, underWay)
  t.ok((tries.at(-1) ?? 0) > 60, 'the key of a process that died has expired by then')
  t.ok((tries.at(-1) ?? 0) <= 75)
  t.ok(isOutcomeUnknown(underWay), 'a retry is the same request')
})

t.test('given other refusals or a stop, when a request is sent, then it is not sent again', async (t) => {
  t.same((await sent(t, { refusals: 1, error: refusal(412, 'VersionConflict', null) })).tries, [0])
  t.same((await sent(t, { refusals: 9, stopAfter: 1 })).tries, [0])
  t.same((await sent(t, { refusals: 9, error: refusal(409, 'ResourceLocked', 20_000) })).tries, [0, 20, 40, 60])
})

t.test('given a pause that the response asks for, when the person stops, then it ends soon', async (t) => {
  const { outcome, tries, ended } = await sent(t, {
    refusals: 9,
    error: refusal(503, 'Unavailable', 60_000),
    isPassing: () => true,
    stopAt: 2,
  })
  t.match(outcome, { status: 503 })
  t.same(tries, [0])
  t.ok(ended <= 3, `after ${ended} s`)
})

t.test('given no connection for a while, when what is expected to pass is sent again, then until there is one', async (t) => {
  const error = new ConnectionError('no response')
  const { outcome, tries } = await sent(t, { refusals: 3, error, isPassing: (failure) => failure === error })
  t.equal(outcome, 'done')
  t.same(tries, [0, 1, 3, 7])
})
