import { DomainError } from '@open-oms/contracts/errors'
import t from 'tap'
import { parseJsonBody } from './json-bodies.ts'

async function parseErrorCode(text: string): Promise<string | undefined> {
  try {
    await parseJsonBody(text)
  } catch (error) {
    if (error instanceof DomainError) return error.code
    throw error
  }
  return undefined
}

t.test('given an empty body, when it is parsed, then there is no body', async (t) => {
  t.equal(await parseJsonBody(''), undefined)
  t.equal(await parseJsonBody(' \r\n'), undefined)
})

t.test('given a byte order mark, when a body is parsed, then it is tolerated', async (t) => {
  t.same(await parseJsonBody('\uFEFF{"a":1}'), { a: 1 })
})

t.test('given a body that is not JSON, when it is parsed, then it is MalformedJson', async (t) => {
  for (const text of ['{', '{"a":NaN}', "{'a':1}", '{"a":1}}', '"\u0000"', 'undefined', '[1,]'])
    t.equal(await parseErrorCode(text), 'MalformedJson', JSON.stringify(text))
})

t.test('given nested JSON, when it has 33 levels or a million, then it is JsonTooDeep, and 32 are read', async (t) => {
  t.equal(await parseErrorCode('['.repeat(32) + ']'.repeat(32)), undefined)
  t.equal(await parseErrorCode('['.repeat(33) + ']'.repeat(33)), 'JsonTooDeep')
  t.equal(await parseErrorCode(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`), 'JsonTooDeep')
  t.equal(await parseErrorCode('['.repeat(1_000_000)), 'JsonTooDeep')
})

t.test('given brackets inside of texts, when the depth is checked, then they do not count', async (t) => {
  t.equal(await parseErrorCode(JSON.stringify({ text: '[{"\\'.repeat(50) })), undefined)
})

t.test('given fields that would change a prototype, escaped or not, then they are left out', async (t) => {
  t.same(Object.keys((await parseJsonBody('{"__proto__":{"a":1},"\\u005f_proto__":{"b":1},"c":1}')) as object), ['c'])
  t.same(await parseJsonBody('{"constructor":{"prototype":{"x":1}},"c":1}'), { c: 1 })
})

t.test('given texts that Postgres cannot store, when a body is parsed, then they are refused at any depth', async (t) => {
  t.equal(await parseErrorCode('{"a":[{"b":"x\\u0000"}]}'), 'ValidationFailed')
  t.equal(await parseErrorCode('{"\\u0000":1}'), 'ValidationFailed')
  t.equal(await parseErrorCode('"\\ud800"'), 'ValidationFailed')
  t.equal(await parseErrorCode('"\\ud83d\\ude00 \\\\u0000"'), undefined)
})
