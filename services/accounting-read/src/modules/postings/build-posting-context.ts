import type { AccountingConfig } from '../../deps.ts'
import type { PostingContext, PostingDay } from './domain/posting-context.ts'

/** What a configuration says about the posting of a store and day. */
export function buildPostingContext(
  { storeId, currencyCode, postingDate }: PostingDay,
  config: AccountingConfig,
): PostingContext {
  const giftCards = config.paymentMethods.filter((method) => method.isGiftCard)
  return {
    // A store that is no longer configured has no company, so its postings stay drafts.
    store: config.stores.find((store) => store.id === storeId) ?? { id: storeId, accountingCompanyCode: null },
    currencyCode,
    postingDate,
    charts: config.charts,
    taxGroups: config.taxGroups,
    settings: config.settings.accounting,
    giftCardMethods: new Set(giftCards.flatMap((method) => [method.name, method.paymentMethodName ?? method.name])),
  }
}
