import { RUNS_LOOKED_AT_MAX, type RunFacetType, type RunSort, runStates } from '@open-oms/contracts/orders/workflow/run-search'
import { sqlConditions } from '@open-oms/service-kit/database/sql-conditions'
import { type BuiltStatement, Sql } from '@open-oms/service-kit/database/statement'
import type { RunState } from '../../../order/rules/status/workflow-run.ts'
import { FACET_VALUES_MAX } from '../../search/search-facets.ts'
import type { RunPosition } from './run-cursor.ts'
import { addStepConditions, asksForStep, candidates, lookedAtMax, type RunSearch, runOrder } from './run-filter.ts'

/** The step of a waiting run that will be retried next. */
const waiting = `select item ->> 'stepId' as step_id, item ->> 'reasonClass' as reason_class, item ->> 'reason' as reason,
        item ->> 'connector' as connector, (item ->> 'since')::timestamptz as since
      from json_array_elements(r.waiting) as item where r.state = 'Waiting' order by item ->> 'nextAttempt' limit 1`

/**
 * The steps of a run in the order of its plan, each with its last attempt, and the position of the
 * last one that has ended.
 */
const attempted = `select step, position, a.action_status, a.reason_class, a.error_reason, a.started, a.finished,
          max(position) filter (where a.finished is not null) over () as last_ended
        from json_array_elements(r.plan) with ordinality as planned (step, position) left join (
          select distinct on (step_id) step_id, action_status, reason_class, error_reason, started, finished
          from workflow_step_attempt where run_id = r.id order by step_id, attempt desc
        ) as a on a.step_id = step ->> 'id'`

/**
 * The current step of a run: the waiting one; the last failed one, once the run has ended; else the
 * one in progress or next.
 */
const isCurrentStep = `case when r.state = 'Waiting' then p.step ->> 'id' = w.step_id
          when r.state in ('Aborted', 'Finished') then p.action_status = 'Error'
          else p.finished is null and (p.started is not null or p.position > coalesce(p.last_ended, 0)) end`

const currentStep = `select p.step, p.reason_class, p.error_reason, p.started from (${attempted}) as p where ${isCurrentStep}
      order by p.started is null, case when r.state in ('Aborted', 'Finished') then -p.position else p.position end limit 1`

/**
 * Runs of the relation `candidate` as `d`, with their steps (workflow.md#run-search). Ordered by
 * the times of the candidates: by those of the runs, all runs there are would be sorted and
 * compared with each candidate.
 */
const detailed = `(
    select c.id, r.order_id, r.shipment_id, r.return_id, r.status, r.state, c.started, r.finished, r.next_attempt,
      c.order_type, c.store_id, p.step ->> 'id' as step_id, p.step ->> 'name' as step,
      case when r.state in ('Waiting', 'Aborted', 'Finished') then coalesce(w.reason_class, p.reason_class) end as reason_class,
      case when r.state in ('Waiting', 'Aborted', 'Finished') then coalesce(w.reason, p.error_reason) end as reason,
      coalesce(w.connector, p.step ->> 'connector') as connector,
      coalesce(w.since, r.finished, case r.state when 'Held' then greatest(c.held_since, r.started) when 'Interrupted' then p.started end, c.started) as since
    from candidate as c join workflow_run as r on r.id = c.id
    left join lateral (${waiting}) as w on true
    left join lateral (${currentStep}) as p on true
  ) as d`

const pageRow = {
  looked_at: Sql.bigint,
  last_started: Sql.nullable(Sql.timestamptz),
  last_id: Sql.nullable(Sql.uuid),
  id: Sql.nullable(Sql.uuid),
  order_id: Sql.nullable(Sql.text),
  order_number: Sql.nullable(Sql.text),
  order_type: Sql.nullable(Sql.text),
  store_id: Sql.nullable(Sql.text),
  shipment_id: Sql.nullable(Sql.text),
  return_id: Sql.nullable(Sql.text),
  status: Sql.nullable(Sql.text),
  state: Sql.nullable(Sql.oneOf<RunState>()),
  step_id: Sql.nullable(Sql.text),
  step: Sql.nullable(Sql.text),
  reason_class: Sql.nullable(Sql.text),
  reason: Sql.nullable(Sql.text),
  connector: Sql.nullable(Sql.text),
  next_attempt: Sql.nullable(Sql.timestamptz),
  since: Sql.nullable(Sql.timestamptz),
  started: Sql.nullable(Sql.timestamptz),
  finished: Sql.nullable(Sql.timestamptz),
}

/**
 * One run more than `take` after a position, and how far the search went: one row without a run
 * when there is none. Not prepared by name: the best plan depends on the values.
 */
export function runPageStatement(
  search: RunSearch,
  { take, after }: { take: number; after: RunPosition | null },
): BuiltStatement<typeof pageRow> {
  const { filter, sort } = search
  const conditions = sqlConditions()
  const found = candidates(conditions, search, { after, countMax: lookedAtMax(filter, take) })
  addStepConditions(conditions, filter)
  const sql = `with candidate as materialized (${found}),
    page as (select * from ${detailed} where ${conditions.sql()} order by ${runOrder(sort, 'd')} limit ${conditions.parameter(take + 1)}),
    last as (${lastCandidateSql(sort)})
    select coalesce(last.looked_at, 0) as looked_at, last.last_started, last.last_id,
      page.*, o.document ->> 'orderNumber' as order_number
    from (select) as one left join last on true left join page on true left join "order" as o on o.id = page.order_id
    order by ${runOrder(sort, 'page')}`
  return { text: sql, values: conditions.values, row: pageRow }
}

const matchRow = {
  looked_at: Sql.bigint,
  last_started: Sql.nullable(Sql.timestamptz),
  last_id: Sql.nullable(Sql.uuid),
  id: Sql.nullable(Sql.uuid),
  order_id: Sql.nullable(Sql.text),
}

/**
 * At most `countMax` runs of a search after a position, and how far the search went: one row
 * without a run when there is none.
 */
export function matchingRunsStatement(
  search: RunSearch,
  { after, countMax }: { after: RunPosition | null; countMax: number },
): BuiltStatement<typeof matchRow> {
  const { filter, sort } = search
  const conditions = sqlConditions()
  const isByStep = asksForStep(filter)
  const found = candidates(conditions, search, { after, countMax: isByStep ? RUNS_LOOKED_AT_MAX : countMax })
  addStepConditions(conditions, filter)
  const runs = isByStep ? detailed : '(select r.* from candidate as c join workflow_run as r on r.id = c.id) as d'
  const sql = `with candidate as materialized (${found}),
    matching as (
      select d.id, d.order_id, d.started from ${runs} where ${conditions.sql()} order by ${runOrder(sort, 'd')} limit ${conditions.parameter(countMax)}
    ),
    last as (${lastCandidateSql(sort)})
    select coalesce(last.looked_at, 0) as looked_at, last.last_started, last.last_id, m.id, m.order_id
    from (select) as one left join last on true left join matching as m on true order by ${runOrder(sort, 'm')}`
  return { text: sql, values: conditions.values, row: matchRow }
}

/** How many candidates there are, and which is the last one. */
function lastCandidateSql(sort: RunSort): string {
  return `select count(*) over () as looked_at, started as last_started, id as last_id from candidate as c
    order by ${runOrder(sort === 'StartedAscending' ? 'StartedDescending' : 'StartedAscending', 'c')} limit 1`
}

const columns: readonly [RunFacetType, string][] = [
  ['States', 'state'],
  ['Steps', 'step'],
  ['ReasonClasses', 'reason_class'],
  ['Connectors', 'connector'],
  ['OrderTypes', 'order_type'],
  ['StoreIds', 'store_id'],
]
const names = columns.map(([, column]) => column).join(', ')
const facetType = `case ${columns.map(([facet, column]) => `when grouping(${column}) = 0 then '${facet}'`).join(' ')} end`
const sets = columns.map(([, column]) => `(${column})`).join(', ')

const countRow = {
  looked_at: Sql.bigint,
  facet_type: Sql.nullable(Sql.oneOf<RunFacetType>()),
  value: Sql.nullable(Sql.text),
  count: Sql.bigint,
}

/**
 * Counts the values of all facets, and the total in a row without a facet, over the first runs in
 * the order of the search.
 */
export function runCountStatement(search: RunSearch): BuiltStatement<typeof countRow> {
  const conditions = sqlConditions()
  const found = candidates(conditions, search, { after: null, countMax: RUNS_LOOKED_AT_MAX })
  addStepConditions(conditions, search.filter)
  const sql = `with candidate as materialized (${found}),
    counted as (
      select ${facetType} as facet_type, coalesce(${names}) as value, count(*) as count
      from ${detailed} where ${conditions.sql()} group by grouping sets (${sets}, ())
    ),
    ranked as (select *, row_number() over (partition by facet_type order by count desc, value) as rank from counted)
    select (select count(*) from candidate) as looked_at, facet_type, value, count
    from ranked where facet_type is null or (value <> '' and rank <= ${FACET_VALUES_MAX}) order by count desc, value`
  return { text: sql, values: conditions.values, row: countRow }
}

const stepRow = {
  looked_at: Sql.bigint,
  order_type: Sql.text,
  status: Sql.text,
  state: Sql.oneOf<RunState>(),
  step_id: Sql.nullable(Sql.text),
  step: Sql.nullable(Sql.text),
  count: Sql.bigint,
}

/**
 * Counts the runs that are not finished by order type, status, state and step, over the first of
 * each state.
 */
export function runStepStatement(): BuiltStatement<typeof stepRow> {
  const conditions = sqlConditions()
  const states = runStates.filter((state) => state !== 'Finished')
  const search: RunSearch = {
    filter: { states, includeSuperseded: true },
    scope: { storeIds: null, orderTypes: [], stores: [], now: new Date(0) },
    sort: 'StartedAscending',
  }
  const found = candidates(conditions, search, { after: null, countMax: RUNS_LOOKED_AT_MAX })
  const groups = 'order_type, status, state, step_id, step'
  const sql = `with candidate as materialized (${found}),
    counted as (select ${groups}, count(*) as count from ${detailed} group by ${groups})
    select (select count(*) from candidate) as looked_at, ${groups}, count from counted order by ${groups}`
  return { text: sql, values: conditions.values, row: stepRow }
}
