import type { FoundRun } from '@open-oms/client/types'
import t from 'tap'
import { wayOn } from './allowed-actions.ts'

const run = { state: 'Aborted', step: 'CapturePayments', stepId: 'a', reasonClass: 'Refused' } as FoundRun

t.test(
  'given runs of an order, when it is asked how they go on, then a failed step is retried and a lost run resumed',
  async (t) => {
    t.equal(wayOn(run, []), 'RetryStep')
    t.equal(wayOn({ ...run, state: 'Waiting' }, []), 'RetryStep')
    t.equal(wayOn({ ...run, state: 'Interrupted', reasonClass: null }, []), 'Resume')
    t.equal(wayOn({ ...run, state: 'Running' }, []), null)
  },
)

t.test('given a finished run with a failed step, when its error is solved, then there is nothing to retry', async (t) => {
  const finished: FoundRun = { ...run, state: 'Finished' }
  t.equal(wayOn(finished, [{ stepId: 'a', status: null }]), 'RetryStep')
  t.equal(wayOn(finished, [{ stepId: 'a', status: 'Solved' }]), null)
  t.equal(wayOn(finished, [{ stepId: 'b', status: null }]), null, 'the error is of another step')
  t.equal(wayOn({ ...finished, step: null, stepId: null, reasonClass: null }, []), null)
})
