import type { SentenceFormat, SentenceLanguage } from './sentence.ts'

/** English as it is written where the stores are: 24 hours, the day before the month. */
export const sentenceLocales = { en: 'en-GB', nb: 'nb-NO' } as const satisfies Record<SentenceLanguage, string>

type FormatOptions = {
  language: SentenceLanguage
  timeZone: string
  /** How an amount is written in the locale of the language. */
  money: SentenceFormat['money']
  /**
   * The moment of reading, for `yesterday at 16:11` and days without their year. Without it moments
   * are written in full and name their zone, for a text that is read later or elsewhere.
   */
  now?: Date
}

/** Writes values of sentences in a language, with moments as they are in a time zone. */
export function sentenceFormat({ language, timeZone, money, now }: FormatOptions): SentenceFormat {
  const locale = sentenceLocales[language]
  const quantity = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return {
    language,
    money,
    quantity: (value) => quantity.format(value),
    time: now === undefined ? fullTime(locale, timeZone) : nearTime({ language, timeZone, now }),
    day: (date) => written(day, date),
    list: (names, type) => new Intl.ListFormat(locale, { type }).format(names),
  }
}

function fullTime(locale: string, timeZone: string): (at: string) => string {
  const full = new Intl.DateTimeFormat(locale, {
    ...{ year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
    timeZoneName: 'short',
    timeZone,
  })
  return (at) => written(full, at)
}

const DAY_MS = 86_400_000
const at = { en: 'at', nb: 'kl.' } as const satisfies Record<SentenceLanguage, string>

type Near = { language: SentenceLanguage; timeZone: string; now: Date }

/** `yesterday at 16:11`, `5 Dec, 16:11`, `5 Dec 2025, 16:11`. */
function nearTime({ language, timeZone, now }: Near): (moment: string) => string {
  const locale = sentenceLocales[language]
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone })
  const near = { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', timeZone } as const
  const thisYear = new Intl.DateTimeFormat(locale, near)
  const otherYear = new Intl.DateTimeFormat(locale, { ...near, year: 'numeric' })
  // The Swedish form of a date is that of ISO 8601.
  const iso = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone })
  const today = iso.format(now)
  return (moment) => {
    const date = new Date(moment)
    if (Number.isNaN(date.getTime())) return moment
    const day = iso.format(date)
    const days = Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS)
    if (Math.abs(days) <= 1) return `${relative.format(days, 'day')} ${at[language]} ${clock.format(date)}`
    return (day.slice(0, 4) === today.slice(0, 4) ? thisYear : otherYear).format(date)
  }
}

function written(format: Intl.DateTimeFormat, time: string): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? time : format.format(date)
}

/** The language of sentences for `Accept-Language`: English when neither is accepted. */
export function acceptedLanguage(header: string | undefined): SentenceLanguage {
  const ranges = (header ?? '').split(',').map((range) => {
    const [tag = '', ...parameters] = range
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/)
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    return { code: tag.split('-')[0] ?? '', quality: quality === undefined ? 1 : Number(quality) }
  })
  for (const { code } of ranges.filter(({ quality }) => quality > 0).toSorted((a, b) => b.quality - a.quality)) {
    if (code === 'nb' || code === 'nn' || code === 'no') return 'nb'
    if (code === 'en') return 'en'
  }
  return 'en'
}
