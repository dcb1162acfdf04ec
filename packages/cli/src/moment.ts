import { wrongUsage } from './command-failure.ts'

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const

/**
 * A moment that an option names: a time such as `2026-01-31T08:00Z`, or how long ago it is, such as
 * `2d`, `36h` or `15m`. Returns it as the API takes it. Raises `CommandFailure` for anything else.
 */
export function momentAgo(option: string, text: string, now = new Date()): string {
  const ms = durationMs(text)
  return ms === null ? parseTime(option, text) : new Date(now.getTime() - ms).toISOString()
}

/** The same for a moment that is to come: `2d` is in two days. */
export function momentAhead(option: string, text: string, now = new Date()): string {
  const ms = durationMs(text)
  return ms === null ? parseTime(option, text) : new Date(now.getTime() + ms).toISOString()
}

function durationMs(text: string): number | null {
  const [, count, unit] = /^(\d{1,6})([smhdw])$/.exec(text) ?? []
  return count === undefined ? null : Number(count) * unitMs[unit as keyof typeof unitMs]
}

const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/

/** Times without a zone are UTC, on whatever machine. */
function parseTime(option: string, text: string): string {
  const [, clock, , , zone] = TIME.exec(text) ?? []
  const time = new Date(clock !== undefined && zone === undefined ? `${text}Z` : text)
  if (TIME.test(text) && !Number.isNaN(time.getTime())) return time.toISOString()
  throw wrongUsage(`${option} must be a time such as 2026-01-31T08:00Z, or a duration such as 2d, 36h or 15m; it is "${text}".`)
}

/** How long ago a moment is, in two words at most; empty for none. */
export function formatAge(moment: string | null | undefined, now = Date.now()): string {
  if (!moment) return ''
  const seconds = Math.max(0, Math.round((now - Date.parse(moment)) / 1_000))
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7_200) return `${Math.floor(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.floor(seconds / 3_600)} h` : `${Math.floor(seconds / 86_400)} d`
}
