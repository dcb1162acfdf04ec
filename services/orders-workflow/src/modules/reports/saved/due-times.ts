import { invariant } from '@open-oms/contracts/errors'
import { type ReportSchedule, weekdays } from '@open-oms/contracts/reports/saved-report'
import { dayIn, daysAfter, momentAt } from './zoned-days.ts'

/** Days after which every schedule has come again. */
const DAYS_MAX = 62

/** The first time of a schedule after a moment, in a zone (reports.md#due-times). */
export function nextDue(schedule: ReportSchedule, zone: string, after: Date): Date {
  const first = dayIn(zone, after)
  for (let count = 0; count <= DAYS_MAX; count++) {
    const day = daysAfter(first, count)
    if (!isOnDay(schedule, day)) continue
    const due = momentAt(zone, { day, time: schedule.time })
    if (due > after) return due
  }
  invariant(false, 'a schedule has no next time')
}

/**
 * The last time of a schedule until now, of those from `due` on, and the next one: what was missed
 * is caught up once.
 */
export function dueUntil(
  schedule: ReportSchedule,
  zone: string,
  { due, now }: { due: Date; now: Date },
): { due: Date; next: Date } {
  for (let last = due; ; ) {
    const next = nextDue(schedule, zone, last)
    if (next > now) return { due: last, next }
    last = next
  }
}

function isOnDay({ every, weekday, dayOfMonth }: ReportSchedule, day: string): boolean {
  if (every === 'Day') return true
  // Sunday is 0.
  if (every === 'Week') return weekdays[(new Date(day).getUTCDay() + 6) % 7] === weekday
  const isLast = daysAfter(day, 1).endsWith('-01')
  const number = Number(day.slice(8))
  return number === dayOfMonth || (isLast && number < (dayOfMonth ?? 0))
}
