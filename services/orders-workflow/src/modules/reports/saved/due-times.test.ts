import type { ReportSchedule } from '@open-oms/contracts/reports/saved-report'
import t from 'tap'
import { dueUntil, nextDue } from './due-times.ts'
import { daysOfPeriod } from './run-due-reports.ts'
import { momentAt } from './zoned-days.ts'

const OSLO = 'Europe/Oslo'
const schedule = (fields: Partial<ReportSchedule>): ReportSchedule => ({
  every: 'Day',
  weekday: null,
  dayOfMonth: null,
  time: '06:00',
  ...fields,
})
const dueAfter = (after: string, fields: Partial<ReportSchedule>, zone = OSLO) =>
  nextDue(schedule(fields), zone, new Date(after)).toISOString()
/** The next times of a schedule, as UTC. */
function next(after: string, fields: Partial<ReportSchedule>, count: number): string[] {
  const found: string[] = []
  for (let last = after; found.length < count; found.push(last)) last = dueAfter(last, fields)
  return found
}

t.test('given a schedule of each day, when clocks change, then it stays at the time of the clocks', async (t) => {
  t.same(next('2026-03-28T00:00:00Z', {}, 3), [
    '2026-03-28T05:00:00.000Z',
    '2026-03-29T04:00:00.000Z',
    '2026-03-30T04:00:00.000Z',
  ])
  t.same(next('2026-10-24T00:00:00Z', {}, 3), [
    '2026-10-24T04:00:00.000Z',
    '2026-10-25T05:00:00.000Z',
    '2026-10-26T05:00:00.000Z',
  ])
})

t.test('given a time that the clocks skip, then it is due an hour later that day, once', async (t) => {
  const time = '02:30'
  t.same(next('2026-03-28T12:00:00Z', { time }, 2), ['2026-03-29T01:30:00.000Z', '2026-03-30T00:30:00.000Z'])
})

t.test('given a time that the clocks show twice, then it is due at the first, once', async (t) => {
  const time = '02:30'
  t.same(next('2026-10-24T12:00:00Z', { time }, 2), ['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z'])
})

t.test('given schedules of a week and a month, when they are due, then on their days', async (t) => {
  t.same(next('2026-03-02T05:00:00Z', { every: 'Week', weekday: 'Monday' }, 2), [
    '2026-03-09T05:00:00.000Z',
    '2026-03-16T05:00:00.000Z',
  ])
  t.equal(dueAfter('2026-03-02T04:59:59Z', { every: 'Week', weekday: 'Monday' }), '2026-03-02T05:00:00.000Z')
  t.equal(dueAfter('2026-03-02T05:00:00Z', { every: 'Week', weekday: 'Sunday' }), '2026-03-08T05:00:00.000Z')
  t.same(next('2026-01-31T12:00:00Z', { every: 'Month', dayOfMonth: 31 }, 3), [
    '2026-02-28T05:00:00.000Z',
    '2026-03-31T04:00:00.000Z',
    '2026-04-30T04:00:00.000Z',
  ])
  t.equal(dueAfter('2028-02-01T12:00:00Z', { every: 'Month', dayOfMonth: 30 }), '2028-02-29T05:00:00.000Z')
  t.equal(dueAfter('2026-01-01T12:00:00Z', { every: 'Month', dayOfMonth: 1 }), '2026-02-01T05:00:00.000Z')
})

t.test('given zones on both sides of UTC, when the day there is another one, then it is that day', async (t) => {
  t.equal(dueAfter('2026-06-01T22:00:00Z', { time: '08:00' }, 'Pacific/Auckland'), '2026-06-02T20:00:00.000Z')
  t.equal(dueAfter('2026-06-01T03:00:00Z', { time: '23:00' }, 'America/Los_Angeles'), '2026-06-01T06:00:00.000Z')
})

t.test(
  'given every hour of a year, when the next time is asked for, then it is later, and at the time of the clocks',
  async (t) => {
    const [start, hours] = [Date.parse('2026-01-01T00:00:00Z'), 24 * 366]
    const clocks = new Intl.DateTimeFormat('sv-SE', { timeZone: OSLO, timeStyle: 'short' })
    const bad = Array.from({ length: hours / 7 }, (_, index) => new Date(start + index * 7 * 3_600_000)).filter((after) => {
      const due = nextDue(schedule({ time: '06:00' }), OSLO, after)
      return due <= after || due.getTime() - after.getTime() > 25 * 3_600_000 || clocks.format(due) !== '06:00'
    })
    t.same(bad, [])
  },
)

t.test('given a system that was down, when it is back, then the last missed time is caught up, once', async (t) => {
  const due = momentAt(OSLO, { day: '2026-03-27', time: '06:00' })
  const found = dueUntil(schedule({}), OSLO, { due, now: new Date('2026-03-30T12:00:00Z') })
  t.same(found, { due: new Date('2026-03-30T04:00:00Z'), next: new Date('2026-03-31T04:00:00Z') })
  t.same(dueUntil(schedule({}), OSLO, { due, now: due }), { due, next: new Date('2026-03-28T05:00:00Z') })
})

t.test('given a day, when periods are seen from it, then they are whole and end before it', async (t) => {
  const days = (period: Parameters<typeof daysOfPeriod>[0], day: string) => Object.values(daysOfPeriod(period, day)).join(' ')
  t.equal(days('Yesterday', '2026-03-01'), '2026-02-28 2026-02-28')
  t.equal(days('Last7Days', '2026-03-05'), '2026-02-26 2026-03-04')
  t.equal(days('Last30Days', '2026-03-31'), '2026-03-01 2026-03-30')
  for (const day of ['2026-03-09', '2026-03-12', '2026-03-15']) t.equal(days('LastWeek', day), '2026-03-02 2026-03-08', day)
  t.equal(days('LastMonth', '2026-03-31'), '2026-02-01 2026-02-28')
  t.equal(days('LastMonth', '2026-01-01'), '2025-12-01 2025-12-31')
  t.equal(days('ThisMonth', '2026-03-15'), '2026-03-01 2026-03-14')
  t.equal(days('ThisMonth', '2026-03-01'), '2026-02-01 2026-02-28')
  t.equal(days('LastQuarter', '2026-05-15'), '2026-01-01 2026-03-31')
  t.equal(days('LastQuarter', '2026-01-01'), '2025-10-01 2025-12-31')
  t.equal(days('LastYear', '2026-11-30'), '2025-01-01 2025-12-31')
})
