import { Type } from '@sinclair/typebox'
import { described, InputModel } from '../../../primitives.ts'
import { defineRoute } from '../../../route.ts'
import { Job } from '../../jobs/job.ts'
import { Order } from '../../order.ts'
import { BulkRunRequest, RUNS_LOOKED_AT_MAX, WorkflowRunSearchRequest, WorkflowRunSearchResult } from '../run-search.ts'
import { OrderWorkflowExecutionResult, RetryStep, WorkflowRunList } from '../workflow.ts'

const runParams = Type.Object({
  orderId: described(Type.String(), 'The id of the order.'),
  runId: described(Type.String(), 'The id of the run.'),
})

const dryRunQuery = Type.Object({
  dryRun: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Dry run: returns what would happen, also by steps after the response; nothing is kept, sent or called.',
    }),
  ),
})

export const getWorkflowRuns = defineRoute({
  method: 'GET',
  url: '/api/Orders/:orderId/WorkflowRuns',
  operationId: 'getWorkflowRuns',
  summary: 'Lists the workflow runs of an order with every try of their steps, the newest run first.',
  description: 'Runs that ended longer ago than the tenant keeps them are not in the list, nor more than the newest 250.',
  tags: ['Workflow'],
  access: ['OrderRead'],
  params: Type.Object({ orderId: described(Type.String(), 'The id of the order.') }),
  responses: { 200: WorkflowRunList },
})

export const searchWorkflowRuns = defineRoute({
  method: 'POST',
  url: '/api/WorkflowRuns/Search',
  operationId: 'searchWorkflowRuns',
  summary: 'Searches workflow runs over orders: the queue of what failed, was interrupted or waits.',
  description:
    'The run that began first comes first. Each has the step that failed, waits or is next, with the reason. Facets count by state, step, ' +
    `reason class, connector, order type and store, over at most ${RUNS_LOOKED_AT_MAX} runs. Runs of deleted orders are left out.`,
  tags: ['Workflow'],
  access: ['OrderRead'],
  reads: 'standby',
  body: WorkflowRunSearchRequest,
  responses: { 200: WorkflowRunSearchResult },
})

export const resumeWorkflowRun = defineRoute({
  method: 'POST',
  url: '/api/Orders/:orderId/WorkflowRuns/:runId/Resume',
  operationId: 'resumeWorkflowRun',
  audit: 'WithEffect',
  summary: 'Resumes an interrupted run, an aborted one at the step that failed, or a waiting one immediately.',
  description: 'Only a run whose state is `Interrupted`, `Aborted` or `Waiting`; anything else is 400, `NothingToResume`.',
  tags: ['Workflow'],
  access: ['OrderAdmin'],
  params: runParams,
  query: dryRunQuery,
  responses: { 200: OrderWorkflowExecutionResult },
  carriesVersion: true,
})

export const retryWorkflowStep = defineRoute({
  method: 'POST',
  url: '/api/Orders/:orderId/WorkflowRuns/:runId/RetryStep',
  operationId: 'retryWorkflowStep',
  audit: 'WithEffect',
  summary: 'Runs a failed step of a run again, and the steps that have not run yet.',
  description: 'Only a step that ended in an error, of a run that is not under way; anything else is 400, `NothingToResume`.',
  tags: ['Workflow'],
  access: ['OrderAdmin'],
  params: runParams,
  query: dryRunQuery,
  body: InputModel(RetryStep, ['stepId'], 'RetryStep'),
  responses: { 200: OrderWorkflowExecutionResult },
  carriesVersion: true,
})

export const dismissWorkflowRun = defineRoute({
  method: 'POST',
  url: '/api/Orders/:orderId/WorkflowRuns/:runId/Dismiss',
  operationId: 'dismissWorkflowRun',
  summary: 'Ends the waiting of a run: its failed steps are not tried again, and their errors are deleted.',
  description: 'Only a run whose state is `Waiting`; anything else is 400, `NothingToResume`.',
  tags: ['Workflow'],
  access: ['OrderAdmin'],
  params: runParams,
  responses: { 200: Order },
  carriesVersion: true,
})

const bulk = {
  method: 'POST',
  tags: ['Workflow'],
  access: ['OrderAdmin'],
  body: BulkRunRequest,
  responses: { 202: Job },
} as const
const asJob =
  'Either `ids` or `filter` says which; a filter finds what a search with it finds at this moment. The job has a result for each run; what the ' +
  'client may not do with a run is refused there.'

export const resumeWorkflowRuns = defineRoute({
  ...bulk,
  url: '/api/WorkflowRuns/Resume',
  operationId: 'resumeWorkflowRuns',
  audit: 'BulkChange',
  summary: 'Creates a job that resumes many runs, each as its own Resume would.',
  description: asJob,
})

export const retryWorkflowRuns = defineRoute({
  ...bulk,
  url: '/api/WorkflowRuns/Retry',
  operationId: 'retryWorkflowRuns',
  audit: 'BulkChange',
  summary: 'Makes a job that runs all failed steps of many runs again, and the steps that have not run yet.',
  description: asJob,
})

export const dismissWorkflowRuns = defineRoute({
  ...bulk,
  url: '/api/WorkflowRuns/Dismiss',
  operationId: 'dismissWorkflowRuns',
  audit: 'BulkChange',
  summary: 'Makes a job that ends the waiting of many runs, each as its own Dismiss would.',
  description: asJob,
})

/** Every route of workflow runs. */
export const workflowRunsRoutes = [
  getWorkflowRuns,
  searchWorkflowRuns,
  resumeWorkflowRun,
  retryWorkflowStep,
  dismissWorkflowRun,
  resumeWorkflowRuns,
  retryWorkflowRuns,
  dismissWorkflowRuns,
] as const
