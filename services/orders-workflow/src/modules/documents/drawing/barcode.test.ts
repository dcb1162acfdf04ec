import t from 'tap'
import { code128 } from './barcode.ts'

const START_B = '211214'
const START_C = '211232'
const STOP = '2331112'
const CHARACTER_MODULES = 11

t.test('when a Code 128 is made, then start, end and length follow the standard', async (t) => {
  for (const [text, start, characters] of [
    ['O-A', START_B, 3],
    ['0020061123', START_C, 5],
  ] as const) {
    const bars = code128(text, 500)
    const widths = bars?.widths.join('') ?? ''
    t.ok(widths.startsWith(start) && widths.endsWith(STOP), text)
    // Start, characters, check character, and the stop with its closing bar.
    t.equal(bars?.modules, (characters + 2) * CHARACTER_MODULES + 13)
  }
})

t.test('when a Code 128 is made, then its check character follows the standard', async (t) => {
  // A = 33, B = 34, C = 35: (104 + 33 + 2 · 34 + 3 · 35) mod 103 = 1, whose pattern is 222122.
  t.equal(code128('ABC', 500)?.widths.join('').slice(-13, -7), '222122')
})

t.test('given a text that scanners cannot read back, when a barcode is requested, then there is none', async (t) => {
  for (const text of ['', 'Ø-1', '日本', 'a\nb', '\u0000']) t.equal(code128(text, 500), null, JSON.stringify(text))
  t.ok(code128('^FNC1 and \\x', 500), 'signs that encoders may read as commands are characters')
})

t.test('given a text whose bars would be too narrow, when a barcode is requested, then there is none', async (t) => {
  t.ok(code128('A'.repeat(30), 240))
  t.equal(code128('A'.repeat(40), 240), null)
  t.equal(code128('A'.repeat(100_000), 240), null)
})
