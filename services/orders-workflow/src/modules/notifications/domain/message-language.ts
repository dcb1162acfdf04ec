/** The languages of messages to customers (documents-and-notifications.md#notifications). */
export const languages = ['en', 'nb', 'sv', 'da', 'fi', 'de'] as const
export type Language = (typeof languages)[number]

type Market = { id: string; language: string; isDefault: boolean }

/**
 * The language of a market; the default market's when it is not configured, English when there are
 * no texts in its language.
 */
export function languageOfMarket(markets: readonly Market[], marketId: string | null): Language {
  const market = markets.find((candidate) => candidate.id === marketId) ?? markets.find((candidate) => candidate.isDefault)
  const code = market?.language.slice(0, 2) ?? ''
  // General Norwegian and Nynorsk are closer to Bokmål than to English.
  const known = code === 'no' || code === 'nn' ? 'nb' : code
  return languages.find((language) => language === known) ?? 'en'
}
