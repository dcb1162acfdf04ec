import type { Market } from '@open-oms/contracts/config/markets'
import { invalid, invariant } from '@open-oms/contracts/errors'
import { languageForTag } from '@open-oms/contracts/language'
import type { DocumentModel } from '../../documents/domain/document-blocks.ts'
import type { DocumentConfig } from '../../documents/domain/document-context.ts'
import { type DocumentFormat, documentFormat, documentLocale } from '../../documents/domain/document-format.ts'
import { documentIssuer } from '../../documents/domain/document-model.ts'
import { type DocumentWords, documentWords } from '../../documents/domain/document-words.ts'

/** The orders that a list is of, by what decides its language and issuer. */
export type ListedOrder = { orderId: string; storeId: string; marketId: string | null }

export type ListRequest = {
  orders: readonly ListedOrder[]
  /** The market that was asked for; null: that of the orders. */
  marketId: string | null
  config: DocumentConfig
  now: Date
}

/** What a list over many orders needs of the configuration. */
export type ListContext = Pick<DocumentModel, 'language' | 'created' | 'issuer' | 'footer' | 'pagePattern'> & {
  words: DocumentWords
  format: DocumentFormat
  /** The local time of the list. */
  printed: string
  /** The name of the store that all orders are of; null where there are several. */
  store: string | null
}

/**
 * Language, issuer and time of a list over many orders: those that its orders share, else those of
 * the default market and no issuer. Raises `ValidationFailed` for an unknown market.
 */
export function listContext({ orders, marketId, config, now }: ListRequest): ListContext {
  const market = listMarket(orders, marketId, config.markets)
  const storeIds = [...new Set(orders.map(({ storeId }) => storeId))]
  const stores = storeIds.map((id) => config.stores.find((store) => store.id === id) ?? null)
  const only = stores.length === 1 ? stores[0] : null
  const timeZone = only?.timeZone ?? config.settings.accounting.timeZone
  const issuers = storeIds.map((storeId, index) => documentIssuer({ config, order: { storeId }, store: stores[index] ?? null }))
  const isShared = issuers.every((issuer) => JSON.stringify(issuer) === JSON.stringify(issuers[0]))
  const noIssuer = { issuer: { name: '', lines: [] }, footer: '' }
  const locale = documentLocale(market)
  const words = documentWords(languageForTag(market.language))
  return {
    language: locale,
    created: now.toISOString(),
    ...(isShared ? (issuers[0] ?? noIssuer) : noIssuer),
    pagePattern: words.page,
    words,
    // A list over many orders has no amounts.
    format: documentFormat({ market, currency: '', exponent: 0, timeZone }),
    printed: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(now),
    store: storeIds.length === 1 ? (only?.name ?? storeIds[0] ?? null) : null,
  }
}

function listMarket(orders: readonly ListedOrder[], marketId: string | null, markets: readonly Market[]): Market {
  const asked = markets.find(({ id }) => id === marketId)
  if (marketId !== null && asked === undefined) throw invalid('marketId', `"${marketId}" is not a configured market`)
  const ids = new Set(orders.map((order) => order.marketId))
  const shared = ids.size === 1 ? markets.find(({ id }) => ids.has(id)) : undefined
  const market = asked ?? shared ?? markets.find(({ isDefault }) => isDefault)
  invariant(market !== undefined, 'the configuration has a default market')
  return market
}
