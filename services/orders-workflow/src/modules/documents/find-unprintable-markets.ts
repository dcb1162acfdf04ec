import type { ConfigProblem } from '@open-oms/contracts/config/config-file'
import { type Market, marketsFile } from '@open-oms/contracts/config/markets'
import type { DocumentRenderer } from './drawing/document-renderer.ts'

type UsualScript = { script: string; letters: string }

/**
 * Warnings: markets in whose usual scripts, those of the language and of the country, documents
 * have boxes for letters because no font has them
 * (documents-and-notifications.md#document-settings).
 */
export async function findUnprintableMarkets(
  markets: readonly Market[],
  { missingCharacters }: Pick<DocumentRenderer, 'missingCharacters'>,
): Promise<ConfigProblem[]> {
  const scriptsOf = markets.map(usualScripts)
  const missing = new Set(
    await missingCharacters(
      scriptsOf
        .flat()
        .map(({ letters }) => letters)
        .join(''),
    ),
  )
  return scriptsOf.flatMap((scripts, index) => {
    const unprintable = scripts.filter(({ letters }) => [...letters].some((letter) => missing.has(letter)))
    if (unprintable.length === 0) return []
    const names = unprintable.map(({ script }) => `${scriptNames.of(script)} (${script})`).join(' and ')
    const reason = `no font of the documents has the letters of ${names}, a usual script of this market: documents show boxes`
    const remedy = 'Add a font that has them to documents.fallbackFonts of settings.json.'
    return [{ file: marketsFile.file, path: `markets[${index}].language`, reason, remedy }]
  })
}

const scriptNames = new Intl.DisplayNames('en', { type: 'script' })

/** The scripts in which people of a market write, each with some of its letters. */
function usualScripts({ language, country }: Market): UsualScript[] {
  const spoken = new Intl.Locale(language)
  const locales = [
    (spoken.region === undefined ? new Intl.Locale(language, { region: country }) : spoken).maximize(),
    new Intl.Locale(`und-${country}`).maximize(),
  ]
  const byScript = new Map(locales.map((locale) => [locale.script ?? 'Latn', locale]))
  return Array.from(byScript, ([script, locale]) => ({ script, letters: localeLetters(locale, script) }))
}

/**
 * The letters of the names of the language, the country and the months in a language; where the
 * platform does not know these names, as of Dhivehi, the first letters of the script.
 */
function localeLetters(locale: Intl.Locale, script: string): string {
  const names = (['language', 'region'] as const).map((type) => {
    const code = type === 'language' ? locale.language : (locale.region ?? '')
    return new Intl.DisplayNames(locale, { type }).of(code) ?? ''
  })
  const months = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
  const all = [...names, ...Array.from({ length: 12 }, (_, month) => months.format(Date.UTC(2026, month, 15)))].join('')
  const isOfScript = lettersTest(script)
  return isOfScript === null || isOfScript.test(all) ? all.replace(/[^\p{L}\p{M}]/gu, '') : firstLetters(isOfScript)
}

/** Scripts that are written with the letters of others, by their code in Unicode. */
const writtenWith: Readonly<Record<string, readonly string[]>> = {
  Jpan: ['Hani', 'Hira', 'Kana'],
  Kore: ['Hang'],
  Hans: ['Hani'],
  Hant: ['Hani'],
  Aran: ['Arab'],
}

/** Finds a letter of a script; null for one that Unicode does not name. */
function lettersTest(script: string): RegExp | null {
  const names = (writtenWith[script] ?? [script]).map((name) => `\\p{Script=${name}}`).join('')
  try {
    return new RegExp(`(?=\\p{L})[${names}]`, 'u')
  } catch {
    return null
  }
}

const SAMPLE_LETTERS = 20
const LAST_CODE_POINT = 0x1ffff

function firstLetters(isOfScript: RegExp): string {
  let letters = ''
  for (let code = 0x41, count = 0; code <= LAST_CODE_POINT && count < SAMPLE_LETTERS; code++) {
    const letter = String.fromCodePoint(code)
    if (!isOfScript.test(letter)) continue
    letters += letter
    count++
  }
  return letters
}
