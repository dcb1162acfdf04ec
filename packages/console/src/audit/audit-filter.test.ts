import t from 'tap'
import { auditFilter } from './audit-filter.ts'
import { readAuditView } from './audit-view.ts'

t.test('given an address, when it is read, then what the audit log does not know filters nothing', async (t) => {
  const view = { actor: 'kari', act: 'Refund', outcome: 'Refused', from: '2026-03-01' }
  t.same(readAuditView({ ...view, page: '7', order: ['1', '2'], customer: '', to: 'yesterday' }), view)
  t.match(auditFilter(view, 'UTC'), { actor: 'kari', act: 'Refund', outcome: 'Refused' })
  t.same(auditFilter({ act: 'Lunch', outcome: 'Good' }, 'UTC'), {})
})

t.test('given days, when they are asked for, then they begin and end by the clock of the person', async (t) => {
  t.same(auditFilter({ from: '2026-03-29', to: '2026-03-29', order: '1', customer: 'k' }, 'Europe/Oslo'), {
    orderId: '1',
    customerKey: 'k',
    from: '2026-03-28T23:00:00.000Z',
    to: '2026-03-29T21:59:59.999Z',
  })
})
