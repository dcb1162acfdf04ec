import t from 'tap'
import { nonEmpty, SEARCH_WORDS_MAX, searchWords, statusesNamed, wantedProperties } from './search-filter.ts'

t.test('when a list is read, then its values are unique, and an empty one is no filter', async (t) => {
  t.same(nonEmpty(['a', '', 'b', 'a']), ['a', 'b'])
  for (const nothing of [undefined, [], [''], ['', '']]) t.equal(nonEmpty(nothing), null)
})

t.test('when a free text is read, then its words are split at white space, folded, unique and not parts of others', async (t) => {
  t.same(searchWords('  Kari\u00a0HANSEN\tkari \n ari ΣΑΣ'), ['kari', 'hansen', 'σασ'])
  for (const nothing of [undefined, '', ' \t\n\u2003']) t.same(searchWords(nothing), [])
  const words = (count: number) => Array.from({ length: count }, (_, place) => `word-${place}-`).join(' ')
  t.equal(searchWords(words(SEARCH_WORDS_MAX)).length, SEARCH_WORDS_MAX)
  t.throws(() => searchWords(words(SEARCH_WORDS_MAX + 1)), { code: 'ValidationFailed' })
})

t.test('when statuses are read, then they match in any letter case, and unknown names stay as they are', async (t) => {
  const types = [{ orderStatuses: [{ name: 'New' }, { name: 'OnHold' }] }, { orderStatuses: [{ name: 'New' }] }] as never
  t.same(statusesNamed(['New'], types), ['New'])
  t.same(statusesNamed(['NEW', 'onhold'], types).sort(), ['NEW', 'New', 'OnHold', 'onhold'])
  t.same(statusesNamed(['deleted'], types).sort(), ['Deleted', 'deleted'])
  t.same(statusesNamed(['Old'], types), ['Old'])
})

t.test('when a property filter has no key and no value, then it is no filter', async (t) => {
  t.same(wantedProperties({}), [])
  t.same(wantedProperties({ property: {}, properties: [{ value: '' }, { key: '' }] }), [])
  t.throws(() => wantedProperties({ property: { value: 'x' } }), {
    code: 'ValidationFailed',
    details: { errors: { 'property.key': Array } },
  })
  t.throws(() => wantedProperties({ properties: [{ key: 'a' }, { keyGroup: 'g' }] }), { code: 'ValidationFailed' })
  t.same(wantedProperties({ property: { key: 'a', value: 'b', keyGroup: 'g' }, properties: [{ key: 'c' }] }), [
    { key: 'a', value: 'b', keyGroup: 'g' },
    { key: 'c' },
  ])
})
