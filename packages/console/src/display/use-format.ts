import { useLocale, useTimeZone } from 'use-intl'
import { createFormat, type Format } from './format.ts'

/** Made once for all components: the formats of the browser cost more to make than to use. */
const known = new Map<string, Format>()

/** The ways to write of the person who looks. */
export function useFormat(): Format {
  const locale = useLocale()
  const timeZone = useTimeZone() ?? 'UTC'
  const key = `${locale} ${timeZone}`
  const format = known.get(key) ?? createFormat(locale, timeZone)
  known.set(key, format)
  return format
}
