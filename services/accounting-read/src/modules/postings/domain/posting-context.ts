import type { Chart } from '@open-oms/contracts/config/chart-of-accounts'
import type { AccountingSettings } from '@open-oms/contracts/config/settings'
import type { Store } from '@open-oms/contracts/config/stores'
import type { TaxGroup } from '@open-oms/contracts/config/tax-groups'
import type { Day } from '../../calendar/domain/posting-date.ts'
import type { PostingContent } from './posting-content.ts'

/** Identifies a WebFulfillment posting: each has at most one current posting. */
export type PostingDay = { storeId: string; currencyCode: string; postingDate: Day }

/** What a build needs besides the amounts: store, currency, date and configuration. */
export type PostingContext = {
  store: Pick<Store, 'id' | 'accountingCompanyCode'>
  currencyCode: string
  postingDate: Day
  charts: readonly Chart[]
  taxGroups: readonly TaxGroup[]
  settings: Pick<
    AccountingSettings,
    'balanceTolerance' | 'suspenseAccountNumber' | 'overShortAccountNumber' | 'roundToWholeUnits'
  >
  /** Names of the payment methods that pay with a gift card. */
  giftCardMethods: ReadonlySet<string>
}

/** The result of a build: a posting, or a draft with the reasons why there is none. */
export type BuiltPosting = { kind: 'posting'; content: PostingContent } | { kind: 'draft'; reasons: string[] }
