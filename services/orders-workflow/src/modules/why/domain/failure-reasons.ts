import type { EntityError } from '@oms/contracts/orders/primitive-models'
import type { OrderReasonCode } from '@oms/contracts/why/order-reasons'
import type { ReasonAction } from '@oms/contracts/why/reason'
import { needsSomebody } from '../../../order/rules/input/entity-errors.ts'
import { isAborting, type StepResult } from '../../../order/rules/status/workflow-run.ts'
import { SHIPPED_GOODS_CANCELLED } from '../../workflow/domain/shipped-goods-canceled.ts'
import { evidence, type Facts, orderUrl, type Reason, type RunFacts, reason, resultEvidence, runEvidence } from './facts.ts'
import { isSuperseded, runSubject, runUrl } from './run-reasons.ts'
import { cited, counted, describeSubject } from './words.ts'

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

type Kind = { code: OrderReasonCode; why: string; remedy: string }

/** What kind of failure it is, by its reason class (connectors.md#reason-classes). */
function classifyFailure({ run, result }: Failure, { paymentSteps, bookingSteps }: Facts): Kind {
  const why = cited(result.errorReason, 'no reason was given')
  switch (result.reasonClass) {
    case 'Refused':
      if (paymentSteps.has(result.actionType))
        return {
          code: 'PaymentRefused',
          why: `the payment provider refused it: ${why}`,
          remedy: 'Agree on another payment with the customer and record it, then run the step again.',
        }
      if (bookingSteps.has(result.actionType))
        return {
          code: 'BookingRefused',
          why: `the carrier refused it: ${why}`,
          remedy: 'Correct what the carrier refused, such as the address, then run the step again.',
        }
      return { code: 'StepRefused', why: `it was refused: ${why}`, remedy: 'Remove the cause, then run the step again.' }
    case 'NotReady':
      return {
        code: 'ConnectorNotReady',
        why: `its connector cannot be used: ${why}`,
        remedy: 'Have the connector set up, then run the step again.',
      }
    case 'Unreachable':
    case 'TimedOut':
    case 'BreakerOpen':
    case 'TooManyRequests':
    case 'ServerError':
    case 'NoOutcome': {
      const tries = counted(run.attempts.get(result.stepId) ?? 1, 'attempt')
      return {
        code: 'RetriesOver',
        why: `after ${tries} it is not tried again: ${why}`,
        remedy: 'Run the step again once its receiver responds.',
      }
    }
    default:
      return { code: 'StepFailed', why, remedy: 'Remove the cause, then run the step again.' }
  }
}

function stepReason(failure: Failure, facts: Facts): Reason {
  const { run, result, error } = failure
  const { code, why, remedy } = classifyFailure(failure, facts)
  const left = isAborting(run, result) ? stepsLeft(run, result) : ' It did not stop the steps after it.'
  return reason(facts, {
    code,
    about: runSubject(run, facts),
    sentence: `Step ${result.actionType} of ${run.status} for ${describeSubject(run)} failed: ${why}.${left}`,
    since: result.finished,
    actions: failureActions(failure, { remedy, facts }),
    evidence: [runEvidence(run), resultEvidence(run, result), ...(error === null ? [] : [errorEvidence(error)])],
  })
}

function stepsLeft(run: RunFacts, { stepId }: StepResult): string {
  const index = run.steps.findIndex(({ id }) => id === stepId)
  const left = run.steps.slice(index + 1).filter(({ id }) => !run.results.some((result) => result.stepId === id))
  return left.length === 0 ? '' : ` ${counted(left.length, 'step')} after it did not run.`
}

/** A run that is under way refuses to run one of its steps again. */
function failureActions({ run, result, error }: Failure, { remedy, facts }: { remedy: string; facts: Facts }): ReasonAction[] {
  const canRetry = run.state !== 'Running'
  const retry: ReasonAction = {
    sentence: remedy,
    method: 'POST',
    url: runUrl(facts, run, 'RetryStep'),
    body: { stepId: result.stepId },
  }
  return [...(canRetry ? [retry] : []), ...(error === null ? [] : [closeAction(error, facts)])]
}

/** Errors have no ids: a patch finds one by its key and the run that left it. */
function closeAction({ key, referenceId }: EntityError, facts: Facts): ReasonAction {
  const errors = [{ key, referenceId, status: 'Solved' }]
  return {
    sentence: 'Close the error, when nothing is left to do about it.',
    method: 'PATCH',
    url: orderUrl(facts, 'PatchOrder'),
    body: { errors },
  }
}

function errorReason(error: EntityError, facts: Facts): Reason {
  const isShipped = error.key === SHIPPED_GOODS_CANCELLED
  const message = cited(error.message, 'it has no message')
  const named = error.key === null ? '' : ` (${error.key})`
  return reason(facts, {
    code: isShipped ? 'ShippedGoodsCanceled' : 'OpenError',
    sentence: isShipped ? `${message}.` : `An error of the order is open${named}: ${message}.`,
    since: error.occurred,
    actions: [closeAction(error, facts)],
    evidence: [errorEvidence(error)],
  })
}

function errorEvidence({ key, message, severity, status, occurred, referenceId, stepId }: EntityError) {
  return evidence('Error', { key, message, severity, status, occurred, referenceId, stepId: stepId ?? null })
}
