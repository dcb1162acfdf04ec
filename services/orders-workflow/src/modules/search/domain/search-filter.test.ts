import t from 'tap'
import { nonEmpty, phoneCountries, statusesNamed, wantedProperties } from './search-filter.ts'

t.test('when a list is read, then its values are unique, and an empty one is no filter', async (t) => {
  t.same(nonEmpty(['a', '', 'b', 'a']), ['a', 'b'])
  for (const nothing of [undefined, [], [''], ['', '']]) t.equal(nonEmpty(nothing), null)
})

t.test(
  'given markets of several countries, when a filter names some, then numbers are read in their countries only',
  async (t) => {
    const markets = [
      { id: 'NOR', country: 'NO' },
      { id: 'NOR-B2B', country: 'NO' },
      { id: 'SWE', country: 'SE' },
    ] as never
    t.same(phoneCountries({}, { markets }), ['NO', 'SE'])
    t.same(phoneCountries({ selectedMarkets: ['SWE', ''] }, { markets }), ['SE'])
    t.same(phoneCountries({ selectedMarkets: ['removed'] }, { markets }), [])
  },
)

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
