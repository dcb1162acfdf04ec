import type { Job, JobKind, JobOutcome, JobState } from '@open-oms/contracts/orders/jobs/job'
import type { Database } from '@open-oms/service-kit/database/database'
import { type RowOf, Sql, statement } from '@open-oms/service-kit/database/statement'
import { jobColumns, jobRow, toJob } from './job-store.ts'

type Queries = Pick<Database, 'query'>

/**
 * Seconds that a process may be silent before another takes its items over
 * (jobs.md#durability-of-jobs).
 */
const LEASE_SECONDS = 15
export const RENEWAL_MS = (LEASE_SECONDS * 1_000) / 3

/**
 * Of all jobs the items that come first: a small job does not wait for the end of a large one. The
 * inner select is a look-up for each item.
 */
const due = `select i.job_id, i.position from job_item as i
    where i.outcome is null and (i.lease_until is null or i.lease_until < now())
      and (select j.kind = any($1) from job as j where j.id = i.job_id)
    order by i.position, i.job_id limit $2 for update of i skip locked`

const claim = statement({
  name: 'job-claim-items',
  text: `with
    -- due items, held by this process
    claimed as (
      update job_item as i set attempt = i.attempt + 1, lease_until = now() + interval '${LEASE_SECONDS} seconds'
      from (${due}) as due where i.job_id = due.job_id and i.position = due.position
      returning i.job_id, i.position, i.key, i.order_id, i.attempt, i.has_begun
    )
    select c.*, j.kind, j.state, j.store_ids, j.created_by, j.actor, j.correlation_id
    from claimed as c join job as j on j.id = c.job_id order by c.position`,
  parameters: [Sql.list(Sql.text), Sql.bigint],
  row: {
    job_id: Sql.uuid,
    position: Sql.integer,
    key: Sql.text,
    order_id: Sql.nullable(Sql.text),
    attempt: Sql.integer,
    has_begun: Sql.boolean,
    kind: Sql.oneOf<JobKind>(),
    state: Sql.oneOf<JobState>(),
    store_ids: Sql.nullable(Sql.list(Sql.text)),
    created_by: Sql.text,
    actor: Sql.text,
    correlation_id: Sql.text,
  },
})
export type ClaimedItem = RowOf<typeof claim.row>

const begin = statement({
  name: 'job-begin',
  text: `update job set state = 'Running', started = now() where id = any($1::uuid[]) and state = 'Queued' returning id, kind, total`,
  parameters: [Sql.list(Sql.uuid)],
  row: { id: Sql.uuid, kind: Sql.oneOf<JobKind>(), total: Sql.integer },
})

export type BegunJob = Pick<Job, 'id' | 'kind' | 'total'>

/**
 * Claims items of jobs of these kinds that nobody works on, for a while; returns them, and the jobs
 * that begin with that. The jobs are written after the items, and not with them: whoever cancels
 * one locks them in the other order.
 */
export async function claimItems(
  database: Queries,
  kinds: readonly JobKind[],
  countMax: number,
): Promise<{ items: ClaimedItem[]; begun: BegunJob[] }> {
  const items = await claim.on(database, kinds, countMax)
  const queued = items.flatMap((item) => (item.state === 'Queued' ? [item.job_id] : []))
  return { items, begun: queued.length === 0 ? [] : await begin.on(database, [...new Set(queued)]) }
}

/** An item as one process has claimed it. */
export type Claim = Pick<ClaimedItem, 'job_id' | 'position' | 'attempt'>

const isHeld = 'job_id = $1 and position = $2 and attempt = $3 and outcome is null'

const extendLease = statement({
  name: 'job-renew-lease',
  text: `update job_item set lease_until = now() + interval '${LEASE_SECONDS} seconds' where ${isHeld} returning position`,
  parameters: [Sql.uuid, Sql.integer, Sql.integer],
  row: { position: Sql.integer },
})

/**
 * Keeps an item with this process for another while. False when another process has taken it over.
 */
export async function renewItem(database: Queries, { job_id, position, attempt }: Claim): Promise<boolean> {
  return (await extendLease.on(database, job_id, position, attempt)).length > 0
}

const noteBegun = statement({
  name: 'job-item-begun',
  text: `update job_item set has_begun = true where ${isHeld} returning position`,
  parameters: [Sql.uuid, Sql.integer, Sql.integer],
  row: { position: Sql.integer },
})

/**
 * Notes, in the transaction of the effect, that an item has it. False when another process has
 * taken it over.
 */
export async function noteItemBegun(tx: Queries, { job_id, position, attempt }: Claim): Promise<boolean> {
  return (await noteBegun.on(tx, job_id, position, attempt)).length > 0
}

const postpone = statement({
  name: 'job-postpone-item',
  text: `update job_item set lease_until = now() + $4 * interval '1 millisecond' where ${isHeld} returning position`,
  parameters: [Sql.uuid, Sql.integer, Sql.integer, Sql.double],
  row: { position: Sql.integer },
})

/** Gives an item back, to be tried again after a pause. */
export async function postponeItem(database: Queries, { job_id, position, attempt }: Claim, pauseMs: number): Promise<void> {
  await postpone.on(database, job_id, position, attempt, pauseMs)
}

const isLast = `state = 'Running' and succeeded + failed + refused + 1 = total`

/** What became of an item, with the reason in a sentence; null: there is nothing to say. */
export type ItemResult = { outcome: JobOutcome; reason: string | null }

// The job ends with the last of its items; a canceled one has ended. It is locked before its item,
// as by a cancellation. What a provider said of an order that was purged meanwhile is not kept.
const finish = statement({
  name: 'job-finish-item',
  text: `with
    -- the job, so that its items end one after the other
    locked as (select id from job where id = $1 for update),
    -- the item, if this process holds it
    ended as (
      update job_item set outcome = $4, finished = now(), lease_until = null,
        reason = case when order_id is null or exists (select from "order" as o where o.id = job_item.order_id) then $5 end
      where ${isHeld} and exists (select from locked) returning job_id
    )
    update job as j set succeeded = succeeded + ($4 = 'Succeeded')::int, failed = failed + ($4 = 'Failed')::int,
      refused = refused + ($4 = 'Refused')::int,
      state = case when ${isLast} then 'Finished' else state end, finished = case when ${isLast} then now() else finished end
    from ended where j.id = ended.job_id returning ${jobColumns}`,
  parameters: [Sql.uuid, Sql.integer, Sql.integer, Sql.text, Sql.nullable(Sql.text)],
  row: jobRow,
})

/**
 * Writes what became of an item, and returns its job, which ends with the last one; null, and
 * nothing written, when another process has taken the item over.
 */
export async function finishItem(
  database: Queries,
  { job_id, position, attempt }: Claim,
  { outcome, reason }: ItemResult,
): Promise<Job | null> {
  const [row] = await finish.on(database, job_id, position, attempt, outcome, reason)
  return row === undefined ? null : toJob(row)
}

const countOpen = statement({
  name: 'job-count-open',
  text: `select j.kind, count(*)::int as count, extract(epoch from now() - min(j.created))::float as oldest_seconds
    from job_item as i join job as j on j.id = i.job_id where i.outcome is null group by j.kind`,
  parameters: [],
  row: { kind: Sql.oneOf<JobKind>(), count: Sql.integer, oldest_seconds: Sql.nullable(Sql.double) },
})

export type OpenCount = { kind: JobKind; count: number; oldestSeconds: number }

/**
 * How many items are still to be done, by kind, and how long ago the oldest job of them was made.
 */
export async function countOpenItems(database: Queries): Promise<OpenCount[]> {
  const rows = await countOpen.on(database)
  return rows.map(({ kind, count, oldest_seconds }) => ({ kind, count, oldestSeconds: oldest_seconds ?? 0 }))
}
