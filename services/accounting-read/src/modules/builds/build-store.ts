import type { Database } from '@oms/service-kit/database/database'
import { date, nullable, statement, text } from '@oms/service-kit/database/statement'
import type { Day } from '../calendar/domain/posting-date.ts'
import type { PostingDay } from '../postings/domain/posting-context.ts'

const dayRow = { storeId: text, currencyCode: text, postingDate: date }

// Read as the process starts, when Prisma Client would cost an idle one 27 MB (ADR 49).
const findWaitingDays = statement({
  name: 'posting-draft-all',
  text: `select store_id as "storeId", currency_code as "currencyCode", posting_date as "postingDate"
    from posting_draft where source = 'WebFulfillment' order by posting_date, store_id, currency_code`,
  parameters: [],
  row: dayRow,
})

/** Every day with a draft or with payments that no posting has yet; the oldest first. */
export async function waitingDays(database: Pick<Database, 'query'>): Promise<PostingDay[]> {
  return await findWaitingDays.on(database)
}

const wanted = 'posting_date between $1 and $2 and ($3::text is null or store_id = $3)'

const findDaysToBuild = statement({
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
  parameters: [date, date, nullable(text)],
  row: dayRow,
})

/**
 * The days of a range, both ends included, that have booked payments, a posting or a draft; the
 * oldest first. `storeId` null means all stores.
 */
export async function daysToBuild(
  database: Pick<Database, 'query'>,
  { from, to, storeId }: { from: Day; to: Day; storeId: string | null },
): Promise<PostingDay[]> {
  return await findDaysToBuild.on(database, from, to, storeId)
}
