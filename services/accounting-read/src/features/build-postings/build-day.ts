import type { Transaction } from '@oms/service-kit/database/transaction'
import type { AccountingConfig } from '../../accounting-config.ts'
import type { Deps } from '../../deps.ts'
import { addTransaction, noEntries } from '../../domain/posting-entries.ts'
import { postingText } from '../../domain/posting-hash.ts'
import { finishWebFulfillmentPosting, type WebFulfillmentContext } from '../../domain/web-fulfillment-posting.ts'
import { readBookedPayments } from '../../persistence/payment-transaction-store.ts'
import { dropDraft, keepDraft, type PostingDay, takeChanges } from '../../persistence/posting-draft-store.ts'
import { findCurrentPosting, lockDay } from '../../persistence/posting-store.ts'
import { postDay } from './post-day.ts'
import { sha256 } from './sha256.ts'

/**
 * What a build did with a day: made its first posting, found its posting as it should be, replaced it, left a draft for some
 * reasons, or found nothing to book.
 */
export type BuildResult = PostingDay &
  (
    | { outcome: 'built' | 'unchanged' | 'superseded'; postingId: string; warnings: readonly string[] }
    | { outcome: 'draft'; reasons: readonly string[] }
    | { outcome: 'nothing' }
  )

/**
 * Builds the WebFulfillment posting of a store, currency and local day from the payments that are known now (4-decisions O.3).
 * Building again changes nothing when the content has the same hash; otherwise a new posting supersedes the old one. Of several
 * builders at once one builds and the others find its posting. A posting that is reconciled is left alone: the day stays a draft.
 */
export async function buildDay(deps: Deps, day: PostingDay): Promise<BuildResult> {
  const config = deps.config()
  await takeChanges(deps, day)
  return await deps.inTransaction(async (tx) => {
    await lockDay(tx, day)
    const { built, orderCount } = await collect(tx, day, config)
    const current = await findCurrentPosting(tx, day)
    const draft = async (reasons: readonly string[]): Promise<BuildResult> => {
      await keepDraft(tx, day, { reasons, now: deps.now() })
      return { ...day, outcome: 'draft', reasons }
    }
    if (built.kind === 'draft') return await draft(built.reasons)

    const hash = sha256(postingText(built.content))
    const isUnchanged = current?.postingHash === hash
    if (!isUnchanged && current?.status === 'Reconciled') {
      return await draft([`posting ${current.id} of this day is reconciled and its payments have changed since`])
    }
    await dropDraft(tx, day)
    if (current === undefined && orderCount === 0) return { ...day, outcome: 'nothing' }
    if (isUnchanged) return { ...day, outcome: 'unchanged', postingId: current.id, warnings: built.content.warnings }
    const postingId = await postDay(deps, tx, { content: built.content, hash, current })
    return { ...day, outcome: current === undefined ? 'built' : 'superseded', postingId, warnings: built.content.warnings }
  })
}

async function collect(tx: Transaction, day: PostingDay, config: AccountingConfig) {
  const context = contextOf(day, config)
  const sums = noEntries()
  await readBookedPayments(tx, day, (transaction) => addTransaction(sums, transaction, context))
  return { built: finishWebFulfillmentPosting(sums, context), orderCount: sums.orderIds.size }
}

function contextOf({ storeId, currencyCode, postingDate }: PostingDay, config: AccountingConfig): WebFulfillmentContext {
  const giftCards = config.paymentMethods.filter((method) => method.isGiftCard)
  return {
    // A store that the configuration no longer knows has no company, so its day stays a draft that says so.
    store: config.stores.find((store) => store.id === storeId) ?? { id: storeId, accountingCompanyCode: null },
    currencyCode,
    postingDate,
    charts: config.charts,
    taxGroups: config.taxGroups,
    settings: config.settings.accounting,
    giftCardMethods: new Set(giftCards.flatMap((method) => [method.name, method.paymentMethodName ?? method.name])),
  }
}
