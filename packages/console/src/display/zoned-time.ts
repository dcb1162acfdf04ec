const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** The day of a moment in a time zone, as `2026-03-29`. */
export function dayIn(at: Date, timeZone: string): string {
  const { year, month, day } = zonedParts(at, timeZone)
  return `${year}-${month}-${day}`
}

/** A day some days later; earlier when there are fewer than none. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/**
 * The moment at which a day begins in a time zone; where clocks skip midnight, the first moment
 * after it.
 */
export function startOfDay(day: string, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // Clocks may change between: of both offsets, the one that leads to the earlier moment of this
  // day is right.
  const moments = [midnight - DAY_MS, midnight + DAY_MS]
    .map((at) => new Date(midnight - offsetMs(new Date(at), timeZone)))
    .filter((at) => dayIn(at, timeZone) === day)
  return moments.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? new Date(midnight)
}

/** The last millisecond of a day in a time zone. */
export function endOfDay(day: string, timeZone: string): Date {
  return new Date(startOfDay(addDays(day, 1), timeZone).getTime() - 1)
}

/** An hour of a day; `to` is not part of it. */
export type Hour = { from: Date; to: Date; label: string }

/**
 * The hours of a day in a time zone, by the clock that hangs there: 23 or 25 of them on days on
 * which it changes. An hour that comes twice has the name of its time beside it.
 */
export function hoursOfDay(day: string, timeZone: string): Hour[] {
  const [begin, end] = [startOfDay(day, timeZone).getTime(), startOfDay(addDays(day, 1), timeZone).getTime()]
  const moments: number[] = []
  for (let at = begin; at < end; at += HOUR_MS) moments.push(at)
  const clocks = moments.map((at) => zonedParts(new Date(at), timeZone).hour)
  return moments.map((at, index) => {
    const clock = clocks[index] ?? ''
    const isTwice = clocks.indexOf(clock) !== clocks.lastIndexOf(clock)
    const label = isTwice ? `${clock} ${zoneName(new Date(at), timeZone)}` : clock
    return { from: new Date(at), to: new Date(Math.min(at + HOUR_MS, end)), label }
  })
}

/** Whether this is a time zone to the browser. */
export function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).format() !== ''
  } catch {
    return false
  }
}

type Parts = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string>

function zonedParts(at: Date, timeZone: string): Parts {
  const two = '2-digit'
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  })
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value])) as Parts
}

/** By how much the clocks of a time zone are ahead of UTC. */
function offsetMs(at: Date, timeZone: string): number {
  const { year, month, day, hour, minute, second } = zonedParts(at, timeZone)
  const shown = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return shown - Math.floor(at.getTime() / 1_000) * 1_000
}

function zoneName(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'short' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
