import type { Database } from '@oms/service-kit/database/database'
import type { Transaction } from '@oms/service-kit/database/transaction'
import type { Day } from '../domain/posting-date.ts'

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

export type StoreDay = { storeId: string; from: Date; until: Date }

/**
 * What there is to build on a day: stores with booked payments in their local day, and those that have a posting or a draft
 * of it. `storeId` null means all stores.
 */
export async function daysToBuild(
  database: Pick<Database, 'query'>,
  wanted: { postingDate: Day; storeId: string | null; stores: readonly StoreDay[] },
): Promise<PostingDay[]> {
  const { postingDate, storeId, stores } = wanted
  const found = await database.query<Omit<PostingDay, 'postingDate'>>({
    name: 'posting-days-to-build',
    text: `
      select p.store_id as "storeId", p.currency_code as "currencyCode"
      from unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) as day (store_id, first, until)
      join payment_transaction p
        on p.is_booked and p.store_id = day.store_id and p.occurred_at >= day.first and p.occurred_at < day.until
      union
      select store_id, currency_code from posting
      where source = 'WebFulfillment' and status <> 'Superseded' and posting_date = $4 and ($5::text is null or store_id = $5)
      union
      select store_id, currency_code from posting_draft
      where source = 'WebFulfillment' and posting_date = $4 and ($5::text is null or store_id = $5)
      order by 1, 2`,
    values: [
      stores.map((day) => day.storeId),
      stores.map((day) => day.from),
      stores.map((day) => day.until),
      postingDate,
      storeId,
    ],
  })
  return found.map((day) => ({ ...day, postingDate }))
}
