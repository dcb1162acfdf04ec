import { anyCharacter } from '@open-oms/contracts/testing/any-character'
import fc from 'fast-check'
import t from 'tap'
import { printable, printableLines } from './document-text.ts'

t.test('when a text is cleaned, then it is one line of printable characters', async (t) => {
  t.equal(printable('  Kari\r\n\tNordmann\u0000\u0007 '), 'Kari Nordmann')
  t.equal(printable('a\u202Eevil\u2066b\u200Bc\uFEFFd\u00ADe'), 'aevilbcde', 'direction marks are removed')
  t.equal(printable('\uD83D'), '', 'half a character is none')
  t.equal(printable('e\u0301'), 'é')
  t.equal(printable('نام‌ها'), 'نام‌ها', 'what joins letters of a script stays')
  t.same([printable(null), printable(undefined), printable('\u0000')], ['', '', ''])
  t.same(printableLines(['a', null, ' ', 'b']), ['a', 'b'])
})

t.test('when a text is too long, then it is cut between characters', async (t) => {
  t.equal(printable('abcdef', 4), 'abc…')
  t.equal(printable('abcd', 4), 'abcd')
  t.equal(printable('😀😀😀', 2), '😀…')
  t.equal(printable('x'.repeat(10_000_000), 10).length, 10)
})

t.test('given any text, when it is cleaned, then it is short, well formed and without control characters', async (t) => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), fc.integer({ min: 1, max: 60 }), (text, max) => {
      const shown = printable(text, max)
      return [...shown].length <= max && shown.isWellFormed() && !/[\p{Cc}\u202A-\u202E\n]/u.test(shown)
    }),
  )
  t.pass()
})
