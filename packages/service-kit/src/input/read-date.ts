const DATE =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,12}))?)?(?:([Zz])|([+ -])(\d{2}):?(\d{2})?)?)?$/
const EMPTY_DATE = /^(?:0001-01-01(?:[Tt ]00:00(?::00(?:\.0+)?)?(?:Z|z|[+-]\d{2}:?\d{2})?)?)?$/

const monthDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function isRealDay(year: number, month: number, day: number): boolean {
  if (year === 0 || !(day > 0 && day <= (monthDays[month - 1] ?? 0))) return false
  return month !== 2 || day < 29 || (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0))
}

/** The number of `count` digits at a position; NaN when there are other characters. */
function digitsAt(text: string, at: number, count: number): number {
  let value = 0
  for (let i = at; i < at + count; i++) {
    const digit = text.charCodeAt(i) - 48
    if (!(digit >= 0 && digit <= 9)) return Number.NaN
    value = value * 10 + digit
  }
  return value
}

/**
 * The usual form, `2026-01-31T12:00:00` with or without milliseconds and `Z`, without the cost of
 * the pattern: large bodies carry thousands of dates. Undefined for every other form.
 */
function readUsual(text: string): string | undefined {
  if (text.length < 19 || text[4] !== '-' || text[7] !== '-' || text[10] !== 'T' || text[13] !== ':' || text[16] !== ':')
    return undefined
  if (!(digitsAt(text, 11, 2) < 24 && digitsAt(text, 14, 2) < 60 && digitsAt(text, 17, 2) < 60)) return undefined
  const year = digitsAt(text, 0, 4)
  if (!(year > 1) || !isRealDay(year, digitsAt(text, 5, 2), digitsAt(text, 8, 2))) return undefined
  if (text.length === 24) return text[19] === '.' && text[23] === 'Z' && digitsAt(text, 20, 3) >= 0 ? text : undefined
  return text.length === 19 || (text.length === 20 && text[19] === 'Z') ? `${text.slice(0, 19)}.000Z` : undefined
}

/**
 * Minutes east of UTC; null when there is no such zone. A blank is a plus sign that a query string
 * did not escape.
 */
function zoneMinutes(sign: string | undefined, hours: string | undefined, minutes: string | undefined): number | null {
  if (sign === undefined) return 0
  const total = Number(hours) * 60 + Number(minutes ?? 0)
  if (total > 18 * 60 || Number(minutes ?? 0) > 59) return null
  return sign === '-' ? -total : total
}

function instant(parts: RegExpExecArray, endOfDay: boolean): number | null {
  const [, year, month, day, hour, minute, second, fraction, , sign, zoneHours, zoneMins] = parts
  if (!isRealDay(Number(year), Number(month), Number(day))) return null
  const time = new Date(0)
  time.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  if (hour === undefined) return endOfDay ? time.setUTCHours(23, 59, 59, 999) : time.getTime()
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return null
  const offset = zoneMinutes(sign, zoneHours, zoneMins)
  if (offset === null) return null
  const milliseconds = Number((fraction ?? '').slice(0, 3).padEnd(3, '0'))
  return time.setUTCHours(Number(hour), Number(minute) - offset, Number(second ?? 0), milliseconds)
}

/**
 * Reads a date as requests write it (http.md#dates) into ISO 8601 UTC with milliseconds. No zone
 * means UTC, a bare date means its midnight, or with `endOfDay` its last millisecond. Null for the
 * ways to say "no date"; undefined when it is no date.
 */
export function readDate(text: string, endOfDay = false): string | null | undefined {
  const usual = readUsual(text)
  if (usual !== undefined) return usual
  const parts = DATE.exec(text)
  if (parts === null) return EMPTY_DATE.test(text) ? null : undefined
  if (parts[1] === '0001' && EMPTY_DATE.test(text)) return null
  const time = instant(parts, endOfDay)
  if (time === null) return undefined
  const result = new Date(time).toISOString()
  // A zone can move the first or last day of the calendar out of it.
  return result.length === 24 ? result : undefined
}
