import { type Language, languageForTag } from '@open-oms/contracts/language'

type Market = { id: string; language: string; isDefault: boolean }

/**
 * The language of a market; the default market's when it is not configured, English when there are
 * no texts in its language.
 */
export function languageOfMarket(markets: readonly Market[], marketId: string | null): Language {
  const market = markets.find((candidate) => candidate.id === marketId) ?? markets.find((candidate) => candidate.isDefault)
  return market === undefined ? 'en' : languageForTag(market.language)
}
