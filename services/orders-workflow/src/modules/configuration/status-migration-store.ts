import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { WorkflowRun } from '../../order/rules/status/workflow-run.ts'
import { runColumns, runRow, storedRuns } from '../../runs/run-rows.ts'
import type { Move } from './domain/status-moves.ts'

/** Orders that one statement looks at. */
const LOOKED_AT_MAX = 1_000

const findCandidates = statement({
  name: 'migration-candidates',
  text: `with
    -- the next orders by id
    page as materialized (
      select o.id, s.order_type, s.status, s.store_id, s.is_deleted, o.document
      from "order" as o join order_search as s on s.order_id = o.id where o.id > $1 order by o.id limit $2
    )
    select count(*) as looked_at, max(p.id) as last_id,
      coalesce(array_agg(p.id order by p.id) filter (where not p.is_deleted and ($4::text[] is null or p.store_id = any($4)) and exists (
        select from json_to_recordset($3::json) as m ("orderType" text, status text, "isOfReturns" boolean)
        where case when m."isOfReturns" then exists (
            select from json_array_elements(p.document -> 'returnOrderForms') as form where form ->> 'status' = m.status)
          else m."orderType" = p.order_type and (m.status is null or m.status = p.status or exists (
            select from json_array_elements(p.document #> '{orderForm,shipments}') as shipment
            where shipment ->> 'orderStatus' = m.status)) end
      )), '{}') as ids
    from page as p`,
  parameters: [Sql.text, Sql.bigint, Sql.json, Sql.nullable(Sql.list(Sql.text))],
  row: { looked_at: Sql.bigint, last_id: Sql.nullable(Sql.text), ids: Sql.list(Sql.text) },
})

export type Candidates = { lookedAt: number; lastId: string | null; ids: readonly string[] }

/**
 * Of the next orders by id, those that a mapping may be for; of the stores of the caller only
 * (null: all). A walk over all orders, since no index knows the statuses of shipments and return
 * forms.
 */
export async function findMigrationCandidates(
  database: Pick<Database, 'query'>,
  {
    after,
    moves,
    returnType,
    storeIds,
  }: { after: string; moves: readonly Move[]; returnType: string | null; storeIds: readonly string[] | null },
): Promise<Candidates> {
  const mapping = moves.map(({ orderType, status }) => ({ orderType, status, isOfReturns: orderType === returnType }))
  const [row] = await findCandidates.on(database, after, LOOKED_AT_MAX, JSON.stringify(mapping), storeIds)
  return { lookedAt: row?.looked_at ?? 0, lastId: row?.last_id ?? null, ids: row?.ids ?? [] }
}

const lockRuns = statement({
  name: 'migration-runs',
  text: `select ${runColumns} from workflow_run where order_id = $1 order by started, id for update`,
  parameters: [Sql.text],
  row: runRow,
})

/** The runs of a locked order, locked as well: none of them is woken meanwhile. */
export async function lockRunsOfOrder(tx: Transaction, orderId: string): Promise<WorkflowRun[]> {
  const runs = await storedRuns(tx, await lockRuns.on(tx, orderId))
  return runs.map(({ run }) => run)
}

const updateRuns = statement({
  name: 'migration-rename-runs',
  text: `update workflow_run as r set status = m.status, plan = m.plan, next = m.next, waiting = m.waiting
    from json_to_recordset($1::json) as m (id uuid, "fencingToken" int, status text, plan json, next json, waiting json)
    where r.id = m.id and r.fencing_token = m."fencingToken"`,
  parameters: [Sql.json],
  row: {},
})

/** Writes the new names of statuses into locked runs. */
export async function saveRenamedRuns(tx: Transaction, runs: readonly WorkflowRun[]): Promise<void> {
  if (runs.length === 0) return
  const rows = runs.map(({ id, fencingToken, status, steps, next, waiting }) => ({
    id,
    fencingToken,
    status,
    plan: steps,
    next,
    waiting: waiting.length === 0 ? null : waiting,
  }))
  await updateRuns.on(tx, JSON.stringify(rows))
}
