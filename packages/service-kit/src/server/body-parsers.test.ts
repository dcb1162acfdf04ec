import { DomainError } from '@oms/contracts/errors'
import fc from 'fast-check'
import t from 'tap'
import { isDeeperThan, parseJsonBody } from './body-parsers.ts'

function codeOf(text: string): string | undefined {
  try {
    parseJsonBody(text)
  } catch (error) {
    if (error instanceof DomainError) return error.code
    throw error
  }
  return undefined
}

t.test('an empty body is no body', async (t) => {
  t.equal(parseJsonBody(''), undefined)
  t.equal(parseJsonBody(' \r\n'), undefined)
})

t.test('a byte order mark is tolerated', async (t) => {
  t.same(parseJsonBody('\uFEFF{"a":1}'), { a: 1 })
})

t.test('what is not JSON is MalformedJson', async (t) => {
  for (const text of ['{', '{"a":NaN}', "{'a':1}", '{"a":1}}', '"\u0000"', 'undefined', '[1,]'])
    t.equal(codeOf(text), 'MalformedJson', JSON.stringify(text))
})

t.test('32 levels are read, 33 are too deep, and a million do not hurt', async (t) => {
  t.equal(codeOf('['.repeat(32) + ']'.repeat(32)), undefined)
  t.equal(codeOf('['.repeat(33) + ']'.repeat(33)), 'JsonTooDeep')
  t.equal(codeOf(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`), 'JsonTooDeep')
  t.equal(codeOf('['.repeat(1_000_000)), 'JsonTooDeep')
})

t.test('brackets inside of texts do not count', async (t) => {
  t.equal(codeOf(JSON.stringify({ text: '[{"\\'.repeat(50) })), undefined)
  t.equal(isDeeperThan('"\\\\"[[', 1), true)
  t.equal(isDeeperThan('"\\"[["', 1), false)
})

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

t.test('the depth found in the text is the depth of the value', async (t) => {
  const property = fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
    const text = JSON.stringify(value)
    return !isDeeperThan(text, depthOf(value)) && (depthOf(value) === 0 || isDeeperThan(text, depthOf(value) - 1))
  })
  t.doesNotThrow(() => fc.assert(property))
})

t.test('members that would change a prototype are left out, escaped or not', async (t) => {
  t.same(Object.keys(parseJsonBody('{"__proto__":{"a":1},"\\u005f_proto__":{"b":1},"c":1}') as object), ['c'])
  t.same(parseJsonBody('{"constructor":{"prototype":{"x":1}},"c":1}'), { c: 1 })
})

t.test('texts that Postgres cannot keep are refused, wherever they are', async (t) => {
  t.equal(codeOf('{"a":[{"b":"x\\u0000"}]}'), 'ValidationFailed')
  t.equal(codeOf('{"\\u0000":1}'), 'ValidationFailed')
  t.equal(codeOf('"\\ud800"'), 'ValidationFailed')
  t.equal(codeOf('"\\ud83d\\ude00 \\\\u0000"'), undefined)
})
