import t from 'tap'
import { changedRunView, isNarrowedQueue, readRunView, toRunFilter } from './run-view.ts'

t.test('given a URL with every filter, when it is read, then the search has them all', async (t) => {
  const view = readRunView({
    state: ['Waiting', 'Aborted', 'Unknown'],
    step: 'CapturePayments',
    reason: ['Refused', 'Bad'],
    connector: ['card'],
    store: ['Oslo-01', '17'],
    type: 'Online',
    job: '0192f0c1',
  })
  t.equal(view.job, '0192f0c1')
  t.strictSame(toRunFilter(view), {
    states: ['Aborted', 'Waiting'],
    steps: ['CapturePayments'],
    reasonClasses: ['Refused'],
    connectors: ['card'],
    storeIds: ['Oslo-01', '17'],
    orderTypes: ['Online'],
  })
})

t.test('given a URL with unknown filters, when it is read, then the whole queue is shown', async (t) => {
  t.strictSame(readRunView({ state: 'Unknown', step: '', reason: 3, job: 7 }), {})
  t.strictSame(toRunFilter({}), {})
})

t.test('given a filter, when its last value is removed, then it leaves the URL and an open job stays', async (t) => {
  const view = readRunView({ step: ['SendMail'], job: 'one' })
  t.equal(isNarrowedQueue(view), true)
  const changed = changedRunView(view, { step: [] })
  t.strictSame(changed, { job: 'one' })
  t.equal(isNarrowedQueue(changed), false)
})
