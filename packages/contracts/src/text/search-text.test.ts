import fc from 'fast-check'
import t from 'tap'
import { folded } from './folded-text.ts'
import {
  foldedWords,
  indexKey,
  SEARCH_TEXT_FORM,
  SEARCHED_VALUE_MAX,
  searchedValue,
  searchText,
  wordsToFind,
} from './search-text.ts'

const LENGTH_MAX = 1_000

t.test('when a search text is made, then it has each folded value once, and its other words in Latin letters', async (t) => {
  t.equal(searchText(['Kari', null, '', 'KARI', '12 Cups'], LENGTH_MAX), `${SEARCH_TEXT_FORM}kari\n12 cups`)
  const [kari, moscow, ...keys] = searchText(['Kari', 'Москва 7', 'москва'], LENGTH_MAX).slice(1).split('\n')
  t.same([kari, moscow], ['kari', 'москва 7'])
  t.match(keys, ['москва', /^[A-Z]{6}$/])
})

t.test(
  'given values that do not fit, when a search text is made, then it leaves them out and continues with the next',
  async (t) => {
    const long = 'x'.repeat(400)
    t.equal(searchText([long, `${long}y`, `${long}z`, 'end'], LENGTH_MAX), `${SEARCH_TEXT_FORM}${long}\n${long}y\nend`)
    t.ok(
      searchText(
        [...'山'.repeat(3)].map((one, at) => one.repeat(300 + at)),
        LENGTH_MAX,
      ).length <= LENGTH_MAX,
    )
  },
)

t.test('given a value that folding makes longer, when it is searched, then it keeps its limit', async (t) => {
  t.equal(searchedValue('ﷺ'.repeat(500)).length, SEARCHED_VALUE_MAX)
})

t.test('when a word is a part of another, then its key is a part of the other key', async (t) => {
  const text = fc.string({ unit: 'grapheme', maxLength: 12 })
  const isKept = fc.property(text, text, text, (before, part, after) => {
    const [whole, inner] = [folded(before + part + after), folded(part)]
    return !whole.includes(inner) || indexKey(whole).includes(indexKey(inner))
  })
  t.doesNotThrow(() => fc.assert(isKept))
})

t.test('when keys are made, then no folded text is a part of one unless it has neither letters nor other scripts', async (t) => {
  const key = indexKey('abc-12 øå 山川')
  t.match(key, /^[A-Z0-9 -]+$/)
  t.ok(key.startsWith('ABC-12 '))
  t.equal(indexKey('山').length, 3)
  t.not(indexKey('山'), indexKey('川'))
  const cyrillic = [...'абвгдежзийклмнопрстуфхцчшщъыьэюя'].map(indexKey)
  t.ok(new Set(cyrillic).size >= 20, 'letters of a script are spread')
})

t.test('when words are looked up, then comma, number sign, repetitions and parts of others are no words', async (t) => {
  t.same(foldedWords(' Hansen, Kari #12 ,x; ,, '), ['hansen', 'kari', '12', 'x'])
  t.same(wordsToFind(['kari', 'ar', 'kari', 'ola'], 3), ['kari', 'ola'])
  t.throws(() => wordsToFind(['a', 'b'], 1), { code: 'ValidationFailed' })
})
