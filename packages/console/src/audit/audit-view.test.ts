import t from 'tap'
import { auditFilter, readAuditView } from './audit-view.ts'

t.test('given an address, when it is read, then what the audit log does not know is left out', async (t) => {
  t.same(readAuditView({ actor: 'kari', act: 'Refund', outcome: 'Refused', from: '2026-03-01', page: '7' }), {
    actor: 'kari',
    act: 'Refund',
    outcome: 'Refused',
    from: '2026-03-01',
  })
  t.same(readAuditView({ actor: '', act: 'Lunch', outcome: 'Good', to: 'yesterday', order: ['1', '2'] }), {})
})

t.test('given days, when they are asked for, then they begin and end by the clock of the person', async (t) => {
  t.same(auditFilter({ from: '2026-03-29', to: '2026-03-29', order: '1', customer: 'k' }, 'Europe/Oslo'), {
    orderId: '1',
    customerKey: 'k',
    from: '2026-03-28T23:00:00.000Z',
    to: '2026-03-29T21:59:59.999Z',
  })
})
