import fc from 'fast-check'
import t from 'tap'
import type { WaitingStep } from '../../../order/rules/status/workflow-run.ts'
import { durationMs, nextWait, type RetryContext } from './next-wait.ts'

const START = Date.parse('2026-03-01T08:00:00.000Z')
const at = (ms: number) => new Date(START + ms).toISOString()
const MINUTE = 60_000
const failure = { reason: 'It responded with 503.', reasonClass: 'ServerError', connector: 'card', waitMs: null }
const pauses = {
  firstMs: 1_000,
  maxMs: 8_000,
  pauseMs: (failures: number, { first, max }: { first: number; max: number }) => Math.min(max, first * 2 ** (failures - 1)),
}
const wait = (fields: Partial<RetryContext> = {}): WaitingStep | null =>
  nextWait({
    stepId: 'capture',
    failure,
    previous: undefined,
    retryForMs: MINUTE,
    now: at(0),
    status: 'Shipped',
    pauses,
    ...fields,
  })

t.test('given a step that fails again and again, when it waits, then the pauses grow and the end stays', (t) => {
  const first = wait() as WaitingStep
  t.match(first, { since: at(0), until: at(MINUTE), failures: 1, nextAttempt: at(1_000), isLast: false, status: 'Shipped' })
  t.match(first, { reasonClass: 'ServerError', reason: 'It responded with 503.', connector: 'card' })
  const second = wait({ previous: first, now: at(1_000) }) as WaitingStep
  t.match(second, { since: at(0), until: at(MINUTE), failures: 2, nextAttempt: at(3_000) })
  const seventh = wait({ previous: { ...second, failures: 6 }, now: at(20_000) })
  t.match(seventh, { failures: 7, nextAttempt: at(28_000) }, 'the longest pause')
  t.end()
})

t.test(
  'given a time that is nearly over, when the step fails, then the last attempt is at its end, and none comes after',
  (t) => {
    const previous = { ...(wait() as WaitingStep), failures: 9 }
    const last = wait({ previous, now: at(MINUTE - 1_000) }) as WaitingStep
    t.equal(last.nextAttempt, at(MINUTE))
    t.equal(wait({ previous: last, now: at(MINUTE) }), null)
    t.end()
  },
)

t.test('given an open circuit breaker, when the step fails, then it waits until the breaker lets calls through', (t) => {
  const open = { ...failure, reasonClass: 'BreakerOpen', waitMs: 15_000 }
  t.equal(wait({ failure: open })?.nextAttempt, at(16_000))
  t.end()
})

t.test(
  'given a breaker that is open longer than the step waits, when its time is over, then one attempt follows the breaker',
  (t) => {
    const open = { ...failure, reasonClass: 'BreakerOpen', waitMs: 15_000 }
    const first = wait({ failure: open, retryForMs: 2_000 }) as WaitingStep
    t.match(first, { nextAttempt: at(15_000), isLast: true })
    t.equal(wait({ failure: open, previous: first, now: at(15_000), retryForMs: 2_000 }), null)
    t.end()
  },
)

t.test('given a receiver that asks for a year, when the step waits, then it is asked within a day', (t) => {
  const asking = { ...failure, reasonClass: 'TooManyRequests', waitMs: 365 * 24 * 60 * MINUTE }
  t.equal(wait({ failure: asking })?.nextAttempt, at(24 * 60 * MINUTE))
  t.end()
})

t.test('given the last attempt of a step, when its receiver may be called without a pause, then it is not repeated', (t) => {
  const previous = wait({ retryForMs: 500 }) ?? undefined
  t.match(previous, { nextAttempt: at(500), isLast: false })
  t.equal(wait({ previous, now: at(500), failure: { ...failure, waitMs: 0 } }), null)
  t.end()
})

t.test('given a step that is not tried again, when it fails, then it does not wait', (t) => {
  t.equal(wait({ retryForMs: 0 }), null)
  t.equal(wait({ retryForMs: 0, failure: { ...failure, waitMs: 5_000 } }), null)
  t.end()
})

t.test('given any failures, when a step waits, then each attempt is later than the one before, and there is a last one', (t) => {
  const asked = fc.option(fc.integer({ min: 0, max: 30_000 }))
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 120_000 }),
      fc.array(asked, { minLength: 200, maxLength: 200 }),
      (retryForMs, waits) => {
        let previous: WaitingStep | undefined
        let now = START
        for (const waitMs of waits) {
          const next = wait({ previous, now: new Date(now).toISOString(), retryForMs, failure: { ...failure, waitMs } })
          if (next === null) return now >= START + retryForMs
          if (Date.parse(next.nextAttempt) <= now || (waitMs !== null && Date.parse(next.nextAttempt) < now + waitMs))
            return false
          previous = next
          now = Date.parse(next.nextAttempt)
        }
        return false
      },
    ),
  )
  t.pass('it held')
  t.end()
})

t.test('given times with units, and 0, when they are read, then they are milliseconds', (t) => {
  t.same(['0', '250ms', '90s', '15m', '24h', '7d'].map(durationMs), [0, 250, 90_000, 900_000, 86_400_000, 604_800_000])
  t.end()
})
