const DAY_MS = 86_400_000

/** A moment as a zone's clocks show it, such as `2026-03-29 03:30:00`. */
function clockText(moment: number, zone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(moment)
}

/** The day of a moment in a zone, such as `2026-01-31`. */
export function dayIn(zone: string, moment: Date): string {
  return clockText(moment.getTime(), zone).slice(0, 10)
}

/** The day so many days later; earlier when `count` is negative. */
export function daysAfter(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)
}

/**
 * The moment at which the clocks of a zone show that day and time, such as `06:30`. A time that
 * they show twice is the first of both; one that they skip is as much later as they skip.
 */
export function momentAt(zone: string, { day, time }: { day: string; time: string }): Date {
  const wanted = Date.parse(`${day}T${time}:00Z`)
  const offset = (moment: number) => Date.parse(`${clockText(moment, zone).replace(' ', 'T')}Z`) - moment
  const [before, after] = [wanted - offset(wanted - DAY_MS), wanted - offset(wanted + DAY_MS)]
  const isShown = (moment: number) => moment + offset(moment) === wanted
  const shown = [before, after].filter(isShown)
  return new Date(shown.length === 0 ? before : Math.min(...shown))
}
