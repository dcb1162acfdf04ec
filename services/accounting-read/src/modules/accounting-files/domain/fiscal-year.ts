import type { Day } from '../../calendar/domain/posting-date.ts'

/** The first day of the fiscal year of a day; years begin on a month and day such as `07-01`. */
export function beginOfFiscalYear(day: Day, begin: string): Day {
  const year = Number(day.slice(0, 4)) - (day.slice(5) < begin ? 1 : 0)
  return `${String(year).padStart(4, '0')}-${begin}`
}
