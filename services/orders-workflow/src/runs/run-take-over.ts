import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import { runColumns, runRow, type StoredRun, storedRuns } from './run-rows.ts'
import { TOKENS_PER_LIFE } from './run-statements.ts'
import { lease } from './run-store.ts'

type Queries = Pick<Database, 'query'>

/** A run begins with fencing token 1, and each take-over adds 1. */
const TAKE_OVERS_MAX = 10
/** A run without a process that has used up its take-overs. */
const isExhausted = `state = 'Running' and lease_until < now() and fencing_token % ${TOKENS_PER_LIFE} > ${TAKE_OVERS_MAX}`

const findExhausted = statement({
  name: 'run-exhausted',
  text: `select ${runColumns} from workflow_run where ${isExhausted} order by lease_until limit $1`,
  parameters: [Sql.bigint],
  row: runRow,
})

/** A batch of runs that have used up their take-overs. */
export async function readExhaustedRuns(database: Queries, countMax: number): Promise<StoredRun[]> {
  const rows = await findExhausted.on(database, countMax)
  return storedRuns(database, rows)
}

const interrupt = statement({
  name: 'run-interrupt',
  text: `with
    -- the run, if it was taken over too often
    given_up as (
      update workflow_run set state = 'Interrupted', lease_until = null where id = $1 and ${isExhausted} returning id
    ),
    -- its open calls, which block no other run any more
    freed as (
      update workflow_step_attempt set open_for = null where run_id in (select id from given_up) and open_for is not null
    )
    select id from given_up`,
  parameters: [Sql.uuid],
  row: { id: Sql.uuid },
})

/**
 * Interrupts a run until a user resumes it; other runs of its order no longer wait for it. False
 * when it is interrupted already.
 */
export async function interruptRun(database: Queries, runId: string): Promise<boolean> {
  const rows = await interrupt.on(database, runId)
  return rows.length > 0
}

/**
 * Whether a run that no process executes could continue: it waits for its own call, or no run of
 * its order has an open call, it is the first of its order, and no run that was taken over before
 * is still active there. One that could only wait would use capacity that another order needs.
 */
const canContinue = `coalesce(
    (select a.run_id = r.id from workflow_step_attempt as a where a.open_for = r.order_id),
    not exists (
      select from workflow_run as o where o.order_id = r.order_id and o.id <> r.id and o.state = 'Running' and (
        (o.lease_until < now() and (o.lease_until, o.id) < (r.lease_until, r.id))
        or (o.lease_until >= now() and o.fencing_token % ${TOKENS_PER_LIFE} > 1)
      )
    )
  )`

const takeOver = statement({
  name: 'run-take-over',
  text: `with
    -- runs of processes that died, of each order the one that may continue
    chosen as (
      select r.id as chosen_id, r.lease_until <= r.started as was_released
      from workflow_run as r where r.state = 'Running' and r.lease_until < now() and ${canContinue}
      order by r.lease_until limit $1 for update of r skip locked
    )
    update workflow_run set fencing_token = fencing_token + 1, lease_until = ${lease}
    from chosen where id = chosen_id returning ${runColumns}, was_released`,
  parameters: [Sql.bigint],
  row: { ...runRow, was_released: Sql.boolean },
})

/** `wasReleased`: it was held, and its order has been released since (`wakeHeldRuns`). */
export type TakenOverRun = StoredRun & { wasReleased: boolean }

/**
 * Takes over runs whose process has been silent for longer than its lease, the longest silent
 * first, and of each order one that could continue (workflow.md#durability).
 */
export async function takeOverRuns(database: Queries, countMax: number): Promise<TakenOverRun[]> {
  const rows = await takeOver.on(database, countMax)
  const runs = await storedRuns(database, rows)
  return runs.map((stored, index) => ({ ...stored, wasReleased: rows[index]?.was_released === true }))
}

// SQL: read for the metrics of an idle process, which Prisma Client would cost 27 MB (ADR 49).
const countInterrupted = statement({
  name: 'run-count-interrupted',
  text: `select count(*) as count from workflow_run where state = 'Interrupted'`,
  parameters: [],
  row: { count: Sql.bigint },
})

/** The number of interrupted runs, which a user has to resume. */
export async function countInterruptedRuns(database: Queries): Promise<number> {
  const [row] = await countInterrupted.on(database)
  return row?.count ?? 0
}
