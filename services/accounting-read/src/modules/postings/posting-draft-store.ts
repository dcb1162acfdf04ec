import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { usePrisma } from '../../database/use-prisma.ts'
import { toUtcDate } from '../calendar/domain/posting-date.ts'
import type { PostingDay } from './domain/posting-context.ts'

const draftKey = ({ storeId, currencyCode, postingDate }: PostingDay) => ({
  source: 'WebFulfillment',
  storeId,
  currencyCode,
  postingDate: toUtcDate(postingDate),
})

// With a guard: a day that is marked already is not written again by each of its payments.
const mark = statement({
  name: 'posting-draft-mark',
  text: `insert into posting_draft (source, store_id, currency_code, posting_date, has_changes, reasons, created_at)
    values ('WebFulfillment', $1, $2, $3, true, '{}', $4)
    on conflict (source, store_id, currency_code, posting_date) do update set has_changes = true where not posting_draft.has_changes`,
  parameters: [Sql.text, Sql.text, Sql.date, Sql.timestamptz],
  row: {},
})

/** Marks a day whose payments have changed, so that it is built. */
export async function markDay(tx: Transaction, day: PostingDay, now: Date): Promise<void> {
  const { storeId, currencyCode, postingDate } = day
  await mark.on(tx, storeId, currencyCode, postingDate, now)
}

/** Clears the mark of a day. Commit before reading, so that later changes mark it again. */
export async function clearMark(database: Pick<Database, 'execute'>, day: PostingDay): Promise<void> {
  const cleared = { where: draftKey(day), data: { hasChanges: false } }
  await usePrisma(database, (prisma) => prisma.postingDraft.updateMany(cleared))
}

/** Stores that a day is a draft, with the reasons why it has no posting. */
export async function storeDraft(
  tx: Transaction,
  day: PostingDay,
  { reasons, now }: { reasons: readonly string[]; now: Date },
): Promise<void> {
  const key = draftKey(day)
  const tried = { reasons: [...reasons], triedAt: now }
  const upsert = {
    where: { source_storeId_currencyCode_postingDate: key },
    create: { ...key, ...tried, hasChanges: false, createdAt: now },
    update: tried,
  }
  await usePrisma(tx, (prisma) => prisma.postingDraft.upsert(upsert))
}

/** Deletes the draft of a day, unless its payments have changed since the build began to read. */
export async function deleteDraft(tx: Transaction, day: PostingDay): Promise<void> {
  await usePrisma(tx, (prisma) => prisma.postingDraft.deleteMany({ where: { ...draftKey(day), hasChanges: false } }))
}
