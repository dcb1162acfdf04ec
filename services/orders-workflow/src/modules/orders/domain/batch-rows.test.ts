import { DomainError, invalid } from '@open-oms/contracts/errors'
import t from 'tap'
import { batchError, batchResults, repeatedRows } from './batch-rows.ts'

const failure = (index: number, error: DomainError) => ({ index, id: `O-${index}`, error })

t.test('given failed rows, when their errors are joined, then each path begins with its row', async (t) => {
  const shape = new DomainError('ValidationFailed', 'The value must be an object.', { errors: { '': ['must be an object'] } })
  const error = batchError([
    failure(0, shape),
    failure(3, invalid('storeId', '"X" is not a store')),
    failure(7, new DomainError('OrderIsReadOnly', 'Order "O-7" is read-only.')),
  ])
  t.equal(error.code, 'ValidationFailed')
  t.same(error.details.errors, {
    '[0]': ['must be an object'],
    '[3].storeId': ['"X" is not a store'],
    '[7]': ['Order "O-7" is read-only.'],
  })
  t.match(error.message, /^Row 0: .*\. 2 more/)
  t.match(batchError([failure(3, invalid('storeId', '"X" is not a store'))]).message, /store\.$/)
})

t.test('given an error inside of a list, when it is reported, then the row comes before the index', async (t) => {
  t.same(batchError([failure(0, invalid('[0].id', 'is bad'))]).details.errors, { '[0][0].id': ['is bad'] })
})

t.test('given rows that fail for one reason, when their errors are joined, then the batch has its code', async (t) => {
  const readOnly = (index: number) => failure(index, new DomainError('OrderIsReadOnly', 'read-only'))
  t.equal(batchError([readOnly(1), readOnly(2)]).code, 'OrderIsReadOnly')
})

t.test('given a forbidden row among others, when errors are joined, then the batch is Forbidden', async (t) => {
  const error = batchError([failure(0, invalid('status', 'is required')), failure(1, new DomainError('Forbidden', 'no'))])
  t.equal(error.code, 'Forbidden')
  t.same(error.details.errors, { '[1]': ['no'] })
})

t.test('given repeated ids, when rows are checked, then each repetition is named', async (t) => {
  const rows = ['a', 'b', 'a', null, null, 'b', 'A'].map((id, index) => ({ index, id }))
  t.same(
    repeatedRows(rows).map(({ index, error }) => [index, error.details.errors]),
    [
      [2, { id: ['"a" is the id of row 0 already'] }],
      [5, { id: ['"b" is the id of row 1 already'] }],
    ],
  )
})

t.test('given results and failures, when they are joined, then they are in the order of the rows', async (t) => {
  const results = batchResults(
    [
      { index: 2, id: 'c', status: 'created', message: null },
      { index: 0, id: 'a', status: 'skipped', message: 'taken' },
    ],
    [failure(1, invalid('status', 'is required'))],
  )
  t.same(
    results.map(({ index, status }) => [index, status]),
    [
      [0, 'skipped'],
      [1, 'failed'],
      [2, 'created'],
    ],
  )
  t.equal(results[1]?.message, 'status is required')
})
