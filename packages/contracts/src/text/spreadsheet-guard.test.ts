import fc from 'fast-check'
import t from 'tap'
import { guardFormulas, unguardFormulas } from './spreadsheet-guard.ts'

t.test('given a text that a spreadsheet would run, when it is guarded, then no cell begins as a formula', async (t) => {
  const guarded = {
    '=1+1': "'=1+1",
    '+47 22': "'+47 22",
    "'-5": "''-5",
    '\t=1': "'\t'=1",
    'Oslo;=1+1': "Oslo;'=1+1",
    'a,b\n@sum': "a,b\n'@sum",
    'tab\t-1': "tab\t'-1",
    '＝1': "'＝1",
    'x;＋1': "x;'＋1",
  }
  for (const [text, expected] of Object.entries(guarded)) t.equal(guardFormulas(text), expected)
})

t.test('given a text that no spreadsheet runs, when it is guarded, then it stays as it is', async (t) => {
  for (const text of ['', 'a=b', '1-2', "'s-Hertogenbosch", 'red, -5 °C', 'Storgata 1; 2. etg.']) {
    t.equal(guardFormulas(text), text)
    t.equal(unguardFormulas(text), text)
  }
})

t.test('given any text, when it is guarded, then it can be had back and needs no other guard', async (t) => {
  const text = fc.string({ unit: fc.constantFrom(..."=+-@＝＋－＠'\t\r\n,;aø1 ") })
  const isKept = fc.property(text, (given) => unguardFormulas(guardFormulas(given)) === given)
  const isHarmless = fc.property(text, (given) => !/(^|[,;\t\r\n])[=+\-@＝＋－＠]|^[\t\r\n]/.test(guardFormulas(given)))
  t.doesNotThrow(() => fc.assert(isKept, { numRuns: 2_000 }))
  t.doesNotThrow(() => fc.assert(isHarmless, { numRuns: 2_000 }))
})
