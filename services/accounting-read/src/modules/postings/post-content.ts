import { postingPosted, postingSuperseded } from '@oms/contracts/accounting/events'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { newEvent } from '@oms/service-kit/events/new-event'
import { appendToOutbox } from '@oms/service-kit/events/outbox'
import type { Deps } from '../../deps.ts'
import { midnightOf } from '../calendar/domain/posting-date.ts'
import type { PostingContent } from './domain/posting-content.ts'
import { nextLink } from './posting-hash.ts'
import { type CurrentPosting, insertPosting, lockChain, supersedePosting } from './posting-store.ts'

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
  const header = { source: content.source, storeIds: [content.storeId], postingDate: midnightOf(content.postingDate) }
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
