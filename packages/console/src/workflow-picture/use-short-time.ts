import { useMemo } from 'react'
import { useLocale, useTimeZone } from 'use-intl'

/** Writes the time of an arrow, for which there is little room: its day only where it is not that of the time before. */
export function useShortTime(): (at: string, before: string | null) => string {
  const locale = useLocale()
  const timeZone = useTimeZone() ?? 'UTC'
  return useMemo(() => {
    const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: '2-digit', timeZone })
    const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone })
    return (at, before) => {
      const [today, clock] = [day.format(new Date(at)), time.format(new Date(at))]
      return before !== null && day.format(new Date(before)) === today ? clock : `${today} ${clock}`
    }
  }, [locale, timeZone])
}
