import type { Transaction } from '@oms/service-kit/database/transaction'
import type { Deps } from '../../deps/deps.ts'
import type { Day } from '../calendar/domain/posting-date.ts'
import { carriedFrom, carry, linesOfPosting, nextOpenDay } from './correction-store.ts'
import { postingText } from './domain/canonical-text.ts'
import { changeOf, reversed, summed } from './domain/correction.ts'
import type { PostingContent } from './domain/posting-content.ts'
import type { PostingDay } from './domain/posting-context.ts'
import { postContent } from './post-content.ts'
import { markDay } from './posting-draft-store.ts'
import { sha256 } from './posting-hash.ts'
import type { CurrentPosting } from './posting-store.ts'

/** What became of a posting that could be built. `carried`: its posting is reconciled, the difference is booked on another day. */
export type Settled =
  | { outcome: 'built' | 'unchanged' | 'superseded'; postingId: string; warnings: readonly string[] }
  | { outcome: 'carried'; postingId: string; toDate: Day }
  | { outcome: 'draft'; reasons: readonly string[] }

/**
 * What a build did with a day or a Z-report: made its first posting, found its posting as it should be, replaced it, carried what a
 * reconciled one lacks to another day, left a draft for some reasons, or found nothing to book.
 */
export type BuildResult = PostingDay & { zReportId?: string } & (Settled | { outcome: 'nothing' })

type Built = { content: PostingContent; current: CurrentPosting | undefined }

/**
 * Puts what was built in its place (4-decisions O.3): as the first posting, in place of one of another content, or not at all when it is
 * there already. A reconciled posting stays; what it lacks is carried to the next day that is not reconciled. The caller holds
 * the lock of what the posting is for.
 */
export async function settlePosting(deps: Pick<Deps, 'now' | 'newId'>, tx: Transaction, built: Built): Promise<Settled> {
  const { content, current } = built
  const { warnings } = content
  const hash = sha256(postingText(content))
  if (current?.status === 'Reconciled') return await carryDifference(deps, tx, { content, reconciled: current })
  if (current?.postingHash === hash) return { outcome: 'unchanged', postingId: current.id, warnings }
  const postingId = await postContent(deps, tx, { content, hash, current })
  return { outcome: current === undefined ? 'built' : 'superseded', postingId, warnings }
}

type Difference = { content: PostingContent; reconciled: CurrentPosting }

/** Carried is what the reconciled posting and what was carried from it before do not say yet: carrying again carries nothing. */
async function carryDifference(deps: Pick<Deps, 'now'>, tx: Transaction, { content, reconciled }: Difference): Promise<Settled> {
  if (content.currencyCode !== reconciled.currencyCode) {
    const reason = `posting ${reconciled.id} is reconciled in ${reconciled.currencyCode}, and no other currency can correct it`
    return { outcome: 'draft', reasons: [reason] }
  }
  const told = [...(await linesOfPosting(tx, reconciled.id)).map(changeOf), ...(await carriedFrom(tx, reconciled.id))]
  const changes = summed([...content.lines.map(changeOf), ...told.map(reversed)])
  if (changes.length === 0) return { outcome: 'unchanged', postingId: reconciled.id, warnings: content.warnings }
  const { storeId, currencyCode, postingDate } = content
  const from = { storeId, currencyCode, postingDate }
  const toDate = await nextOpenDay(tx, from)
  if (toDate === null) {
    return { outcome: 'draft', reasons: [`posting ${reconciled.id} is reconciled, and no later day can take its changes`] }
  }
  await carry(tx, changes, { postingId: reconciled.id, from, toDate, now: deps.now() })
  await markDay(tx, { ...from, postingDate: toDate }, deps.now())
  return { outcome: 'carried', postingId: reconciled.id, toDate }
}
