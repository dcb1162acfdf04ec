import t from 'tap'
import { DomainError, invalid, orRefusal } from './errors.ts'

t.test('given work that a rule refuses, when its refusal is wanted, then it is returned', (t) => {
  const refused = orRefusal(() => {
    throw invalid('quantity', 'must be above 0')
  })
  t.ok(refused instanceof DomainError)
  t.match(refused, { code: 'ValidationFailed', message: 'quantity must be above 0' })
  t.end()
})

t.test('given work that succeeds or fails otherwise, then its result is returned and its error raised', (t) => {
  t.equal(
    orRefusal(() => 1),
    1,
  )
  t.throws(
    () =>
      orRefusal(() => {
        throw new RangeError('a mistake')
      }),
    RangeError,
  )
  t.end()
})
