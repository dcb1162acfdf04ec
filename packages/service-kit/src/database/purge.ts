import type { Database, Log } from './database.ts'

/** Longer than the 30 days for which the streams can deliver an event again. */
const INBOX_DAYS = 31
const ROWS_PER_STATEMENT = 5_000
const STATEMENTS_MAX = 200
const EVERY_MS = 10 * 60 * 1000

const inboxText = `delete from kit.inbox where ctid = any (array (
  select ctid from kit.inbox where handled < coalesce($1::timestamptz, clock_timestamp()) - interval '${INBOX_DAYS} days'
  limit ${ROWS_PER_STATEMENT}))`

const keysText = `delete from kit.idempotency_key where (client, method, path, key) in (
  select client, method, path, key from kit.idempotency_key where expires < coalesce($1::timestamptz, clock_timestamp())
  order by expires limit ${ROWS_PER_STATEMENT} for update skip locked)`

async function purgeTable(database: Pick<Database, 'query'>, text: string, now: Date | undefined): Promise<number> {
  let deleted = 0
  for (let statements = 0; statements < STATEMENTS_MAX; statements++) {
    const rows = await database.query({ text: `${text} returning 1`, values: [now ?? null] })
    deleted += rows.length
    if (rows.length < ROWS_PER_STATEMENT) break
  }
  return deleted
}

/**
 * Deletes inbox entries that no delivery can ask for any more and idempotency keys that have
 * expired, in small statements and at most a million rows of each. `now` is the database's clock
 * when absent. Returns how many rows it deleted.
 */
export async function purgeKitTables(
  database: Pick<Database, 'query'>,
  now?: Date,
): Promise<{ inbox: number; idempotencyKeys: number }> {
  return {
    inbox: await purgeTable(database, inboxText, now),
    idempotencyKeys: await purgeTable(database, keysText, now),
  }
}

/**
 * Purges every ten minutes until the returned function is called. Several processes may do so
 * concurrently.
 */
export function startPurging(database: Pick<Database, 'query'>, log: Log): () => void {
  let isRunning = false
  const timer = setInterval(async () => {
    if (isRunning) return
    isRunning = true
    await purgeKitTables(database).catch((error) => log.warn({ err: error }, 'old rows could not be deleted; trying again later'))
    isRunning = false
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
