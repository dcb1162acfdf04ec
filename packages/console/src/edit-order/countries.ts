type Choice = { value: string; label: string }

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Codes that have a name and are no country: unions, and what is reserved for tests. */
const noCountries: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])
const known = new Map<string, readonly Choice[]>()

/**
 * The countries of ISO 3166 by their names in a language, after no country. A code that an order
 * has already is among them, whatever it is.
 */
export function countryChoices(locale: string, code: string): readonly Choice[] {
  const all = known.get(locale) ?? countries(locale)
  known.set(locale, all)
  return [
    { value: '', label: '–' },
    ...(code === '' || all.some(({ value }) => value === code) ? [] : [{ value: code, label: code }]),
    ...all,
  ]
}

function countries(locale: string): readonly Choice[] {
  const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' })
  const choices = LETTERS.flatMap((first) =>
    LETTERS.flatMap((second): Choice[] => {
      const value = `${first}${second}`
      const label = names.of(value)
      return label === undefined || noCountries.has(value) ? [] : [{ value, label }]
    }),
  )
  return choices.toSorted((a, b) => a.label.localeCompare(b.label, locale))
}
