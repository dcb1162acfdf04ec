import { postingPosted, postingSuperseded } from '@open-oms/contracts/accounting/events'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { newEvent } from '@open-oms/service-kit/events/new-event'
import { appendToOutbox } from '@open-oms/service-kit/events/outbox'
import type { Deps } from '../../deps.ts'
import { type Day, utcMidnight } from '../calendar/domain/posting-date.ts'
import { insertCorrections, readLaterCorrections, reconciledDaysAfter } from './correction-store.ts'
import { changesSince, firstOpenDay, toLineChange } from './domain/correction.ts'
import type { PostingContent } from './domain/posting-content.ts'
import type { PostingDay } from './domain/posting-context.ts'
import { markDay } from './posting-draft-store.ts'
import { hashPosting, nextLink } from './posting-hash.ts'
import { readPostingLines } from './posting-line-store.ts'
import { type CurrentPosting, insertPosting, lockChain, supersedePosting } from './posting-store.ts'

/** What saving did. `corrected`: the posting is reconciled, another day books the difference. */
export type SavedPosting =
  | { outcome: 'built' | 'unchanged' | 'superseded'; postingId: string; warnings: readonly string[] }
  | { outcome: 'corrected'; postingId: string; toDate: Day }
  | { outcome: 'draft'; reasons: readonly string[] }

/**
 * What the build of a day or a Z-report did: it made the first posting, found the posting
 * unchanged, superseded it, corrected a reconciled one on another day, left a draft with its
 * reasons, or found nothing to book.
 */
export type BuildResult = PostingDay & { zReportId?: string } & (SavedPosting | { outcome: 'nothing' })

type Built = { content: PostingContent; current: CurrentPosting | undefined }

/**
 * Saves what a build made (postings.md#web-fulfillment): as the first posting, as one that
 * supersedes the current one, or not at all when the current one has the same content. A reconciled
 * posting stays as it is; the next day that is not reconciled books the difference. The caller
 * holds the lock of the day or Z-report.
 */
export async function savePosting(deps: Pick<Deps, 'now' | 'newId'>, tx: Transaction, built: Built): Promise<SavedPosting> {
  const { content, current } = built
  const { warnings } = content
  if (current?.status === 'Reconciled') return await correctLater(deps, tx, { content, reconciled: current })
  const hash = hashPosting(content)
  if (current?.postingHash === hash) return { outcome: 'unchanged', postingId: current.id, warnings }
  const postingId = await postContent(deps, tx, { content, hash, current })
  return { outcome: current === undefined ? 'built' : 'superseded', postingId, warnings }
}

/** Corrects only what posting and earlier corrections lack: repeating it changes nothing. */
async function correctLater(
  deps: Pick<Deps, 'now'>,
  tx: Transaction,
  { content, reconciled }: { content: PostingContent; reconciled: CurrentPosting },
): Promise<SavedPosting> {
  if (content.currencyCode !== reconciled.currencyCode) {
    const reason = `posting ${reconciled.id} is reconciled in ${reconciled.currencyCode}, and no other currency can correct it`
    return { outcome: 'draft', reasons: [reason] }
  }
  const postingId = reconciled.id
  const lines = await readPostingLines(tx, postingId)
  const changes = changesSince([...lines.map(toLineChange), ...(await readLaterCorrections(tx, postingId))], content.lines)
  if (changes.length === 0) return { outcome: 'unchanged', postingId, warnings: content.warnings }
  const { storeId, currencyCode, postingDate } = content
  const from = { storeId, currencyCode, postingDate }
  const toDate = firstOpenDay(postingDate, await reconciledDaysAfter(tx, from))
  if (toDate === null) {
    return { outcome: 'draft', reasons: [`posting ${postingId} is reconciled, and no later day can take its changes`] }
  }
  await insertCorrections(tx, changes, { postingId, from, toDate, now: deps.now() })
  await markDay(tx, { ...from, postingDate: toDate }, deps.now())
  return { outcome: 'corrected', postingId, toDate }
}

type Voucher = { content: PostingContent; hash: string; current: CurrentPosting | undefined }

/**
 * Writes a posting at the end of its company's chain with its event; a current posting is
 * superseded. Returns the id of the new one.
 */
export async function postContent(deps: Pick<Deps, 'now' | 'newId'>, tx: Transaction, voucher: Voucher): Promise<string> {
  const { content, hash, current } = voucher
  const id = deps.newId()
  const now = deps.now()
  const supersededSequence = current && (await supersedePosting(tx, current.id, now))
  const last = await lockChain(tx, content.accountingCompanyCode)
  await insertPosting(tx, {
    id,
    content,
    postingHash: hash,
    supersedesPostingId: current?.id ?? null,
    createdAt: now,
    chain: nextLink(last, { id, hash }),
  })
  const header = { source: content.source, storeIds: [content.storeId], postingDate: utcMidnight(content.postingDate) }
  const posted = newEvent(postingPosted, {
    subject: id,
    sequence: 1,
    time: now,
    data: { ...header, postingId: id, hash, externalReference: null },
  })
  const superseded =
    current === undefined || supersededSequence === undefined
      ? []
      : [
          newEvent(postingSuperseded, {
            subject: current.id,
            sequence: supersededSequence,
            time: now,
            data: { ...header, postingId: current.id, hash: current.postingHash, externalReference: current.externalReference },
          }),
        ]
  await appendToOutbox(tx, [...superseded, posted])
  return id
}
