import type { AccountingConfig } from '../../deps/accounting-config.ts'
import type { WebFulfillmentContext } from '../payments/domain/web-fulfillment-posting.ts'
import type { PostingContext } from './domain/posting-context.ts'
import type { PostingDay } from './posting-draft-store.ts'

/** What the configuration that holds now says about the posting of a store and day. */
export function postingContextOf({ storeId, currencyCode, postingDate }: PostingDay, config: AccountingConfig): PostingContext {
  const giftCards = config.paymentMethods.filter((method) => method.isGiftCard)
  return {
    // A store that the configuration no longer knows has no company, so its postings stay drafts that say so.
    store: config.stores.find((store) => store.id === storeId) ?? { id: storeId, accountingCompanyCode: null },
    currencyCode,
    postingDate,
    charts: config.charts,
    taxGroups: config.taxGroups,
    settings: config.settings.accounting,
    giftCardMethods: new Set(giftCards.flatMap((method) => [method.name, method.paymentMethodName ?? method.name])),
  }
}

/** The same for a posting of web orders. A warehouse is another store when it has the id of one (4-decisions O.5). */
export function webContextOf(day: PostingDay, config: AccountingConfig): WebFulfillmentContext {
  const context = postingContextOf(day, config)
  const company = context.store.accountingCompanyCode
  const stores = company === null ? [] : config.stores.filter((store) => store.accountingCompanyCode === company)
  const codes = stores.map(({ id, accountingDimensionCode }) => [id, accountingDimensionCode ?? id] as const)
  return { ...context, companyStores: new Map(codes) }
}
