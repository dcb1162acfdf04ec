import fc from 'fast-check'
import t from 'tap'
import { allowsRange, requestedRange } from './byte-range.ts'

t.test('given any length and range, when it is read, then a returned range is inside of the file', async (t) => {
  const bound = fc.option(fc.nat({ max: 20 }), { nil: '' })
  fc.assert(
    fc.property(fc.nat({ max: 10 }), bound, bound, (length, first, last) => {
      const range = requestedRange(`bytes=${first}-${last}`, length)
      if (range === 'whole' || range === 'none') return true
      return range.start >= 0 && range.start <= range.end && range.end < length
    }),
  )
  t.pass('it held')
})

t.test('given an empty file or no header, when a range is read, then there is no part or it is the whole', async (t) => {
  t.equal(requestedRange('bytes=0-', 0), 'none')
  t.equal(requestedRange('bytes=-1', 0), 'none')
  t.equal(requestedRange(undefined, 10), 'whole')
  t.same(requestedRange('BYTES= 1 - 2', 10), { start: 1, end: 2 })
  t.same(requestedRange(`bytes=0-${'9'.repeat(40)}`, 10), { start: 0, end: 9 })
})

t.test('given entity tags in If-Range, when they are compared, then a weakened one allows no part', async (t) => {
  t.equal(allowsRange('W/"a"', '"a"'), false)
  t.equal(allowsRange(' "a" ', '"a"'), true)
  t.equal(allowsRange(undefined, '"a"'), true)
})
