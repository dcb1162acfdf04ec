import type { Job, JobKind, JobOutcome, JobResult, JobState } from '@open-oms/contracts/orders/jobs/job'
import type { Database } from '@open-oms/service-kit/database/database'
import { createNotifier } from '@open-oms/service-kit/database/notifier'
import { type RowOf, Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'

type Queries = Pick<Database, 'query'>

/** The row of a job that `toJob` reads. */
export const jobRow = {
  id: Sql.uuid,
  kind: Sql.oneOf<JobKind>(),
  state: Sql.oneOf<JobState>(),
  note: Sql.nullable(Sql.text),
  created: Sql.timestamptz,
  created_by: Sql.text,
  started: Sql.nullable(Sql.timestamptz),
  finished: Sql.nullable(Sql.timestamptz),
  total: Sql.integer,
  succeeded: Sql.integer,
  failed: Sql.integer,
  refused: Sql.integer,
}
export const jobColumns = Object.keys(jobRow).join(', ')

/** A job of a row, as clients see it. */
export function toJob(row: RowOf<typeof jobRow>): Job {
  const { succeeded, failed, refused } = row
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    total: row.total,
    done: succeeded + failed + refused,
    succeeded,
    failed,
    refused,
    note: row.note,
    createdAt: row.created.toISOString(),
    createdBy: row.created_by,
    startedAt: row.started?.toISOString() ?? null,
    finishedAt: row.finished?.toISOString() ?? null,
  }
}

/** One thing that a job works on. */
export type NewItem = {
  /** What it is, by the kind of the job. */
  key: string
  /** The order that it belongs to; null: it is not there, or not for who makes the job. */
  orderId: string | null
}

/** On whose behalf the items are done. */
export type JobAuthor = {
  clientId: string
  actor: string
  /** The stores that the work is limited to; null: to none. */
  storeIds: readonly string[] | null
  correlationId: string
}

const newJobs = createNotifier()
/**
 * Calls the listener whenever this process has committed a new job, until the returned function is
 * called.
 */
export const onNewJobs = newJobs.listen

// A job without items has ended.
const insert = statement({
  name: 'job-insert',
  text: `with
    -- the job; without items it is finished
    made as (
      insert into job (id, kind, state, note, store_ids, created, created_by, actor, correlation_id, finished, total)
      select $1, $2, case when n = 0 then 'Finished' else 'Queued' end, $3, $4, now(), $5, $6, $7, case when n = 0 then now() end, n
      from json_array_length($8) as n returning ${jobColumns}
    ),
    -- its items in their order
    items as (
      insert into job_item (job_id, position, key, order_id)
      select made.id, i.position, i.item ->> 'key', i.item ->> 'orderId'
      from made, json_array_elements($8) with ordinality as i (item, position)
    )
    select ${jobColumns} from made`,
  parameters: [
    Sql.uuid,
    Sql.text,
    Sql.nullable(Sql.text),
    Sql.nullable(Sql.list(Sql.text)),
    Sql.text,
    Sql.text,
    Sql.text,
    Sql.json,
  ],
  row: jobRow,
})

export type NewJob = { id: string; kind: JobKind; note: string | null; author: JobAuthor; items: readonly NewItem[] }

/** Stores a job with its items; it is begun after the commit. */
export async function insertJob(tx: Transaction, { id, kind, note, author, items }: NewJob): Promise<Job> {
  const { clientId, actor, storeIds, correlationId } = author
  const [row] = await insert.on(tx, id, kind, note, storeIds, clientId, actor, correlationId, JSON.stringify(items))
  tx.afterCommit(newJobs.notify)
  return toJob(row as RowOf<typeof jobRow>)
}

/**
 * Whether a job was made for no other stores than those of parameter `stores`; null there: of all.
 */
const isForStores = (stores: string) => `(${stores}::text[] is null or store_ids <@ ${stores}::text[])`

const findOne = statement({
  name: 'job-read',
  text: `select ${jobColumns} from job where id = $1 and ${isForStores('$2')}`,
  parameters: [Sql.uuid, Sql.nullable(Sql.list(Sql.text))],
  row: jobRow,
})

export type JobOfStores = { jobId: string; storeIds: readonly string[] | null }

/** A job that was made for no other stores than these; null when there is none. */
export async function readJob(database: Queries, { jobId, storeIds }: JobOfStores): Promise<Job | null> {
  const [row] = await findOne.on(database, jobId, storeIds)
  return row === undefined ? null : toJob(row)
}

// Ids follow the time at which they were made.
const findNewest = statement({
  name: 'job-list',
  text: `select ${jobColumns} from job
    where ${isForStores('$1')} and ($2::text is null or kind = $2) and ($3::text is null or state = $3) and ($4::uuid is null or id < $4)
    order by id desc limit $5`,
  parameters: [
    Sql.nullable(Sql.list(Sql.text)),
    Sql.nullable(Sql.text),
    Sql.nullable(Sql.text),
    Sql.nullable(Sql.uuid),
    Sql.bigint,
  ],
  row: jobRow,
})

export type JobFilter = {
  storeIds: readonly string[] | null
  kind: JobKind | null
  state: JobState | null
  /** The id of the last job of the previous page. */
  after: string | null
  take: number
}

/** Jobs of these stores, newest first. */
export async function readJobs(database: Queries, { storeIds, kind, state, after, take }: JobFilter): Promise<Job[]> {
  return (await findNewest.on(database, storeIds, kind, state, after, take)).map(toJob)
}

const findResults = statement({
  name: 'job-results',
  text: `select position, key, order_id, outcome, reason, finished from job_item
    where job_id = $1 and position > $2 and outcome is not null and ($3::text is null or outcome = $3) order by position limit $4`,
  parameters: [Sql.uuid, Sql.integer, Sql.nullable(Sql.text), Sql.bigint],
  row: {
    position: Sql.integer,
    key: Sql.text,
    order_id: Sql.nullable(Sql.text),
    outcome: Sql.nullable(Sql.oneOf<JobOutcome>()),
    reason: Sql.nullable(Sql.text),
    finished: Sql.nullable(Sql.timestamptz),
  },
})

/** The results of a job behind a position, each with its own. */
export async function readResults(
  database: Queries,
  { jobId, after, outcome, take }: { jobId: string; after: number; outcome: JobOutcome | null; take: number },
): Promise<{ position: number; result: JobResult }[]> {
  const rows = await findResults.on(database, jobId, after, outcome, take)
  return rows.map((row) => ({
    position: row.position,
    result: {
      runId: row.key,
      orderId: row.order_id,
      outcome: row.outcome as JobOutcome,
      reason: row.reason,
      finishedAt: (row.finished as Date).toISOString(),
    },
  }))
}

const cancel = statement({
  name: 'job-cancel',
  text: `with
    -- the job, if it is not over
    canceled as (
      update job set state = 'Canceled', finished = now() where id = $1 and state in ('Queued', 'Running') returning ${jobColumns}
    ),
    -- its items that nobody has begun
    skipped as (
      update job_item as i set outcome = 'Canceled', finished = now() from canceled
      where i.job_id = canceled.id and i.outcome is null and i.lease_until is null
    )
    select ${jobColumns} from canceled`,
  parameters: [Sql.uuid],
  row: jobRow,
})

/** Ends a job before the items that are not begun; null when it has ended already. */
export async function cancelOpenJob(database: Queries, jobId: string): Promise<Job | null> {
  const [row] = await cancel.on(database, jobId)
  return row === undefined ? null : toJob(row)
}
