/** A calendar day, `2026-01-31`. */
export type Day = string

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
// Some clients write "never" as the end of the year 9999; a time zone or payment terms must not go
// beyond it.
const FIRST_DAY: Day = '0001-01-01'
const LAST_DAY: Day = '9999-12-31'

const formats = new Map<string, Intl.DateTimeFormat>()

function wallClockFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(timeZone, format)
  return format
}

/** The clock on the wall of a time zone: its day and full hour. */
function wallClock(instant: number, timeZone: string): { day: Day; hour: number } {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of wallClockFormat(timeZone).formatToParts(instant)) part[type] = value
  const day = Number(part.year) > 9999 ? LAST_DAY : `${part.year?.padStart(4, '0')}-${part.month}-${part.day}`
  return { day, hour: Number(part.hour) }
}

/**
 * The day of an instant in an IANA time zone: the posting date of a payment
 * (postings.md#web-fulfillment).
 */
export function localDay(instant: Date, timeZone: string): Day {
  return wallClock(instant.getTime(), timeZone).day
}

/** The day some days later (or earlier, when negative), never beyond the years 1 to 9999. */
export function addDays(day: Day, days: number): Day {
  const instant = Date.parse(`${day}T00:00:00Z`) + days * DAY_MS
  const inside = Math.min(Math.max(instant, Date.parse(FIRST_DAY)), Date.parse(LAST_DAY))
  return new Date(inside).toISOString().slice(0, 10)
}

/** The instant with which the interface writes a day: its midnight in UTC. */
export function utcMidnight(day: Day): string {
  return `${day}T00:00:00.000Z`
}

/** A day as Prisma Client takes and returns it: its midnight in UTC. */
export function toUtcDate(day: Day): Date {
  return new Date(utcMidnight(day))
}

/** The day of a date that Prisma Client has returned. */
export function toDay(date: Date): Day {
  return date.toISOString().slice(0, 10)
}

/** Whether a text is a day of the calendar in the form `2026-01-31`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < FIRST_DAY) return false
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
}

/**
 * The first instant at which the wall clock of the zone shows this day and at least this hour.
 * Where the clock jumps over the hour (daylight-saving time begins) it is the instant of the jump;
 * where an hour comes twice it is the first of the two.
 */
export function firstInstantOf(day: Day, hour: number, timeZone: string): Date {
  const isReached = (instant: number): boolean => {
    const clock = wallClock(instant, timeZone)
    return clock.day > day || (clock.day === day && clock.hour >= hour)
  }
  // No zone is further than 14 hours ahead of UTC or 12 hours behind it.
  const asUtc = Date.parse(`${day}T00:00:00Z`) + hour * HOUR_MS
  let before = asUtc - 15 * HOUR_MS
  let reached = asUtc + 15 * HOUR_MS
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2)
    if (isReached(middle)) reached = middle
    else before = middle
  }
  return new Date(reached)
}

/**
 * When a day is due: at the cut-off hour of the next day (postings.md#web-fulfillment); never for
 * the last.
 */
export function dueAt(day: Day, cutOffHour: number, timeZone: string): Date {
  return firstInstantOf(addDays(day, 1), cutOffHour, timeZone)
}

/** The last day that is due at an instant. */
export function lastDueDay(now: Date, cutOffHour: number, timeZone: string): Day {
  const yesterday = addDays(localDay(now, timeZone), -1)
  return dueAt(yesterday, cutOffHour, timeZone) <= now ? yesterday : addDays(yesterday, -1)
}
