import type { EntityError } from '@open-oms/contracts/orders/primitive-models'
import type { PlannedAction } from '@open-oms/contracts/why/write-reasons'
import { needsSomebody } from '../../../order/rules/input/entity-errors.ts'
import { isAborting, type StepResult } from '../../../order/rules/status/workflow-run.ts'
import { SHIPPED_GOODS_CANCELLED } from '../../workflow/domain/shipped-goods-canceled.ts'
import { chargingSteps } from './explained-steps.ts'
import { cited, evidence, type Facts, type Reason, type RunFacts } from './facts.ts'
import { patchCall } from './order-reasons.ts'
import { failureParameters, isSuperseded, resultEvidence, runCall, runEvidence, runSubject } from './run-reasons.ts'

/**
 * A step that failed and is not tried again, with the error that it left on the order, if it is
 * there.
 */
type Failure = { run: RunFacts; result: StepResult; error: EntityError | null }

/**
 * Why someone must look at the order: its open errors, each with the step that left it where the
 * run is still stored, and aborted runs whose error the order does not have any more
 * (workflow.md#step-errors).
 */
export function failureReasons(facts: Facts): Reason[] {
  const { order, runs } = facts
  const open = order.errors.filter((error) => needsSomebody(error) && !isRetriedNow(error, facts))
  const ofErrors = open.map((error) => {
    const failure = findFailure(error, facts)
    return failure === null ? errorReason(error, facts) : stepReason(failure, facts)
  })
  const known = new Set(order.errors.map(({ referenceId }) => referenceId))
  const unknown = runs
    .filter((run) => run.state === 'Aborted' && !known.has(run.id) && !isSuperseded(run, facts))
    .flatMap((run) => {
      const result = run.results.findLast((candidate) => isAborting(run, candidate))
      return result === undefined ? [] : [stepReason({ run, result, error: null }, facts)]
    })
  return [...ofErrors, ...unknown]
}

function findFailure(error: EntityError, { runs }: Facts): Failure | null {
  const run = runs.find(({ id }) => id === error.referenceId)
  const result = run?.results.find(
    ({ stepId, actionType, actionStatus }) =>
      actionStatus === 'Error' &&
      (error.stepId === undefined || error.stepId === null ? actionType === error.key : stepId === error.stepId),
  )
  return run === undefined || result === undefined ? null : { run, result, error }
}

/** Whether the step of an error is being run again at this moment. */
function isRetriedNow({ referenceId, stepId }: EntityError, { runs }: Facts): boolean {
  const run = runs.find(({ id, state }) => id === referenceId && state === 'Running')
  return run !== undefined && !run.results.some((result) => result.stepId === stepId)
}

/** Reason classes of failures that are retried for a time (connectors.md#reason-classes). */
const passing: ReadonlySet<string> = new Set([
  ...['Unreachable', 'TimedOut', 'BreakerOpen', 'TooManyRequests', 'ServerError', 'NoOutcome'],
])

function failureCode({ reasonClass, actionType }: StepResult, { paymentSteps, bookingSteps }: Facts) {
  if (reasonClass === 'NotReady') return 'ConnectorNotReady'
  if (reasonClass !== 'Refused') return passing.has(reasonClass ?? '') ? 'RetriesOver' : 'StepFailed'
  if (paymentSteps.has(actionType)) return 'PaymentRefused'
  return bookingSteps.has(actionType) ? 'BookingRefused' : 'StepRefused'
}

function stepReason({ run, result, error }: Failure, facts: Facts): Reason {
  const { stepId, actionType: step, errorReason: reason } = result
  const code = failureCode(result, facts)
  const said = failureParameters({ run, stepId, step, reason }, isAborting(run, result))
  return {
    ...(code === 'RetriesOver'
      ? { code, parameters: { ...said, attempts: run.attempts.get(stepId) ?? 1 } }
      : { code, parameters: said }),
    about: runSubject(run, facts),
    since: result.finished,
    next: null,
    actions: [...retryActions(run, result, facts), ...(error === null ? [] : [resolveAction(error, facts)])],
    evidence: [runEvidence(run), resultEvidence(run, result), ...(error === null ? [] : [errorEvidence(error)])],
  }
}

/** A run that is under way refuses to run one of its steps again. */
function retryActions(run: RunFacts, { stepId, actionType }: StepResult, facts: Facts): PlannedAction[] {
  if (run.state === 'Running') return []
  const isBooking = facts.bookingSteps.has(actionType)
  const code = chargingSteps.has(actionType) ? 'RetryPayment' : isBooking ? 'RetryBooking' : 'Retry'
  return [{ code, ...runCall(facts, run, 'RetryStep'), body: { stepId } }]
}

/** Errors have no ids: a patch finds one by its key and the run that left it. */
function resolveAction({ key, referenceId }: EntityError, facts: Facts): PlannedAction {
  return { code: 'ResolveError', ...patchCall(facts, { errors: [{ key, referenceId, status: 'Solved' }] }) }
}

function errorReason(error: EntityError, facts: Facts): Reason {
  const { key, occurred } = error
  const message = cited(error.message)
  return {
    ...(key === SHIPPED_GOODS_CANCELLED
      ? { code: 'ShippedGoodsCanceled', parameters: { message } }
      : { code: 'OpenError', parameters: { key, message } }),
    about: { kind: 'Order', id: facts.orderId },
    since: occurred,
    next: null,
    actions: [resolveAction(error, facts)],
    evidence: [errorEvidence(error)],
  }
}

function errorEvidence({ key, message, severity, status, occurred, referenceId, stepId }: EntityError) {
  return evidence('Error', { key, message, severity, status, occurred, referenceId, stepId: stepId ?? null })
}
