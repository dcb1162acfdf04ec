import { collectProblems } from '@open-oms/contracts/problems'
import t from 'tap'
import { sampleOrder } from '../../../testing/sample-order.ts'
import { csvColumns, defaultCsvColumns } from './csv-column.ts'

const order = sampleOrder(
  { lineItems: [{ code: 'CUP', placedPrice: 100 }, { code: 'POT' }] },
  {
    billingAddress: { city: 'Ås' },
    tags: ['vip'],
    properties: [
      { key: 'Register Id', value: 'R-7' },
      { key: '42', value: 'answer' },
      { key: 'a.b]', value: 'odd' },
    ],
  },
)

function read(...paths: string[]): unknown[] {
  const problems = collectProblems()
  const columns = csvColumns(paths, problems)
  problems.throwIfAny()
  return columns.map((column) => column.read(order))
}

t.test('given an order, when the default columns are read, then all exist', async (t) => {
  t.equal(read(...defaultCsvColumns).length, 16)
  t.match(read('id', 'storeId', 'status'), ['O-1', 'Oslo-01', 'New'])
})

t.test('given paths through objects and lists, when columns are read, then they match in any letter case', async (t) => {
  t.same(read('billingAddress.city', 'BillingAddress.City', 'ORDERFORM.lineItems[1].code'), ['Ås', 'Ås', 'POT'])
  t.same(read('orderForm.lineItems.0.placedPrice', 'tags', 'tags[0]'), [100, ['vip'], 'vip'])
})

t.test('given a missing address or index, when a column is read, then it is empty', async (t) => {
  t.same(read('contactPerson.email', 'orderForm.lineItems[7].code', 'orderForm.shipments[0].address.city', 'tags[9]'), [
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

t.test('given a property, when a column names its key, then it is its value', async (t) => {
  t.same(read('properties[Register Id]', 'properties["42"]', 'properties["a.b]"]', 'properties[register id]'), [
    'R-7',
    'answer',
    'odd',
    undefined,
  ])
  t.same(read('properties[0].key', 'orderForm.lineItems[0].properties[X]'), ['Register Id', undefined])
})

t.test('given wrong paths, when the columns are parsed, then each problem names its index', async (t) => {
  const errors = { 'columns[1]': [/property path/], 'columns[2]': [/leads to nothing/] }
  t.throws(() => read('id', 'id..x', 'nothing', 'status'), { code: 'ValidationFailed', details: { errors } })
})
