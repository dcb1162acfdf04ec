import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { AccountingConfig, Deps } from '../../deps.ts'
import { buildPostingContext } from '../postings/build-posting-context.ts'
import { correctionsOn, ordersCorrectedOn } from '../postings/correction-store.ts'
import { correctionLines } from '../postings/domain/correction.ts'
import type { PostingDay } from '../postings/domain/posting-context.ts'
import { clearMark, deleteDraft, storeDraft } from '../postings/posting-draft-store.ts'
import { lockCurrentPosting, lockDay } from '../postings/posting-store.ts'
import { type BuildResult, savePosting } from '../postings/save-posting.ts'
import { addTransaction, noPaymentEntries } from './domain/payment-entries.ts'
import { toEntryContext, type WebFulfillmentContext, webFulfillmentPosting } from './domain/web-fulfillment-posting.ts'
import { readBookedPayments } from './payment-transaction-store.ts'

/**
 * Builds the WebFulfillment posting of a store, currency and local day from the payments stored now
 * (postings.md#web-fulfillment) and from the corrections of earlier days. Building again changes
 * nothing when the content has the same hash; otherwise a new posting supersedes the old one. Of
 * several concurrent builds one writes the posting, and the others find it.
 */
export async function buildDay(deps: Deps, day: PostingDay): Promise<BuildResult> {
  await clearMark(deps, day)
  return await deps.inTransaction(async (tx) => {
    await lockDay(tx, day)
    const built = await collect(tx, day, deps)
    const current = await lockCurrentPosting(tx, day)
    const draft = async (reasons: readonly string[]): Promise<BuildResult> => {
      await storeDraft(tx, day, { reasons, now: deps.now() })
      return { ...day, outcome: 'draft', reasons }
    }
    if (built.kind === 'draft') return await draft(built.reasons)
    const { lines, orderIds } = built.content
    const isNothing = current === undefined && lines.length === 0 && orderIds.length === 0
    const saved = isNothing ? undefined : await savePosting(deps, tx, { content: built.content, current })
    if (saved?.outcome === 'draft') return await draft(saved.reasons)
    await deleteDraft(tx, day)
    return saved === undefined ? { ...day, outcome: 'nothing' } : { ...day, ...saved }
  })
}

async function collect(tx: Transaction, day: PostingDay, { config }: Pick<Deps, 'config'>) {
  const context = webFulfillmentContext(day, config())
  const entryContext = toEntryContext(context)
  const sums = noPaymentEntries()
  await readBookedPayments(tx, day, (transaction) => addTransaction(sums, transaction, entryContext))
  const corrections = await correctionsOn(tx, day)
  const orderIds = corrections.length === 0 ? [] : await ordersCorrectedOn(tx, day)
  return webFulfillmentPosting(sums, context, { ...correctionLines(corrections), orderIds })
}

/**
 * The context of web orders. A warehouse with a store's id is that store
 * (postings.md#posting-accounts).
 */
function webFulfillmentContext(day: PostingDay, config: AccountingConfig): WebFulfillmentContext {
  const context = buildPostingContext(day, config)
  const company = context.store.accountingCompanyCode
  const stores = company === null ? [] : config.stores.filter((store) => store.accountingCompanyCode === company)
  const codes = stores.map(({ id, accountingDimensionCode }) => [id, accountingDimensionCode ?? id] as const)
  return { ...context, companyStores: new Map(codes) }
}
