import type { ReportPeriod } from '@oms/contracts/reports/saved-report'
import { daysAfter } from './zoned-days.ts'

type Days = { from: string; to: string }

/** The first and the last day of a period, seen from a day (reports.md#periods). */
export function daysOfPeriod(period: ReportPeriod, day: string): Days {
  return periods[period](day)
}

const yesterday = (day: string) => daysAfter(day, -1)
const startOfMonth = (day: string) => `${day.slice(0, 7)}-01`
/** The last `count` days until yesterday. */
const lastDays = (count: number) => (day: string) => ({ from: daysAfter(day, -count), to: yesterday(day) })
/** What ends on the day before this one. */
const endingBefore = (first: string, start: (last: string) => string): Days => {
  const to = yesterday(first)
  return { from: start(to), to }
}

function startOfQuarter(day: string): string {
  const month = Number(day.slice(5, 7))
  return `${day.slice(0, 5)}${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`
}

const startOfYear = (day: string) => `${day.slice(0, 4)}-01-01`
// Sunday is 0.
const startOfWeek = (day: string) => daysAfter(day, -((new Date(day).getUTCDay() + 6) % 7))

const periods: Record<ReportPeriod, (day: string) => Days> = {
  Yesterday: lastDays(1),
  Last7Days: lastDays(7),
  Last30Days: lastDays(30),
  LastWeek: (day) => endingBefore(startOfWeek(day), startOfWeek),
  LastMonth: (day) => endingBefore(startOfMonth(day), startOfMonth),
  ThisMonth: (day) => endingBefore(day, startOfMonth),
  LastQuarter: (day) => endingBefore(startOfQuarter(day), startOfQuarter),
  LastYear: (day) => endingBefore(startOfYear(day), startOfYear),
}
