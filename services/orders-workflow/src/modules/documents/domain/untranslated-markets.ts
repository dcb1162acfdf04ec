import type { ConfigProblem } from '@oms/contracts/config/config-file'
import { type Market, marketsFile } from '@oms/contracts/config/markets'
import { hasDocumentWords } from './document-words.ts'

/**
 * Warnings: markets in whose language there are no texts of documents and messages
 * (documents-and-notifications.md#pdf-documents).
 */
export function findUntranslatedMarkets(markets: readonly Market[]): ConfigProblem[] {
  return markets.flatMap(({ language }, index) => {
    if (hasDocumentWords(language)) return []
    const reason = `there are no texts in "${language}": documents and messages of this market are in English`
    return [{ file: marketsFile.file, path: `markets[${index}].language`, reason }]
  })
}
