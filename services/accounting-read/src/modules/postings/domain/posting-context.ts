import type { Chart } from '@oms/contracts/config/chart-of-accounts'
import type { AccountingSettings } from '@oms/contracts/config/settings'
import type { Store } from '@oms/contracts/config/stores'
import type { TaxGroup } from '@oms/contracts/config/tax-groups'
import type { Day } from '../../calendar/domain/posting-date.ts'
import type { PostingContent } from './posting-content.ts'

/** What a WebFulfillment posting is for: at most one current posting has the same. */
export type PostingDay = { storeId: string; currencyCode: string; postingDate: Day }

/** What a posting is made for and with, beside what it books. */
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

/** What came of a build: a posting, or a draft that says what stands against one. */
export type BuiltPosting = { kind: 'posting'; content: PostingContent } | { kind: 'draft'; reasons: string[] }
