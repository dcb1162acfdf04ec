import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Day } from '../calendar/domain/posting-date.ts'

const save = statement({
  name: 'store-build-save',
  text: `insert into store_build (store_id, succeeded_at, due_day)
    select store_id, $3, due_day from unnest($1::text[], $2::date[]) as built (store_id, due_day)
    on conflict (store_id) do update set succeeded_at = excluded.succeeded_at, due_day = excluded.due_day`,
  parameters: [Sql.list(Sql.text), Sql.list(Sql.date), Sql.timestamptz],
  row: {},
})

/** Notes for each store the last due day up to which a scheduled build has built everything. */
export async function saveStoreBuilds(
  database: Pick<Database, 'query'>,
  built: ReadonlyMap<string, Day>,
  now: Date,
): Promise<void> {
  if (built.size > 0) await save.on(database, [...built.keys()], [...built.values()], now)
}

// Read for the metrics of an idle process, which Prisma Client would cost 27 MB (ADR 49).
const findAll = statement({
  name: 'store-build-all',
  text: 'select store_id as "storeId", succeeded_at as "succeededAt", due_day as "dueDay" from store_build',
  parameters: [],
  row: { storeId: Sql.text, succeededAt: Sql.timestamptz, dueDay: Sql.date },
})

export type StoreBuild = { storeId: string; succeededAt: Date; dueDay: Day }

/**
 * The last scheduled build of each store that built everything due, also of stores that are not
 * configured any more.
 */
export async function readStoreBuilds(database: Pick<Database, 'query'>): Promise<StoreBuild[]> {
  return await findAll.on(database)
}
