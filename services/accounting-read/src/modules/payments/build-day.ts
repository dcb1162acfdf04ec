import type { Transaction } from '@oms/service-kit/database/transaction'
import type { Deps } from '../../deps/deps.ts'
import { carriedTo, ordersCarriedTo } from '../postings/correction-store.ts'
import { carriedInto } from '../postings/domain/correction.ts'
import { addTransaction, noEntries } from '../postings/domain/posting-entries.ts'
import { webContextOf } from '../postings/posting-context-of.ts'
import { dropDraft, keepDraft, type PostingDay, takeChanges } from '../postings/posting-draft-store.ts'
import { findCurrentPosting, lockDay } from '../postings/posting-store.ts'
import { type Settled, settlePosting } from '../postings/save-posting.ts'
import { entryContextOf, finishWebFulfillmentPosting } from './domain/web-fulfillment-posting.ts'
import { readBookedPayments } from './payment-transaction-store.ts'

/**
 * What a build did with a day or a Z-report: made its first posting, found its posting as it should be, replaced it, carried what a
 * reconciled one lacks to another day, left a draft for some reasons, or found nothing to book.
 */
export type BuildResult = PostingDay & { zReportId?: string } & (Settled | { outcome: 'nothing' })

/**
 * Builds the WebFulfillment posting of a store, currency and local day from the payments that are known now (4-decisions O.3), and
 * from what earlier days could not book any more. Building again changes nothing when the content has the same hash; otherwise a
 * new posting supersedes the old one. Of several builders at once one builds and the others find its posting.
 */
export async function buildDay(deps: Deps, day: PostingDay): Promise<BuildResult> {
  await takeChanges(deps, day)
  return await deps.inTransaction(async (tx) => {
    await lockDay(tx, day)
    const built = await collect(tx, day, deps)
    const current = await findCurrentPosting(tx, day)
    const draft = async (reasons: readonly string[]): Promise<BuildResult> => {
      await keepDraft(tx, day, { reasons, now: deps.now() })
      return { ...day, outcome: 'draft', reasons }
    }
    if (built.kind === 'draft') return await draft(built.reasons)
    const { lines, orderIds } = built.content
    const isNothing = current === undefined && lines.length === 0 && orderIds.length === 0
    const settled = isNothing ? undefined : await settlePosting(deps, tx, { content: built.content, current })
    if (settled?.outcome === 'draft') return await draft(settled.reasons)
    await dropDraft(tx, day)
    return settled === undefined ? { ...day, outcome: 'nothing' } : { ...day, ...settled }
  })
}

async function collect(tx: Transaction, day: PostingDay, { config }: Pick<Deps, 'config'>) {
  const context = webContextOf(day, config())
  const entryContext = entryContextOf(context)
  const sums = noEntries()
  await readBookedPayments(tx, day, (transaction) => addTransaction(sums, transaction, entryContext))
  const changes = await carriedTo(tx, day)
  const orderIds = changes.length === 0 ? [] : await ordersCarriedTo(tx, day)
  return finishWebFulfillmentPosting(sums, context, { ...carriedInto(changes), orderIds })
}
