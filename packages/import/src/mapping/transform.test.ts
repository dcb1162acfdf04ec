import type { PropertyKind } from '@open-oms/contracts/model/property-target'
import t from 'tap'
import type { MappedColumn } from './mapping-file.ts'
import { columnTransform } from './transform.ts'

const column = (fields: Partial<MappedColumn>): MappedColumn => ({ column: 'C', path: 'p', ...fields })
const read = (text: string, fields: Partial<MappedColumn>, kind: PropertyKind = 'text') =>
  columnTransform(column(fields), kind).read({ text, isQuoted: false }, ',')
const write = (value: unknown, fields: Partial<MappedColumn>, kind: PropertyKind = 'text') =>
  columnTransform(column(fields), kind).write(value)

t.test('given decimals, when they are read, then thousands are passed over only where they belong', async (t) => {
  const comma = { type: 'decimal', decimalMark: ',' } as const
  for (const [text, value] of Object.entries({ '1.234.567,89': 1234567.89, '12,5': 12.5, '-3': -3, '1 000,10': 1000.1, '+0': 0 }))
    t.same(read(text, comma), { value }, text)
  t.same(read('1,234.50', { type: 'decimal' }), { value: 1234.5 })
  for (const text of ['1.23', '12,3,4', 'x', '1,2.3', '12.34,5', '1e5', '=1+1'])
    t.match(read(text, comma), { reason: /is not a number/ }, text)
  t.match(read('1,23', { type: 'decimal' }), { reason: /is not a number/ }, 'the other decimal mark is not guessed')
})

t.test('given minor units, when they are read and written, then the currency decides the decimals exactly', async (t) => {
  const cases = [
    ['NOK', '1250', 12.5],
    ['NOK', '5', 0.05],
    ['NOK', '-1999', -19.99],
    ['JPY', '1250', 1250],
    ['KWD', '1234', 1.234],
  ] as const
  for (const [currency, text, value] of cases) {
    const fields = { type: 'minorUnits', currency } as const
    t.same(read(text, fields, 'decimal'), { value }, `${text} ${currency}`)
    t.equal(write(value, fields, 'decimal'), text, `${value} ${currency}`)
  }
  t.match(read('12.50', { type: 'minorUnits', currency: 'NOK' }), { reason: /whole number of minor units/ })
})

t.test('given dates with a pattern and a zone, when they are read and written, then they are the same instants', async (t) => {
  const fields = { format: 'dd.MM.yyyy HH:mm', zone: 'Europe/Oslo' }
  t.same(read('31.01.2024 12:00', fields, 'date'), { value: '2024-01-31T11:00:00.000Z' })
  t.equal(write('2024-01-31T11:00:00.000Z', fields, 'date'), '31.01.2024 12:00')
  t.same(read('2024-01-31', {}, 'date'), { value: '2024-01-31T00:00:00.000Z' })
  t.same(read('2024-01-31 10:00:00+02:00', {}, 'date'), { value: '2024-01-31T08:00:00.000Z' })
  for (const text of ['31.02.2024 12:00', '2024-01-31', 'today'])
    t.match(read(text, fields, 'date'), { reason: /is not a date/ }, text)
})

t.test('given a map of values, when a text is not in it, then it is refused, or becomes what `otherwise` says', async (t) => {
  const values = { Sendt: 'Completed', Ny: 'New' }
  t.same(read('sendt', { values }), { value: 'Completed' })
  t.match(read('Ukjent', { values }), { reason: /"Ukjent".*`values` does not name/ })
  t.same(read('Ukjent', { values, otherwise: 'New' }), { value: 'New' })
  t.equal(write('Completed', { values }), 'Sendt')
})

t.test('given empty cells, booleans, lists and JSON, when they are read, then they are what the column says', async (t) => {
  t.equal(read('  ', {}), undefined)
  t.match(read('', { required: true }), { reason: 'must not be empty' })
  t.same(read('', { whenEmpty: '5' }, 'decimal'), { value: 5 })
  t.same([read('Yes', {}, 'boolean'), read('0', {}, 'boolean')], [{ value: true }, { value: false }])
  t.match(read('maybe', {}, 'boolean'), { reason: /neither true nor false/ })
  t.same(read('a| b |', { separator: '|' }, 'list'), { value: ['a', 'b'] })
  t.same(read('[{"key":"a"}]', {}, 'json'), { value: [{ key: 'a' }] })
  t.match(read('[', {}, 'json'), { reason: /is not JSON/ })
})

t.test(
  'given a text that a spreadsheet would run, when it is read, then only the apostrophe of an export is removed',
  async (t) => {
    for (const [text, value] of Object.entries({ "'=1+1": '=1+1', '=1+1': '=1+1', "'tis": "'tis", "'-5": '-5' }))
      t.same(read(text, {}), { value }, text)
  },
)
