import type { Database } from '@open-oms/service-kit/database/database'
import { deleteInBatches } from '@open-oms/service-kit/database/delete-in-batches'
import { createNotifier } from '@open-oms/service-kit/database/notifier'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { MessageKind } from '../domain/message-content.ts'
import { claimKey, heldParameters, heldTogether, heldValues, KEEP_DAYS, OLD_ROWS_PER_STATEMENT } from './message-statements.ts'

type Queries = Pick<Database, 'query'>

const purges = createNotifier()

/**
 * Calls the listener whenever this process has purged an order, until the returned function is
 * called.
 */
export const onPurge = purges.listen

/** Must be called after the commit of a purge. */
export const notifyPurge = purges.notify

/**
 * Records the files to remove for the messages of a CTE with `id`, `kind`, `created` and `kept_in`.
 */
export function removalInsert(deleted: string): string {
  return `insert into message_file_removal (folder, kind, message_id, message_created)
    select folder, kind, id, created from ${deleted} cross join lateral unnest(kept_in) as folder`
}

/** Whether a message was of an order that was purged, and not of a saved report. */
const ofNothing = '(order_id is null and not exists (select from saved_report_run as run where run.id = message.id))'

const recordFolder = statement({
  name: 'message-record-folder',
  text: `update message set kept_in = case when $3::uuid = any(kept_in) then kept_in else array_append(kept_in, $3::uuid) end
  ${heldTogether} returning message.id, claim.attempt, ${ofNothing} as is_purged`,
  parameters: [...heldParameters, Sql.uuid],
  row: { id: Sql.uuid, attempt: Sql.integer, is_purged: Sql.boolean },
})

/**
 * `purged`: the order of the message was purged, and no file may be written; `lost`: another
 * process has claimed the message.
 */
export type KeptIn = 'noted' | 'purged' | 'lost'

/** Records, before files are written, that a folder may have these messages. */
export async function noteKeptIn(
  database: Queries,
  claims: readonly { id: string; attempt: number }[],
  folder: string,
): Promise<KeptIn[]> {
  const rows = await recordFolder.on(database, ...heldValues(claims), folder)
  const found = new Map(rows.map((row) => [claimKey(row), row.is_purged]))
  return claims.map((claim) => {
    const isPurged = found.get(claimKey(claim))
    if (isPurged === undefined) return 'lost'
    return isPurged ? 'purged' : 'noted'
  })
}

const findMessages = statement({
  name: 'messages-exist',
  text: 'select id from message where id = any($1)',
  parameters: [Sql.list(Sql.uuid)],
  row: { id: Sql.uuid },
})

/** Whether each of the messages still exists. */
export async function haveMessages(database: Queries, ids: readonly string[]): Promise<boolean[]> {
  const rows = await findMessages.on(database, ids)
  const existing = new Set(rows.map(({ id }) => id))
  return ids.map((id) => existing.has(id))
}

const addFolder = statement({
  name: 'message-adopt-files',
  text: 'update message set kept_in = array_append(kept_in, $1::uuid) where id = any($2::uuid[]) and not $1::uuid = any(kept_in)',
  parameters: [Sql.uuid, Sql.list(Sql.uuid)],
  row: {},
})

/** Records the folder for messages whose files an earlier version has written to it. */
export async function adoptFiles(database: Queries, folder: string, ids: readonly string[]): Promise<void> {
  await addFolder.on(database, folder, ids)
}

export const forgetSent = statement({
  name: 'message-forget',
  text: `with
  -- ended messages of purged orders
  forgotten as (
    delete from message where ctid = any (array (
      select ctid from message where ${ofNothing} and state <> 'Waiting' limit ${OLD_ROWS_PER_STATEMENT}
    )) and order_id is null and state <> 'Waiting' returning id, kind, created, kept_in
  ),
  -- the copies of these in folders, which are still to be removed
  unkept as (${removalInsert('forgotten')})
  select id from forgotten`,
  parameters: [],
  row: { id: Sql.uuid },
})

/**
 * Deletes the messages of purged orders that were sent or given up after the purge. Several
 * processes may run this concurrently.
 */
export async function forgetPurgedMessages(database: Queries): Promise<void> {
  await deleteInBatches(() => forgetSent.on(database), { size: OLD_ROWS_PER_STATEMENT })
}

/** A file to remove; `id` is that of the message. */
export type FileRemoval = { removalId: number; id: string; kind: MessageKind; created: string }

const FILES_PER_BATCH = 500

// Read as the process starts, when Prisma Client would cost an idle one 27 MB (ADR 49).
const findRemovals = statement({
  name: 'message-files-to-remove',
  text: `select id, message_id, kind, message_created from message_file_removal where folder = $1 order by id limit ${FILES_PER_BATCH}`,
  parameters: [Sql.uuid],
  row: { id: Sql.bigint, message_id: Sql.uuid, kind: Sql.oneOf<MessageKind>(), message_created: Sql.timestamptz },
})

/** Files of a folder to remove, the oldest removals first. */
export async function filesToRemove(database: Queries, folder: string): Promise<FileRemoval[]> {
  const rows = await findRemovals.on(database, folder)
  return rows.map((row) => ({
    removalId: row.id,
    id: row.message_id,
    kind: row.kind,
    created: row.message_created.toISOString(),
  }))
}

const deleteRemovals = statement({
  name: 'message-files-removed',
  text: 'delete from message_file_removal where id = any($1::bigint[])',
  parameters: [Sql.list(Sql.bigint)],
  row: {},
})

/** Marks files as removed. */
export async function filesRemoved(database: Queries, removals: readonly FileRemoval[]): Promise<void> {
  const ids = removals.map(({ removalId }) => removalId)
  await deleteRemovals.on(database, ids)
}

const deleteOldRemovals = statement({
  name: 'message-removal-delete-old',
  text: `delete from message_file_removal where created < now() - interval '${KEEP_DAYS} days'`,
  parameters: [],
  row: {},
})

/**
 * Drops removals of folders that no process has opened for 90 days: opening one removes older
 * files.
 */
export async function dropOldRemovals(database: Queries): Promise<void> {
  await deleteOldRemovals.on(database)
}
