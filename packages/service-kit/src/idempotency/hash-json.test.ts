import { createHash } from 'node:crypto'
import fc from 'fast-check'
import t from 'tap'
import { propertyRuns } from '../testing/property-runs.ts'
import { hashJson } from './hash-json.ts'

t.test(
  'given two values that differ in the order of properties, then they have one hash; the order of a list counts',
  async (t) => {
    t.equal(
      await hashJson([{ b: 1, a: { d: [1, { y: 1, x: 2 }], c: null } }]),
      await hashJson([{ a: { c: null, d: [1, { x: 2, y: 1 }] }, b: 1 }]),
    )
    t.not(await hashJson([1, 2]), await hashJson([2, 1]))
  },
)

/** How the hashes were made that are stored in databases. */
function storedHash(value: unknown): string {
  const text = JSON.stringify(value, (_key, field) => {
    if (typeof field !== 'object' || field === null || Array.isArray(field)) return field
    return Object.fromEntries(Object.entries(field).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
  return createHash('sha256').update(text).digest('hex')
}

t.test('given any value, then its hash is the one that an earlier version stored', async (t) => {
  const key = fc.oneof(fc.string(), fc.constantFrom('10', '9', '0', '01', '4294967294', '4294967295', '-1', '1.5', 'a', 'B'))
  const value = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 5 }, fc.jsonValue({ maxDepth: 1 }), fc.array(tie('value')), fc.dictionary(key, tie('value'))),
  })).value
  const property = fc.asyncProperty(value, async (value) => {
    const sent = JSON.parse(JSON.stringify(value, (name, field) => (name === '__proto__' ? undefined : field)))
    return (await hashJson([sent, 1])) === storedHash([sent, 1])
  })
  await fc.assert(property, { numRuns: propertyRuns(200) })
  t.pass('1000 values')
})

t.test('given a value of many megabytes, then its hash is that of its whole text', async (t) => {
  const rows = Array.from({ length: 50_000 }, (_, index) => ({ id: index, name: 'x'.repeat(20), list: [index, null, true] }))
  t.equal(await hashJson([{}, rows]), storedHash([{}, rows]))
})
