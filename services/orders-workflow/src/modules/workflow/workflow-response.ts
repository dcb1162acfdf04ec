import type { OrderActionExecutionResult } from '@open-oms/contracts/orders/workflow/workflow'
import { LIST_MAX } from '@open-oms/contracts/primitives'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { JsonText, type RouteResponse } from '@open-oms/service-kit/http/route-response'
import type { SavedOrder } from '../../order/rules/order-version.ts'
import { orderText } from '../../order/rules/sparse-order.ts'
import {
  findNextStep,
  findWaitingStep,
  isAborting,
  isRunAborted,
  type RunState,
  type StepResult,
  type WorkflowRun,
} from '../../order/rules/status/workflow-run.ts'
import { SHIPPED_GOODS_CANCELLED } from './domain/shipped-goods-canceled.ts'
import { type AdvanceResult, hasNothingPending } from './runner/advance.ts'

/**
 * What the response shows: the order, and the runs that executed its steps, the first one first.
 */
type ResponseContent = {
  saved: Pick<SavedOrder, 'order' | 'versionId'>
  runs: readonly WorkflowRun[]
  warnings?: readonly ResultWarning[]
}

/** A warning that no step gave, with the type of its result. */
export type ResultWarning = { type: typeof SHIPPED_GOODS_CANCELLED | 'OrderIsUnpaid'; message: string }

/**
 * The response of a workflow call (workflow.md#workflow-result, workflow.md#step-errors). The order
 * is sent as it is stored.
 */
export function workflowResponse({ saved, runs, warnings = [] }: ResponseContent): RouteResponse {
  const ofSteps = runs.flatMap((run) => [...run.results.map((result) => actionResult(run, result)), ...unfinished(run)])
  const results = [...warnings.map(warningResult), ...ofSteps].slice(0, LIST_MAX)
  const isAborted = runs.some(isRunAborted)
  const text = `{"isAborted":${isAborted},"order":${orderText(saved.order)},"orderActionExecutionResults":${JSON.stringify(results)}}`
  return { body: new JsonText(text), version: saved.versionId }
}

const messagesOfUnfinished: { [K in RunState]?: string } = {
  Running: 'Still under way; it continues in the background.',
  Held: 'The order is held; it continues when its holds are released.',
}

/**
 * The step that the response no longer waits for: it continues in the background, or when the order
 * is released, and the list of runs shows how it ended.
 */
function unfinished(run: WorkflowRun): OrderActionExecutionResult[] {
  const message = messagesOfUnfinished[run.state]
  const step = message === undefined ? undefined : findNextStep(run)
  if (message === undefined || step === undefined || step.runAfterOrderIsSaved) return []
  return [
    {
      actionStatus: 'Warning',
      actionType: step.name,
      cancelWorkflow: false,
      errorReason: null,
      isInvisible: step.isInvisible,
      translateKey: step.translateKey,
      message,
      durationMs: 0,
      runId: run.id,
      stepId: step.id,
      nextAttempt: null,
    },
  ]
}

/** The warnings of a write: of shipped goods that were cancelled, and of unpaid ones. */
export function resultWarnings({ canceled, unpaid }: { canceled: string | null; unpaid: string | null }): ResultWarning[] {
  const ofCanceled: ResultWarning[] = canceled === null ? [] : [{ type: SHIPPED_GOODS_CANCELLED, message: canceled }]
  return unpaid === null ? ofCanceled : [...ofCanceled, { type: 'OrderIsUnpaid', message: unpaid }]
}

function warningResult({ type, message }: ResultWarning): OrderActionExecutionResult {
  return {
    actionStatus: 'Warning',
    actionType: type,
    cancelWorkflow: false,
    errorReason: null,
    isInvisible: false,
    translateKey: null,
    message,
    durationMs: 0,
    runId: null,
    stepId: null,
    nextAttempt: null,
  }
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
    nextAttempt: findWaitingStep(run, result.stepId)?.nextAttempt ?? null,
  }
}

/** How a command that runs the workflow stores its response for repeats of a keyed request. */
export type WorkflowRecorders<Result> = {
  /** Stores the response in the transaction that produces it; not called in a dry run. */
  record: (tx: Transaction, result: Result) => Promise<void>
  /**
   * Stores the response for the case that the process dies after the first write; absent when
   * nothing needs to be stored. Not called in a dry run.
   */
  recordInterim?: ((tx: Transaction, result: Result) => Promise<void>) | undefined
}

type KeyedRequest = {
  recordResponse(tx: Transaction, response: RouteResponse): Promise<void>
  recordInterim: ((tx: Transaction, response: RouteResponse) => Promise<void>) | null
}

/** The recorders of a request whose results have this response (http.md#idempotency-keys). */
export function workflowRecorders<Result>(
  { recordResponse, recordInterim }: KeyedRequest,
  responseOf: (result: Result) => RouteResponse,
): WorkflowRecorders<Result> {
  return {
    record: (tx, result) => recordResponse(tx, responseOf(result)),
    recordInterim: recordInterim === null ? undefined : (tx, result) => recordInterim(tx, responseOf(result)),
  }
}

/**
 * Records the result of the first write: as the response where no step is left that it waits for,
 * else for the case that the process dies. `begun` is null where the status has no steps.
 */
export async function recordFirstWrite<Result>(
  tx: Transaction,
  { record, recordInterim }: WorkflowRecorders<Result>,
  { begun, result }: { begun: AdvanceResult | null; result: Result },
): Promise<void> {
  const recordReached = begun === null || hasNothingPending(begun) ? record : recordInterim
  await recordReached?.(tx, result)
}
