import t from 'tap'
import { entityTag, parseIfMatch } from './etag.ts'

t.test('no header is no condition', async (t) => {
  t.equal(parseIfMatch(undefined), null)
})

t.test('a star matches every version', async (t) => {
  t.equal(parseIfMatch(' * ')?.any, true)
  t.same(parseIfMatch(' * ')?.versions, [])
  t.ok(parseIfMatch('*')?.matches('whatever'))
})

t.test('one tag or a list matches what it names, weak ones too', async (t) => {
  t.ok(parseIfMatch(entityTag('a'))?.matches('a'))
  const list = parseIfMatch('"a",W/"b" , "c,d"')
  t.same(list?.versions, ['a', 'b', 'c,d'])
  t.ok(list?.matches('b'))
  t.notOk(list?.matches('A'))
})

t.test('anything else is refused', async (t) => {
  for (const header of ['', 'a', '"a', '"a" "b"', '"a",', '*, "a"', 'w/"a"'])
    t.throws(() => parseIfMatch(header), { code: 'ValidationFailed' }, header)
})
