import type { OrderActionExecutionResult } from '@oms/contracts/orders/workflow'
import { type Answer, JsonText } from '@oms/service-kit/server/answer'
import { isAborting, type StepResult, type WorkflowRun } from '../../domain/workflow-run.ts'
import type { StatusResult } from './update-status.ts'

/** The answer of a workflow call (document 3, WorkflowExecutionResult; 4-decisions F.3). The order goes out as it is stored. */
export function workflowAnswer({ saved, run }: StatusResult): Answer {
  const results = (run?.results ?? []).map((result) => actionResult(run as WorkflowRun, result))
  const isAborted = run?.state === 'Aborted'
  const text = `{"isAborted":${isAborted},"order":${saved.document},"orderActionExecutionResults":${JSON.stringify(results)}}`
  return { body: new JsonText(text), version: saved.versionId }
}

function actionResult(run: WorkflowRun, result: StepResult): OrderActionExecutionResult {
  const step = run.steps.find((candidate) => candidate.id === result.stepId)
  return {
    actionStatus: result.actionStatus,
    actionType: result.actionType,
    cancelWorkflow: isAborting(run, result),
    errorReason: result.errorReason,
    isInvisible: step?.isInvisible ?? false,
    translateKey: step?.translateKey ?? null,
    message: result.message,
    durationMs: Math.max(0, Date.parse(result.finished) - Date.parse(result.started)),
    runId: run.id,
    stepId: result.stepId,
  }
}
