// Shared process: it measures processor time.
import { isDeepStrictEqual } from 'node:util'
import { measureCpuTime } from '@open-oms/service-kit/testing/cpu-time'
import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import { applyPatch } from 'rfc6902'
import t from 'tap'
import { sampleOrder } from '../../../testing/sample-order.ts'
import { diffVersions } from './version-difference.ts'

/** What becomes of a content by a patch; null when an operation cannot be applied. */
function applied(before: unknown, patch: ReturnType<typeof diffVersions>): unknown {
  const root = { content: structuredClone(before) }
  const operations = patch.map((operation) => ({ ...operation, path: `/content${operation.path}` }))
  return applyPatch(root, operations).every((error) => error === null) ? root : null
}

const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, 0, 1, 'a', 'b/c~d', ''),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'x/y', '~', ''), tie('value'), { noNullPrototype: true }),
  ),
})).value

t.test('given any two contents, when their difference is applied to the first, then it is the second', async (t) => {
  const isRight = (a: unknown, b: unknown) => isDeepStrictEqual(applied(a, diffVersions(a, b)), { content: b })
  t.doesNotThrow(() => fc.assert(fc.property(json, json, isRight), { numRuns: propertyRuns(500) }))
})

t.test('given equal contents, when they are compared, then there is no difference', async (t) => {
  t.doesNotThrow(() => fc.assert(fc.property(json, (a) => diffVersions(a, structuredClone(a)).length === 0)))
  t.strictSame(diffVersions(sampleOrder({ lineItems: [{}] }), sampleOrder({ lineItems: [{}] })), [])
})

t.test('given a changed field or an added or removed item, when versions are compared, then it is one operation', async (t) => {
  const order = (...codes: string[]) => sampleOrder({ lineItems: codes.map((code) => ({ lineItemId: code, code })) })
  t.strictSame(diffVersions({ a: { b: [1, { c: 2 }] } }, { a: { b: [1, { c: 3 }] } }), [
    { op: 'replace', path: '/a/b/1/c', value: 3 },
  ])
  const [line] = order('B').orderForm.lineItems
  t.strictSame(diffVersions(order('A', 'C'), order('A', 'B', 'C')), [{ op: 'add', path: '/orderForm/lineItems/1', value: line }])
  t.strictSame(diffVersions(order('A', 'B', 'C'), order('A', 'C')), [{ op: 'remove', path: '/orderForm/lineItems/1' }])
})

t.test(
  'given a thousand reordered lines, when versions are compared, then it takes under five seconds of processor time',
  async (t) => {
    const lines = Array.from({ length: 1000 }, (_, index) => ({ lineItemId: String(index), code: `SKU-${index}` }))
    const before = sampleOrder({ lineItems: lines, shipments: [{}] })
    const after = sampleOrder({ lineItems: [...lines].reverse(), shipments: [{}] })
    const { result: patch, ms } = await measureCpuTime(() => diffVersions(before, after))
    t.ok(ms < 5_000, `${ms} ms`)
    t.strictSame(applied(before, patch), { content: after })
  },
)
