import t from 'tap'
import { fieldHeadingSort, isFieldSort, sortProperty } from './field-columns.ts'
import { fieldSearch, filterValue, readFieldFilters, withFilter } from './field-filters.ts'

t.test('given filters by fields in an address, when they are read, then the search has equal values and ranges', (t) => {
  const filters = readFieldFilters(['window=morning', 'day>=2026-12-01', 'day<=2026-12-24', '=x', 'no operator', 'po=a=b'])
  t.strictSame(filters, ['window=morning', 'day>=2026-12-01', 'day<=2026-12-24', 'po=a=b'])
  t.strictSame(fieldSearch(filters), {
    properties: [
      { key: 'window', value: 'morning' },
      { key: 'po', value: 'a=b' },
    ],
    propertyRanges: [{ key: 'day', from: '2026-12-01', to: '2026-12-24' }],
  })
  t.strictSame(fieldSearch(undefined), {})
  t.end()
})

t.test('given a filter, when its value is changed, then the others stay', (t) => {
  const filters = ['day>=2026-12-01', 'day<=2026-12-24']
  t.equal(filterValue(filters, 'day', '<='), '2026-12-24')
  t.equal(filterValue(filters, 'day', '='), '')
  t.strictSame(withFilter(filters, { key: 'day', operator: '<=', value: '2027-01-01' }), ['day>=2026-12-01', 'day<=2027-01-01'])
  t.strictSame(withFilter(filters, { key: 'day', operator: '>=', value: '' }), ['day<=2026-12-24'])
  t.end()
})

t.test('given a heading of a field, when it is chosen once and again, then the list goes up and down', (t) => {
  t.strictSame(fieldHeadingSort('field.day', undefined), { next: 'field.day', direction: 'none' })
  t.strictSame(fieldHeadingSort('field.day', 'field.day'), { next: '-field.day', direction: 'ascending' })
  t.strictSame(fieldHeadingSort('field.day', '-field.day'), { next: 'field.day', direction: 'descending' })
  t.strictSame(sortProperty('-field.a.b'), { key: 'a.b', descending: true })
  t.ok(isFieldSort('field.day'))
  for (const wrong of ['field.', 'day', "field.a'b", 7]) t.notOk(isFieldSort(wrong), String(wrong))
  t.end()
})
