import t from 'tap'
import {
  addDays,
  changedView,
  dayAt,
  endOfDay,
  readDayView,
  readPostingView,
  readTrialBalanceView,
  readZReportListView,
  startOfDay,
} from './money-view.ts'

t.test('given addresses with everything, when they are read, then the views have every filter', async (t) => {
  t.strictSame(readDayView({ day: '2026-03-01', store: '142', order: 'o-1' }), { day: '2026-03-01', store: '142', order: 'o-1' })
  const days = { from: '2026-01-01', to: '2026-01-31' }
  t.strictSame(readTrialBalanceView({ ...days, store: 'Oslo-01', known: '2026-02-05' }), {
    ...days,
    store: 'Oslo-01',
    known: '2026-02-05',
  })
  t.strictSame(readZReportListView({ ...days, page: '3' }), { ...days, page: 3 })
  t.strictSame(readPostingView({ line: '4' }), { line: 4 })
})

t.test(
  'given addresses that nobody could have made by clicking, when they are read, then what is not understood is left out',
  async (t) => {
    t.strictSame(readDayView({ day: '2026-02-32', store: '', order: null, other: 1 }), {})
    t.strictSame(readTrialBalanceView({ from: 'soon', to: '20260101', known: 'true' }), {})
    t.strictSame(
      [readZReportListView({ page: '1' }), readZReportListView({ page: '1.5' }), readPostingView({ line: '0' })],
      [{}, {}, {}],
    )
  },
)

t.test('given a view, when a filter is emptied, then it is not in the address', async (t) => {
  t.strictSame(changedView({ day: '2026-03-01', store: 'Oslo-01' }, { store: '' }), { day: '2026-03-01' })
})

t.test('given days around the ends of months and summer time, when days are added, then the calendar is followed', async (t) => {
  t.same(
    [addDays('2026-03-01', -1), addDays('2026-03-28', 2), addDays('2026-12-31', 1)],
    ['2026-02-28', '2026-03-30', '2027-01-01'],
  )
})

t.test('given a day, when its ends are asked for, then they are those of the time zone of the person', async (t) => {
  t.equal(startOfDay('2026-03-01'), new Date(2026, 2, 1).toISOString())
  t.equal(endOfDay('2026-03-01'), new Date(2026, 2, 1, 23, 59, 59, 999).toISOString())
  t.equal(dayAt(new Date(2026, 2, 1, 23, 59)), '2026-03-01')
})
