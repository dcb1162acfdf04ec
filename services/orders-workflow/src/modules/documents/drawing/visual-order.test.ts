import fc from 'fast-check'
import t from 'tap'
import { visualParts } from './visual-order.ts'

t.test('given a line without right-to-left letters, when it is split, then it is one part', async (t) => {
  t.same(visualParts('Mug (35 cl) – Ωμέγα 日本'), ['Mug (35 cl) – Ωμέγα 日本'])
  t.same(visualParts(''), [''])
})

t.test(
  'given right-to-left words, when they are split, then they are in reading order, with the numbers that follow',
  async (t) => {
    t.same(visualParts('Mug שלום עולם cl'), ['Mug ', 'עולם', ' ', 'שלום', ' cl'])
    t.same(visualParts('محمد علي حسن'), ['حسن', ' ', 'علي', ' ', 'محمد'])
    t.equal(visualParts('Mug שלום עולם 35 cl').join(''), 'Mug 35 עולם שלום cl')
    t.same(visualParts('ל 15 ש'), ['ש', ' ', '15', ' ', 'ל'], 'digits keep their order')
  },
)

t.test('given brackets in right-to-left text, when it is split, then they are mirrored', async (t) => {
  t.equal(visualParts('a (שלום עולם) b').join(''), 'a (עולם שלום) b')
  t.same(visualParts('א (ב)'), [')ב(', ' ', 'א'], 'a word is turned when it is drawn, its brackets with it')
})

t.test('given any text, when it is split, then no character is lost or added', async (t) => {
  const letters = fc.constantFrom('a', 'ש', 'م', ' ', '1', '(', ')', '-', '😀', '𞤀')
  const sorted = (text: string) => [...text.replace(/[()]/g, '(')].sort().join('')
  fc.assert(
    fc.property(
      fc.array(letters).map((list) => list.join('')),
      (line) => sorted(visualParts(line).join('')) === sorted(line),
    ),
  )
  t.pass()
})
