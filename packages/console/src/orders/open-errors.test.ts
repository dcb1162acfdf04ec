import t from 'tap'
import { hasFailedStep, isOpenError } from './open-errors.ts'

t.test('given errors of an order, when one is neither solved nor waits, then it is open', async (t) => {
  t.same(
    ['Solved', 'Deleted', 'Waiting', 'Open', null].map((status) => isOpenError({ status })),
    [false, false, false, true, true],
  )
  t.ok(hasFailedStep({ errors: [{ status: 'Waiting' }] }))
  t.notOk(hasFailedStep({ errors: [{ status: 'Solved' }] }))
})

t.test('given an order of a list, when its fields that are empty are absent, then its errors are the same', async (t) => {
  t.ok(isOpenError({}))
  t.ok(hasFailedStep({ errors: [{}] }))
  t.notOk(hasFailedStep({}))
})
