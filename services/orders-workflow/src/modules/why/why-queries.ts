import { LIST_MAX } from '@open-oms/contracts/primitives'
import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import { readAttempts, runColumns, runRow, storedRun } from '../../runs/run-rows.ts'
import { TOKENS_PER_LIFE } from '../../runs/run-statements.ts'
import type { Facts, RunFacts } from './domain/facts.ts'

type Queries = Pick<Database, 'query'>

// A run that has not ended is among them whenever it began: that is what an order waits for.
const findRuns = statement({
  name: 'why-runs',
  text: `select ${runColumns}, finished, lease_until, coalesce(lease_until < now(), false) as is_silent
    from workflow_run where order_id = $1 order by state in ('Finished', 'Aborted'), started desc, id desc limit ${LIST_MAX}`,
  parameters: [Sql.text],
  row: { ...runRow, finished: Sql.nullable(Sql.timestamptz), lease_until: Sql.nullable(Sql.timestamptz), is_silent: Sql.boolean },
})

/** The runs of an order, those that have not ended and the newest of the others, newest first. */
export async function readRunFacts(database: Queries, orderId: string): Promise<RunFacts[]> {
  const rows = await findRuns.on(database, orderId)
  if (rows.length === 0) return []
  const attempts = await readAttempts(
    database,
    rows.map(({ id }) => id),
  )
  const byRun = Map.groupBy(attempts, ({ run_id }) => run_id)
  return rows
    .map((row) => {
      const own = byRun.get(row.id) ?? []
      const { run, open } = storedRun(row, own)
      return {
        ...run,
        finished: row.finished?.toISOString() ?? null,
        leaseUntil: row.lease_until?.toISOString() ?? null,
        isSilent: row.is_silent,
        takeOvers: Math.max(0, (run.fencingToken % TOKENS_PER_LIFE) - 1),
        open: open === null ? null : { stepId: open.stepId, attempt: open.attempt, started: open.started },
        attempts: new Map([...Map.groupBy(own, ({ step_id }) => step_id)].map(([id, tries]) => [id, tries.length])),
      }
    })
    .toSorted((a, b) => (a.started < b.started || (a.started === b.started && a.id < b.id) ? 1 : -1))
}

const findLock = statement({
  name: 'why-lock',
  text: 'select expires from order_lock where order_id = $1 and expires > now()',
  parameters: [Sql.text],
  row: { expires: Sql.timestamptz },
})

/**
 * When the lock of an operation that is modifying the order ends, ISO 8601 UTC; null: there is none
 * (orders.md#order-lock).
 */
export async function readLock(database: Queries, orderId: string): Promise<string | null> {
  const [row] = await findLock.on(database, orderId)
  return row?.expires.toISOString() ?? null
}

const findRefundRequests = statement({
  name: 'why-refund-requests',
  text: `select amount, requested_by, requested from refund_request
    where order_id = $1 and state = 'Pending' order by requested, id limit ${LIST_MAX}`,
  parameters: [Sql.text],
  row: { amount: Sql.numeric, requested_by: Sql.text, requested: Sql.timestamptz },
})

/** The refunds above the limit that nobody has decided, oldest first. */
export async function readRefundRequests(database: Queries, orderId: string): Promise<Facts['refundRequests'][number][]> {
  const rows = await findRefundRequests.on(database, orderId)
  return rows.map(({ amount, requested_by: requestedBy, requested }) => {
    return { amount: Number(amount), requestedBy, requested: requested.toISOString() }
  })
}
