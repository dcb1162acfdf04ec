import { type Static, type TSchema, Type } from '@sinclair/typebox'
import {
  DateTime,
  DateTimeUpTo,
  described,
  FilterModel,
  Key,
  LongInteger,
  Model,
  Nullable,
  Text,
  Word,
  WordOrNothing,
} from '../../primitives.ts'
import { JOB_ITEMS_MAX, JobNote } from '../jobs/job.ts'
import { Facet } from '../search/facet.ts'
import { FILTER_VALUES_MAX, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../search/search.ts'
import { reasonClasses } from './reason-class.ts'

export const runStates = ['Running', 'Waiting', 'Held', 'Finished', 'Aborted', 'Interrupted'] as const

/** The states that someone must know of: what a search finds without `states`. */
export const runStatesOfQueue = ['Aborted', 'Interrupted', 'Waiting'] as const

/** Most runs whose step one request looks at (workflow.md#run-search). */
export const RUNS_LOOKED_AT_MAX = 10_000
/** Longest range of `sinceFrom` to `sinceTo` with finished runs, in days. */
export const FINISHED_RANGE_DAYS_MAX = 7

export const runSorts = ['StartedAscending', 'StartedDescending'] as const
export type RunSort = (typeof runSorts)[number]

export const runFacetTypes = ['States', 'Steps', 'ReasonClasses', 'Connectors', 'OrderTypes', 'StoreIds'] as const
export type RunFacetType = (typeof runFacetTypes)[number]

const optional = Type.Optional
const Values = <T extends TSchema>(items: T, description: string) =>
  optional(Type.Array(items, { maxItems: FILTER_VALUES_MAX, description }))

/** Which workflow runs to find. What is absent or empty filters nothing. */
const filters = {
  states: Values(
    Word(runStates),
    `${runStatesOfQueue.join(', ')} without it. \`Finished\` needs an \`orderId\`, or \`sinceFrom\` and \`sinceTo\` at most ` +
      `${FINISHED_RANGE_DAYS_MAX} days apart.`,
  ),
  steps: Values(Text, 'Names of steps: of the one that failed, waits or is next.'),
  reasonClasses: Values(Word(reasonClasses), 'Why that step failed.'),
  connectors: Values(Text, 'The connector of that step.'),
  statuses: Values(Text, 'Statuses whose steps the run carries out, in any letter case.'),
  orderTypes: Values(Text, 'Types of the orders.'),
  storeIds: Values(Text, 'Stores of the orders.'),
  orderId: described(optional(Text), 'Runs of this order.'),
  startedFrom: described(optional(DateTime), 'Runs that began at this moment or later.'),
  startedTo: described(optional(DateTimeUpTo), 'Runs that began up to this moment, which is included.'),
  sinceFrom: optional(
    Type.String({ ...DateTime, description: 'The `since` of the run: when it failed, began to wait or ended.' }),
  ),
  sinceTo: described(optional(DateTimeUpTo), 'The `since` of the run is up to this moment, which is included.'),
  includeSuperseded: optional(
    Type.Boolean({ description: 'Also failed runs that a later run of the same status of the order has followed.' }),
  ),
}

/**
 * Which workflow runs a job is for: what a search with the same filter finds
 * (workflow.md#bulk-work-on-runs).
 */
const WorkflowRunFilter = FilterModel(
  'WorkflowRunFilter',
  filters,
  'Which runs a job is for: what a search with the same filter finds.',
)

export const BulkRunRequest = FilterModel(
  'BulkRunRequest',
  {
    ids: optional(
      Type.Array(Key, { minItems: 1, maxItems: JOB_ITEMS_MAX, description: 'Ids of runs, of any orders; without a `filter`.' }),
    ),
    filter: described(optional(WorkflowRunFilter), 'The runs that a search with this filter finds now; without `ids`.'),
    note: optional(JobNote),
  },
  'Which runs a job is for: either `ids` or a `filter`.',
)
export type BulkRunRequest = Static<typeof BulkRunRequest>

export const WorkflowRunSearchRequest = FilterModel(
  'WorkflowRunSearchRequest',
  {
    ...filters,
    sortOrder: described(
      optional(WordOrNothing(runSorts)),
      '`StartedAscending` by default: the run that began first comes first.',
    ),
    take: described(
      optional(Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT })),
      'How many runs a page has at most.',
    ),
    after: optional(Type.String({ description: '`next` of the previous response.' })),
  },
  'Which workflow runs to find. All filters must hold; what is absent, null or empty filters nothing.',
)
export type WorkflowRunSearchRequest = Static<typeof WorkflowRunSearchRequest>

/** A run that was found, with the step that failed, waits or is next (workflow.md#run-search). */
export const FoundWorkflowRun = Model(
  'FoundWorkflowRun',
  {
    runId: described(Text, 'The id of the run.'),
    orderId: described(Text, 'The order of the run.'),
    orderNumber: described(Nullable(Text), 'The number of that order.'),
    orderType: described(Text, 'The type of that order.'),
    storeId: described(Text, 'The selling store of that order.'),
    shipmentId: described(
      Nullable(Text),
      'The shipment that the run is for alone. Null: it is for the whole order or a return form.',
    ),
    returnId: described(Nullable(Text), 'The return form that the run is for. Null: it is for none.'),
    status: described(Text, 'The status whose steps the run carries out.'),
    state: described(
      Word(runStates),
      'How far the run is. `Aborted`, `Interrupted` and `Waiting` are those that someone must know of.',
    ),
    stepId: described(Nullable(Text), 'The id of the step that `step` names.'),
    step: described(
      Nullable(Text),
      'The name of the step that failed, waits or is next. Null: no step has failed, or none is left.',
    ),
    reasonClass: described(Nullable(Text), 'The kind of failure. Null: the step did not fail, or its outcome is not known.'),
    reason: described(Nullable(Text), 'Why the step failed, in a sentence.'),
    connector: described(Nullable(Text), 'The connector of the step.'),
    nextAttempt: described(Nullable(DateTime), 'When the step is tried again automatically; only of a `Waiting` run.'),
    since: described(
      DateTime,
      'Since when it has been so: when it failed, began to wait or ended; of a `Running` run when it began.',
    ),
    started: described(DateTime, 'When the run began.'),
    finished: described(Nullable(DateTime), 'When the run ended.'),
  },
  'A run that was found, with the step that failed, waits or is next.',
)
export type FoundWorkflowRun = Static<typeof FoundWorkflowRun>

export const WorkflowRunFacetGroup = Model(
  'WorkflowRunFacetGroup',
  {
    facetType: described(Word(runFacetTypes), 'What is counted.'),
    facets: described(Type.Array(Facet), 'The values, the most frequent one first; at most 1,000.'),
  },
  'Values that the runs found have, counted.',
)
export type WorkflowRunFacetGroup = Static<typeof WorkflowRunFacetGroup>

export const WorkflowRunSearchResult = Model(
  'WorkflowRunSearchResult',
  {
    totalHits: described(LongInteger, 'How many runs match; `totalHitsIsExact` says whether counting ended early.'),
    totalHitsIsExact: Type.Boolean({
      description: `False when there are more than the ${RUNS_LOOKED_AT_MAX} runs that are counted.`,
    }),
    result: described(Type.Array(FoundWorkflowRun), 'The runs of the page.'),
    facets: described(Type.Array(WorkflowRunFacetGroup), 'Counts by value over all runs that match.'),
    next: Type.Union([Text, Type.Null()], {
      description: 'Null at the end. A page before the end may have fewer runs than `take`.',
    }),
  },
  'A page of workflow runs. Total, facets and page are of one moment.',
)
export type WorkflowRunSearchResult = Static<typeof WorkflowRunSearchResult>
