import type { JobKind } from '@open-oms/contracts/orders/jobs/job'
import * as contracts from '@open-oms/contracts/orders/workflow/routes/workflow-runs'
import { isInScope } from '@open-oms/service-kit/authentication/caller'
import { register, type Server, type TypedRequest } from '@open-oms/service-kit/server/register-route'
import { orderResponse } from '../../order/write/order-response.ts'
import { registerWrite } from '../../order/write/register-write.ts'
import { writeRequest } from '../../order/write/write-context.ts'
import { jobAccepted } from '../jobs/create-job.ts'
import { createRunJob } from './bulk/create-run-job.ts'
import { dismissRun } from './dismiss-run.ts'
import { listRuns } from './list-runs.ts'
import { resumeRun } from './resume-run.ts'
import type { RunnerDeps } from './runner/runner-deps.ts'
import { searchRuns } from './search/search-runs.ts'
import { workflowRecorders, workflowResponse } from './workflow-response.ts'

export function registerWorkflowRuns(app: Server, deps: RunnerDeps): void {
  register(app, deps, contracts.getWorkflowRuns, async (deps, { params, caller }) => {
    return { body: await listRuns(deps, { orderId: params.orderId, isInScope: (storeId) => isInScope(caller, storeId) }) }
  })

  // A search reads one snapshot in its own transaction.
  register(
    app,
    deps,
    contracts.searchWorkflowRuns,
    async (deps, { caller, body }) => ({ body: await searchRuns(deps, caller, body) }),
    { transactions: 'separate' },
  )

  // As with UpdateStatus, the request is several transactions; the last one stores the response for
  // repeats.
  register(
    app,
    deps,
    contracts.resumeWorkflowRun,
    async (deps, request) => {
      const write = writeRequest(request, { operation: 'ResumeWorkflowRun' })
      const { record } = workflowRecorders(request, workflowResponse)
      const isDryRun = request.query.dryRun ?? false
      return workflowResponse(await resumeRun(deps, { ...request.params, steps: 'stopped', write, isDryRun, record }))
    },
    { transactions: 'separate' },
  )

  register(
    app,
    deps,
    contracts.retryWorkflowStep,
    async (deps, request) => {
      const write = writeRequest(request, { operation: 'RetryWorkflowStep' })
      const { record } = workflowRecorders(request, workflowResponse)
      const steps = { id: request.body.stepId }
      const isDryRun = request.query.dryRun ?? false
      return workflowResponse(await resumeRun(deps, { ...request.params, steps, write, isDryRun, record }))
    },
    { transactions: 'separate' },
  )

  registerWrite(app, deps, contracts.dismissWorkflowRun, async (deps, request) => {
    const write = writeRequest(request, { operation: 'DismissWorkflowRun' })
    return orderResponse(await dismissRun(deps, { ...request.params, write }))
  })

  register(app, deps, contracts.resumeWorkflowRuns, makingJob('ResumeRuns'))
  register(app, deps, contracts.retryWorkflowRuns, makingJob('RetryRuns'))
  register(app, deps, contracts.dismissWorkflowRuns, makingJob('DismissRuns'))
}

type BulkRequest = Pick<TypedRequest<typeof contracts.resumeWorkflowRuns>, 'body' | 'caller' | 'traceId'>

function makingJob(kind: JobKind) {
  return async (deps: RunnerDeps, { body, caller, traceId }: BulkRequest) =>
    jobAccepted(await createRunJob(deps, { kind, request: body, caller, traceId }))
}
