import { invalid } from '@open-oms/contracts/errors'
import {
  FINISHED_RANGE_DAYS_MAX,
  RUNS_LOOKED_AT_MAX,
  type RunSort,
  runStatesOfQueue,
  type WorkflowRunSearchRequest,
} from '@open-oms/contracts/orders/workflow/run-search'
import { addOneOf, type SqlConditions } from '@open-oms/service-kit/database/sql-conditions'
import type { RunState } from '../../../order/rules/status/workflow-run.ts'
import { addStores } from '../../search/counted-condition.ts'
import { nonEmpty, type SearchScope, statusesNamed } from '../../search/domain/search-filter.ts'
import type { RunPosition } from './run-cursor.ts'

export type RunFilter = Omit<WorkflowRunSearchRequest, 'take' | 'after' | 'sortOrder'>

/** Which runs are searched for whom, in which order. */
export type RunSearch = { filter: RunFilter; scope: Omit<SearchScope, 'markets' | 'customFields'>; sort: RunSort }

const DAY_MS = 24 * 60 * 60 * 1_000

/**
 * The states that are searched: what needs someone, unless others are named. Raises
 * `ValidationFailed` where all finished runs would have to be read (workflow.md#run-search).
 */
function searchedStates({ states, orderId, sinceFrom, sinceTo }: RunFilter): readonly RunState[] {
  const wanted = nonEmpty<RunState>(states)
  if (wanted === null) return runStatesOfQueue
  if (!wanted.includes('Finished') || orderId) return wanted
  if (!sinceFrom || !sinceTo)
    throw invalid('states', 'can have Finished only with an `orderId`, or with `sinceFrom` and `sinceTo`')
  if (Date.parse(sinceTo) - Date.parse(sinceFrom) > FINISHED_RANGE_DAYS_MAX * DAY_MS)
    throw invalid('sinceTo', `must be at most ${FINISHED_RANGE_DAYS_MAX} days after \`sinceFrom\` with finished runs`)
  return wanted
}

/** Whether the filter asks for something of the step, for which each run must be looked at. */
export function asksForStep({ steps, reasonClasses, connectors, sinceFrom, sinceTo }: RunFilter): boolean {
  return [steps, reasonClasses, connectors].some((list) => nonEmpty(list) !== null) || Boolean(sinceFrom || sinceTo)
}

/** The order of runs; `alias` is the one of a relation with their `started` and `id`. */
export function runOrder(sort: RunSort, alias: string): string {
  return sort === 'StartedAscending' ? `${alias}.started, ${alias}.id` : `${alias}.started desc, ${alias}.id desc`
}

/**
 * Whether the same status of the order, shipment or return form was entered again later. The inner
 * select is a look-up by order.
 */
const isSuperseded = `(select exists (
      select from workflow_run as later where later.order_id = r.order_id and later.status = r.status
        and later.shipment_id is not distinct from r.shipment_id and later.return_id is not distinct from r.return_id
        and (later.started, later.id) > (r.started, r.id)
    ))`

/**
 * The first runs, in the order of the search, that match all but what it asks for of steps, with
 * the columns of their orders that are filtered and counted. Each state is read in the order of its
 * index, and no further than needed.
 */
export function candidates(
  conditions: SqlConditions,
  search: RunSearch,
  { after, countMax }: { after: RunPosition | null; countMax: number },
): string {
  const { filter, sort } = search
  const shared = sharedConditions(conditions, search, after)
  const limit = conditions.parameter(countMax)
  const columns = 'r.id, r.started, s.order_type, s.store_id, s.held_since'
  const ofState = (state: RunState) => {
    const where = [`r.state = '${state}'`, 'not s.is_deleted', ...shared]
    const hasFailed = state === 'Aborted' || state === 'Interrupted'
    if (hasFailed && filter.includeSuperseded !== true) where.push(`not ${isSuperseded}`)
    if (state === 'Aborted' || state === 'Finished')
      where.push(...rangeConditions(conditions, 'r.finished', [filter.sinceFrom, filter.sinceTo]))
    return `(select ${columns} from workflow_run r join order_search s on s.order_id = r.order_id
      where ${where.join(' and ')} order by ${runOrder(sort, 'r')} limit ${limit})`
  }
  const union = searchedStates(filter).map(ofState).join(' union all ')
  return `select * from (${union}) as u order by ${runOrder(sort, 'u')} limit ${limit}`
}

function sharedConditions(conditions: SqlConditions, { filter, scope, sort }: RunSearch, after: RunPosition | null): string[] {
  const texts: string[] = []
  // Each state has these conditions: their texts are repeated, their values are not.
  const collected: SqlConditions = {
    ...conditions,
    add: (text, value) => void texts.push(text(conditions.parameter(value))),
    addText: (text) => void texts.push(text),
  }
  const statuses = nonEmpty(filter.statuses)
  if (statuses !== null) addOneOf(collected, 'r.status', statusesNamed(statuses, scope.orderTypes))
  const types = nonEmpty(filter.orderTypes)
  if (types !== null) addOneOf(collected, 's.order_type', types)
  addStores(collected, 's', { filter: { selectedStores: filter.storeIds }, scope })
  if (filter.orderId) collected.add((id) => `r.order_id = ${id}`, filter.orderId)
  texts.push(...rangeConditions(conditions, 'r.started', [filter.startedFrom, filter.startedTo]))
  if (after !== null) {
    const [started, id] = [conditions.parameter(after.started), conditions.parameter(after.id)]
    texts.push(`(r.started, r.id) ${sort === 'StartedAscending' ? '>' : '<'} (${started}::timestamptz, ${id}::uuid)`)
  }
  return texts
}

/** What the filter asks for of `d`, a run with its step. */
export function addStepConditions(
  conditions: SqlConditions,
  { steps, reasonClasses, connectors, sinceFrom, sinceTo }: RunFilter,
): void {
  for (const [column, list] of [
    ['d.step', steps],
    ['d.reason_class', reasonClasses],
    ['d.connector', connectors],
  ] as const) {
    const wanted = nonEmpty(list)
    if (wanted !== null) addOneOf(conditions, column, wanted)
  }
  for (const text of rangeConditions(conditions, 'd.since', [sinceFrom, sinceTo])) conditions.addText(text)
}

function rangeConditions(
  conditions: SqlConditions,
  column: string,
  [from, to]: readonly [string | undefined, string | undefined],
): string[] {
  return [
    ...(from ? [`${column} >= ${conditions.parameter(from)}::timestamptz`] : []),
    ...(to ? [`${column} <= ${conditions.parameter(to)}::timestamptz`] : []),
  ]
}

/** How many runs are looked at for a page: as many as it has, unless steps are asked for. */
export function lookedAtMax(filter: RunFilter, take: number): number {
  return asksForStep(filter) ? RUNS_LOOKED_AT_MAX : take + 1
}
