import t from 'tap'
import { entityTag, isNotModified, parseIfMatch } from './etag.ts'

t.test('given no If-Match header, when it is parsed, then there is no condition', async (t) => {
  t.equal(parseIfMatch(undefined), null)
})

t.test('given a star in If-Match, when it is parsed, then it matches every version', async (t) => {
  t.equal(parseIfMatch(' * ')?.any, true)
  t.same(parseIfMatch(' * ')?.versions, [])
  t.ok(parseIfMatch('*')?.matches('whatever'))
})

t.test('given tags in If-Match, when they are parsed, then they match what they name, weak ones too', async (t) => {
  t.ok(parseIfMatch(entityTag('a'))?.matches('a'))
  const list = parseIfMatch('"a",W/"b" , "c,d"')
  t.same(list?.versions, ['a', 'b', 'c,d'])
  t.ok(list?.matches('b'))
  t.notOk(list?.matches('A'))
})

t.test('given a malformed If-Match, when it is parsed, then it is refused', async (t) => {
  for (const header of ['', 'a', '"a', '"a" "b"', '"a",', '*, "a"', 'w/"a"'])
    t.throws(() => parseIfMatch(header), { code: 'ValidationFailed' }, header)
})

t.test('given tags in If-None-Match, when they are compared, then a weakened one counts, and a star', async (t) => {
  t.equal(isNotModified('W/"a", "b"', '"a"'), true)
  t.equal(isNotModified(' * ', '"a"'), true)
  t.equal(isNotModified('"b"', '"a"'), false)
  t.equal(isNotModified(undefined, '"a"'), false)
})
