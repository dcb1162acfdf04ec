import t from 'tap'
import { narrowedView, readStockView } from './stock-view.ts'

t.test('given an address, when it is read, then it has the texts that the page knows and no others', async (t) => {
  const address = { text: 'shirt', warehouse: 'Central', sku: '1001', at: 'Oslo-01', page: '3' }
  t.same(readStockView(address), { text: 'shirt', warehouse: 'Central', sku: '1001', at: 'Oslo-01' })
  t.same(readStockView({ text: '', warehouse: ['Central'], sku: null }), {})
})

t.test('given an address of half a level, when it is read, then no level is open', async (t) => {
  t.same(readStockView({ warehouse: 'Central', sku: 'SHIRT' }), { warehouse: 'Central' })
  t.same(readStockView({ at: 'Central' }), {})
})

t.test('given an open level, when the filters change, then it is closed and empty filters are left out', async (t) => {
  const view = { text: 'shirt', warehouse: 'Central', sku: 'SHIRT', at: 'Central' }
  t.same(narrowedView(view, { text: '' }), { warehouse: 'Central' })
  t.same(narrowedView(view, { warehouse: 'Oslo-01' }), { text: 'shirt', warehouse: 'Oslo-01' })
  t.same(narrowedView({ low: 'yes', text: 'shirt' }, { text: '' }), { low: 'yes' })
  t.same(narrowedView({ low: 'yes' }, { low: '' }), {})
})
