import type { Database } from '../database/database.ts'
import { deleteInBatches } from '../database/delete-in-batches.ts'
import { Sql, statement } from '../database/statement.ts'
import { deletePublishedPositions, notePublishedPositions } from '../event-losses/published-positions.ts'
import type { Log } from '../observability/log.ts'

/** Longer than the 30 days for which the streams can deliver an event again. */
const INBOX_DAYS = 31
const ROWS_PER_STATEMENT = 5_000
const STATEMENTS_MAX = 200
const EVERY_MS = 10 * 60 * 1000

const deleteInbox = statement({
  name: 'kit-purge-inbox',
  text: `delete from kit.inbox where ctid = any (array (
  select ctid from kit.inbox where handled < coalesce($1::timestamptz, clock_timestamp()) - interval '${INBOX_DAYS} days'
  limit ${ROWS_PER_STATEMENT})) returning 1 as deleted`,
  parameters: [Sql.nullable(Sql.timestamptz)],
  row: { deleted: Sql.integer },
})

const deleteKeys = statement({
  name: 'kit-purge-idempotency-keys',
  text: `delete from kit.idempotency_key where (client, method, path, key) in (
  select client, method, path, key from kit.idempotency_key where expires < coalesce($1::timestamptz, clock_timestamp())
  order by expires limit ${ROWS_PER_STATEMENT} for update skip locked) returning 1 as deleted`,
  parameters: [Sql.nullable(Sql.timestamptz)],
  row: { deleted: Sql.integer },
})

const deletePublished = statement({
  name: 'kit-purge-published-events',
  text: `with
  -- the places of old events; two processes do not find the same ones
  old as (
    delete from kit.event_place where ctid = any (array (
      select ctid from kit.event_place where published < coalesce($1::timestamptz, clock_timestamp()) - $2 * interval '1 hour'
      limit ${ROWS_PER_STATEMENT})) returning id
  )
  delete from kit.event where id = any (array (select id from old)) returning 1 as deleted`,
  parameters: [Sql.nullable(Sql.timestamptz), Sql.double],
  row: { deleted: Sql.integer },
})

type RetentionOptions = {
  /** How long published events are kept. */
  publishedHours: number
  /** The database's clock when absent. */
  now?: Date
}

/**
 * Deletes inbox entries that no delivery can ask for any more, idempotency keys that have expired,
 * and published events that are no longer kept (events.md#outbox), whose positions it notes before
 * and keeps for as long as the inbox, in small statements and at most a
 * million rows of each. Returns how many rows it deleted.
 */
export async function purgeKitTables(
  database: Pick<Database, 'query'>,
  { publishedHours, now }: RetentionOptions,
): Promise<{ inbox: number; idempotencyKeys: number; publishedEvents: number; publishedPositions: number }> {
  const batches = { size: ROWS_PER_STATEMENT, countMax: STATEMENTS_MAX }
  const inbox = await deleteInBatches(() => deleteInbox.on(database, now ?? null), batches)
  const idempotencyKeys = await deleteInBatches(() => deleteKeys.on(database, now ?? null), batches)
  // Before the events go; without their positions they stay.
  const areNoted = await notePublishedPositions(database)
  const deleteEvents = () => deletePublished.on(database, now ?? null, publishedHours)
  return {
    inbox,
    idempotencyKeys,
    publishedEvents: areNoted ? await deleteInBatches(deleteEvents, batches) : 0,
    publishedPositions: await deleteInBatches(
      () => deletePublishedPositions.on(database, now ?? null, INBOX_DAYS, ROWS_PER_STATEMENT),
      batches,
    ),
  }
}

/**
 * Purges every ten minutes until the returned function is called. Several processes may do so
 * concurrently.
 */
export function startPurging(database: Pick<Database, 'query'>, log: Log, keeping: RetentionOptions): () => void {
  let isRunning = false
  const timer = setInterval(async () => {
    if (isRunning) return
    isRunning = true
    await purgeKitTables(database, keeping).catch((error) =>
      log.warn({ err: error }, 'old rows could not be deleted; trying again later'),
    )
    isRunning = false
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
