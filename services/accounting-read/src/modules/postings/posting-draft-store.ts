import type { Database } from '@oms/service-kit/database/database'
import type { Transaction } from '@oms/service-kit/database/transaction'
import type { Day } from '../calendar/domain/posting-date.ts'

/** What a WebFulfillment posting is for: at most one current posting has the same. */
export type PostingDay = { storeId: string; currencyCode: string; postingDate: Day }

const keyOf = ({ storeId, currencyCode, postingDate }: PostingDay) => [storeId, currencyCode, postingDate]

/** Notes that payments of a day came in or changed, so that a build looks at it. */
export async function markDay(tx: Transaction, day: PostingDay, now: Date): Promise<void> {
  await tx.query({
    name: 'posting-draft-mark',
    text: `insert into posting_draft (source, store_id, currency_code, posting_date, has_changes, reasons, created_at)
      values ('WebFulfillment', $1, $2, $3, true, '{}', $4)
      on conflict (source, store_id, currency_code, posting_date) do update set has_changes = true where not posting_draft.has_changes`,
    values: [...keyOf(day), now],
  })
}

/** Says that a build is about to look; changes that come in from now on are noted anew. To be committed before it reads. */
export async function takeChanges(database: Pick<Database, 'query'>, day: PostingDay): Promise<void> {
  await database.query({
    name: 'posting-draft-take-changes',
    text: `update posting_draft set has_changes = false
      where source = 'WebFulfillment' and store_id = $1 and currency_code = $2 and posting_date = $3`,
    values: keyOf(day),
  })
}

/** Keeps a day as a draft with the reasons that stand against its posting. */
export async function keepDraft(
  tx: Transaction,
  day: PostingDay,
  draft: { reasons: readonly string[]; now: Date },
): Promise<void> {
  await tx.query({
    name: 'posting-draft-keep',
    text: `insert into posting_draft (source, store_id, currency_code, posting_date, has_changes, reasons, created_at, tried_at)
      values ('WebFulfillment', $1, $2, $3, false, $4, $5, $5)
      on conflict (source, store_id, currency_code, posting_date) do update set reasons = excluded.reasons, tried_at = excluded.tried_at`,
    values: [...keyOf(day), draft.reasons, draft.now],
  })
}

/** Forgets a day that is booked, unless payments came in since the build began to read. */
export async function dropDraft(tx: Transaction, day: PostingDay): Promise<void> {
  await tx.query({
    name: 'posting-draft-drop',
    text: `delete from posting_draft
      where source = 'WebFulfillment' and store_id = $1 and currency_code = $2 and posting_date = $3 and not has_changes`,
    values: keyOf(day),
  })
}

/** Every day that waits for a posting, the oldest first. */
export async function waitingDays(database: Pick<Database, 'query'>): Promise<PostingDay[]> {
  return await database.query<PostingDay>({
    name: 'posting-draft-waiting',
    text: `select store_id as "storeId", currency_code as "currencyCode", posting_date as "postingDate"
      from posting_draft where source = 'WebFulfillment' order by posting_date, store_id, currency_code`,
  })
}

/**
 * What there is to build from a day to another, both included: where there are booked payments, a posting or a draft; the oldest
 * first. `storeId` null means all stores.
 */
export async function daysToBuild(
  database: Pick<Database, 'query'>,
  { from, to, storeId }: { from: Day; to: Day; storeId: string | null },
): Promise<PostingDay[]> {
  const wanted = 'posting_date between $1 and $2 and ($3::text is null or store_id = $3)'
  return await database.query<PostingDay>({
    name: 'posting-days-to-build',
    text: `
      select store_id as "storeId", currency_code as "currencyCode", posting_date as "postingDate"
      from payment_transaction where is_booked and ${wanted}
      union
      select store_id, currency_code, posting_date
      from posting where source = 'WebFulfillment' and status <> 'Superseded' and ${wanted}
      union
      select store_id, currency_code, posting_date
      from posting_draft where source = 'WebFulfillment' and ${wanted}
      order by 3, 1, 2`,
    values: [from, to, storeId],
  })
}
