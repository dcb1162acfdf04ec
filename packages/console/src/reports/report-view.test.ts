import t from 'tap'
import { readReportView } from './report-view.ts'

t.test('given an address, when it is read, then what the page does not know is left out', async (t) => {
  const view = { name: 'sales-by-day', store: 'Oslo-01', from: '2026-03-01', to: '2026-03-31' }
  t.same(readReportView({ ...view, page: '7' }), view)
  t.same(readReportView({ name: '', from: 'yesterday', to: ['2026-03-01'] }), {})
})
