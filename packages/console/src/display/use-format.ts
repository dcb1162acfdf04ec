import { useMemo } from 'react'
import { useLocale, useTimeZone } from 'use-intl'
import { type Format, formatOf } from './format.ts'

/** The ways to write of the person who looks. */
export function useFormat(): Format {
  const locale = useLocale()
  const timeZone = useTimeZone() ?? 'UTC'
  return useMemo(() => formatOf(locale, timeZone), [locale, timeZone])
}
