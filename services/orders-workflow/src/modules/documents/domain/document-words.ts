import type { ConfigProblem } from '@open-oms/contracts/config/config-file'
import { type Market, marketsFile } from '@open-oms/contracts/config/markets'
import { findLanguage, type Language } from '@open-oms/contracts/language'
import da from './locales/da.json' with { type: 'json' }
import de from './locales/de.json' with { type: 'json' }
import en from './locales/en.json' with { type: 'json' }
import fi from './locales/fi.json' with { type: 'json' }
import nb from './locales/nb.json' with { type: 'json' }
import sv from './locales/sv.json' with { type: 'json' }

/** The fixed texts of documents; `page` has the placeholders `{page}` and `{pages}`. */
export type DocumentWord = keyof typeof en
export type DocumentWords = Readonly<Record<DocumentWord, string>>

const byLanguage: Readonly<Record<Language, DocumentWords>> = { en, nb, sv, da, fi, de }

/**
 * Warnings: markets in whose language there are no texts of documents and messages
 * (documents-and-notifications.md#pdf-documents).
 */
export function findUntranslatedMarkets(markets: readonly Market[]): ConfigProblem[] {
  return markets.flatMap(({ language }, index) => {
    if (findLanguage(language) !== undefined) return []
    const reason = `there are no texts in "${language}": documents and messages of this market are in English`
    const remedy = `Choose one of ${Object.keys(byLanguage).join(', ')}, or accept English texts.`
    return [{ file: marketsFile.file, path: `markets[${index}].language`, reason, remedy }]
  })
}

export function documentWords(language: Language): DocumentWords {
  return byLanguage[language]
}
