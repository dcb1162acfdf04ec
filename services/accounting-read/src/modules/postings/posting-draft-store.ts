import type { Database } from '@oms/service-kit/database/database'
import { date, list, statement, text, timestamptz } from '@oms/service-kit/database/statement'
import type { Transaction } from '@oms/service-kit/database/transaction'
import type { PostingDay } from './domain/posting-context.ts'

const keyColumns = [text, text, date] as const
const keyOf = ({ storeId, currencyCode, postingDate }: PostingDay) => [storeId, currencyCode, postingDate] as const

const mark = statement({
  name: 'posting-draft-mark',
  text: `insert into posting_draft (source, store_id, currency_code, posting_date, has_changes, reasons, created_at)
    values ('WebFulfillment', $1, $2, $3, true, '{}', $4)
    on conflict (source, store_id, currency_code, posting_date) do update set has_changes = true where not posting_draft.has_changes`,
  parameters: [...keyColumns, timestamptz],
  row: {},
})

/** Marks a day whose payments have changed, so that it is built. */
export async function markDay(tx: Transaction, day: PostingDay, now: Date): Promise<void> {
  await mark.on(tx, ...keyOf(day), now)
}

const clear = statement({
  name: 'posting-draft-clear-mark',
  text: `update posting_draft set has_changes = false
    where source = 'WebFulfillment' and store_id = $1 and currency_code = $2 and posting_date = $3`,
  parameters: keyColumns,
  row: {},
})

/** Clears the mark of a day. Commit before reading, so that later changes mark it again. */
export async function clearMark(database: Pick<Database, 'query'>, day: PostingDay): Promise<void> {
  await clear.on(database, ...keyOf(day))
}

const store = statement({
  name: 'posting-draft-store',
  text: `insert into posting_draft (source, store_id, currency_code, posting_date, has_changes, reasons, created_at, tried_at)
    values ('WebFulfillment', $1, $2, $3, false, $4, $5, $5)
    on conflict (source, store_id, currency_code, posting_date) do update set reasons = excluded.reasons, tried_at = excluded.tried_at`,
  parameters: [...keyColumns, list(text), timestamptz],
  row: {},
})

/** Stores that a day is a draft, with the reasons why it has no posting. */
export async function storeDraft(
  tx: Transaction,
  day: PostingDay,
  draft: { reasons: readonly string[]; now: Date },
): Promise<void> {
  await store.on(tx, ...keyOf(day), draft.reasons, draft.now)
}

const remove = statement({
  name: 'posting-draft-delete',
  text: `delete from posting_draft
    where source = 'WebFulfillment' and store_id = $1 and currency_code = $2 and posting_date = $3 and not has_changes`,
  parameters: keyColumns,
  row: {},
})

/** Deletes the draft of a day, unless its payments have changed since the build began to read. */
export async function deleteDraft(tx: Transaction, day: PostingDay): Promise<void> {
  await remove.on(tx, ...keyOf(day))
}
