import { type Static, type TSchema, Type } from '@sinclair/typebox'
import {
  DateTime,
  DateTimeUpTo,
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
import { Facet, FILTER_VALUES_MAX, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../search/search.ts'
import { reasonClasses } from './reason-class.ts'

export const runStates = ['Running', 'Waiting', 'Held', 'Finished', 'Aborted', 'Interrupted'] as const

/** The states that somebody must know of: what a search finds without `states`. */
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

/** Which workflow runs are to be found. What is absent or empty filters nothing. */
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
  orderId: optional(Text),
  startedFrom: optional(DateTime),
  startedTo: optional(DateTimeUpTo),
  sinceFrom: optional(
    Type.String({ ...DateTime, description: 'The `since` of the run: when it failed, began to wait or ended.' }),
  ),
  sinceTo: optional(DateTimeUpTo),
  includeSuperseded: optional(
    Type.Boolean({ description: 'Also failed runs that a later run of the same status of the order has followed.' }),
  ),
}

/** Which workflow runs a job is for: what a search with the same filter finds (workflow.md#bulk-work-on-runs). */
const WorkflowRunFilter = FilterModel('WorkflowRunFilter', filters)

export const BulkRunRequest = FilterModel('BulkRunRequest', {
  ids: optional(
    Type.Array(Key, { minItems: 1, maxItems: JOB_ITEMS_MAX, description: 'Ids of runs, of any orders; without a `filter`.' }),
  ),
  filter: optional(WorkflowRunFilter),
  note: optional(JobNote),
})
export type BulkRunRequest = Static<typeof BulkRunRequest>

export const WorkflowRunSearchRequest = FilterModel('WorkflowRunSearchRequest', {
  ...filters,
  sortOrder: optional(WordOrNothing(runSorts)),
  take: optional(Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT })),
  after: optional(Type.String({ description: '`next` of the previous response.' })),
})
export type WorkflowRunSearchRequest = Static<typeof WorkflowRunSearchRequest>

/** A run that was found, with the step that failed, waits or is next (workflow.md#run-search). */
export const FoundWorkflowRun = Model('FoundWorkflowRun', {
  runId: Text,
  orderId: Text,
  orderNumber: Nullable(Text),
  orderType: Text,
  storeId: Text,
  shipmentId: Nullable(Text),
  returnId: Nullable(Text),
  status: Text,
  state: Word(runStates),
  stepId: Nullable(Text),
  /** The name of the step; null: no step has failed, or none is left. */
  step: Nullable(Text),
  /** Why it failed (connectors.md#reason-classes); null: it did not, or its outcome is not known. */
  reasonClass: Nullable(Text),
  reason: Nullable(Text),
  connector: Nullable(Text),
  /** When the step is tried again; only of a `Waiting` run. */
  nextAttempt: Nullable(DateTime),
  /** When it failed, began to wait or ended. */
  since: DateTime,
  started: DateTime,
  finished: Nullable(DateTime),
})
export type FoundWorkflowRun = Static<typeof FoundWorkflowRun>

export const WorkflowRunFacetGroup = Model('WorkflowRunFacetGroup', {
  facetType: Word(runFacetTypes),
  facets: Type.Array(Facet),
})
export type WorkflowRunFacetGroup = Static<typeof WorkflowRunFacetGroup>

export const WorkflowRunSearchResult = Model('WorkflowRunSearchResult', {
  totalHits: LongInteger,
  totalHitsIsExact: Type.Boolean({
    description: `False when there are more than the ${RUNS_LOOKED_AT_MAX} runs that are counted.`,
  }),
  result: Type.Array(FoundWorkflowRun),
  facets: Type.Array(WorkflowRunFacetGroup),
  next: Type.Union([Text, Type.Null()], {
    description: 'Null at the end. A page before the end may have fewer runs than `take`.',
  }),
})
export type WorkflowRunSearchResult = Static<typeof WorkflowRunSearchResult>
