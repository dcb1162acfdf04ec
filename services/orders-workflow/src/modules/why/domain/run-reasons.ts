import type { PlannedNext } from '@open-oms/contracts/why/write-reasons'
import { activeHolds, isHeld } from '../../../order/rules/holds/holds.ts'
import { findNextStep, type StepResult, type WaitingStep } from '../../../order/rules/status/workflow-run.ts'
import { subjectStatus } from '../../../runs/end-waiting.ts'
import { askingSteps } from './explained-steps.ts'
import {
  cited,
  type Explainers,
  evidence,
  type Facts,
  firstReason,
  type Reason,
  type RunFacts,
  reasonAbout,
  statusLabel,
} from './facts.ts'

/** What runs that have not ended are doing, and the steps that wait to be tried again. */
export function runReasons(facts: Facts): Reason[] {
  const ofRuns = facts.runs.flatMap((run) =>
    reasonAbout(runSubject(run, facts), [runEvidence(run)], firstReason(runExplainers, run, facts)),
  )
  const waiting = facts.runs.flatMap((run) => (run.state === 'Waiting' ? run.waiting.map((step) => ({ run, step })) : []))
  return [...ofRuns, ...waiting.map((one) => waitingReason(one, facts))]
}

type Situation = 'RunInterrupted' | 'RunHeld' | 'RunReleased' | 'RunOrphaned' | 'StepUnderWay' | 'RunTakenOver' | 'RunUnderWay'

/** What a run that has not ended is doing; the first situation that is the case holds. */
const runExplainers: Explainers<Situation, RunFacts> = {
  RunInterrupted: (run, facts) =>
    run.state === 'Interrupted' && !isSuperseded(run, facts)
      ? {
          parameters: { ...namedRun(run, facts), step: openStep(run)?.name ?? null },
          since: run.open?.started ?? run.started,
          actions: [{ code: 'ResumeWorkflow', ...runCall(facts, run, 'Resume') }],
          evidence: openEvidence(run),
        }
      : null,

  // Its steps go on automatically when the last hold is released.
  RunHeld: (run, facts) => {
    if (run.state !== 'Held' || !isHeld(facts.order)) return null
    const holds = activeHolds(facts.order)
    const [first] = holds.map(({ created }) => created).sort()
    const untils = holds.map(({ until }) => until)
    const at = untils.every((until) => until !== null) ? (untils.toSorted().at(-1) ?? null) : null
    const step = findNextStep(run)?.name ?? null
    return {
      parameters: { ...namedRun(run, facts), step },
      since: first !== undefined && first > run.started ? first : run.started,
      next: { code: 'HoldEnds', parameters: { at }, at },
      evidence: [evidence('Step', { runId: run.id, step })],
    }
  },

  RunReleased: (run, facts) => {
    if (run.state !== 'Held') return null
    const step = findNextStep(run)?.name ?? null
    return {
      parameters: { ...namedRun(run, facts), step },
      since: run.started,
      next: { code: 'ContinuesSoon', at: null },
      evidence: [evidence('Step', { runId: run.id, step })],
    }
  },

  RunOrphaned: (run, facts) =>
    run.state === 'Running' && run.isSilent
      ? {
          parameters: { ...namedRun(run, facts), since: run.leaseUntil ?? run.started },
          since: run.leaseUntil,
          next: { code: 'RunTakenOver', at: null },
          evidence: openEvidence(run),
        }
      : null,

  StepUnderWay: (run, facts) => {
    const step = openStep(run)
    if (run.state !== 'Running' || run.open === null || step === undefined) return null
    const { started, attempt } = run.open
    const at = new Date(Date.parse(started) + step.timeoutMs).toISOString()
    return {
      parameters: { status: statusLabel(facts, run.status), step: step.name, attempt: attempt > 1 ? attempt : null },
      since: started,
      next: { code: 'StepTimeout', parameters: { at }, at },
      evidence: openEvidence(run),
    }
  },

  RunTakenOver: (run, facts) =>
    run.state === 'Running' && run.takeOvers > 0
      ? { parameters: namedRun(run, facts), since: run.started, next: nextStep(run) }
      : null,

  RunUnderWay: (run, facts) =>
    run.state === 'Running'
      ? {
          parameters: { ...namedRun(run, facts), background: findNextStep(run)?.runAfterOrderIsSaved === true },
          since: run.started,
          next: nextStep(run),
        }
      : null,
}

function nextStep(run: RunFacts): PlannedNext {
  return { code: 'NextStep', parameters: { step: findNextStep(run)?.name ?? null }, at: null }
}

type WaitingOf = { run: RunFacts; step: WaitingStep }

/** A step that waits for its next attempt, and why (workflow.md#waiting-runs). */
function waitingReason({ run, step: waiting }: WaitingOf, facts: Facts): Reason {
  const { connector, reasonClass, reason, nextAttempt, since, until, failures, isLast, stepId } = waiting
  const planned = run.steps.find(({ id }) => id === stepId)
  const step = planned?.name ?? stepId
  const stopOnError = planned?.stopOnError ?? false
  const isBreakerOpenHere = connector !== null && facts.openBreakers.includes(connector)
  const said = failureParameters({ run, stepId, step, reason }, stopOnError)
  return {
    ...waitingSituation({ step, reasonClass, isPaused: reasonClass === 'BreakerOpen' || isBreakerOpenHere, connector }, said),
    about: runSubject(run, facts),
    since,
    next: nextAttemptOf({ run, step: waiting }, facts),
    actions: [
      { code: 'RetryNow', ...runCall(facts, run, 'RetryStep'), body: { stepId } },
      { code: 'StopRetrying', ...runCall(facts, run, 'Dismiss') },
    ],
    evidence: [
      runEvidence(run),
      evidence('Step', { runId: run.id, stepId, step, stopOnError, reasonClass, reason, failures, nextAttempt, until, isLast }),
      evidence('Connector', { connector, isBreakerOpenHere }),
    ],
  }
}

type WaitingFor = { step: string; reasonClass: string; isPaused: boolean; connector: string | null }

function waitingSituation({ step, reasonClass, isPaused, connector }: WaitingFor, said: ReturnType<typeof failureParameters>) {
  if (isPaused) return { code: 'ProviderPaused', parameters: { ...said, connector } } as const
  if (askingSteps.has(step) && reasonClass === 'NoOutcome')
    return { code: 'AnswerPending', parameters: { ...said, connector } } as const
  return { code: 'StepRetried', parameters: said } as const
}

function nextAttemptOf({ run, step: { status, nextAttempt: at, until, isLast } }: WaitingOf, { order, now }: Facts): PlannedNext {
  if (status !== subjectStatus(order, run)) return { code: 'StepGivenUp', parameters: { at }, at }
  if (isLast) return { code: 'StepLastRetry', parameters: { at }, at }
  return at <= now ? { code: 'StepRetrySoon', parameters: { until }, at } : { code: 'StepRetry', parameters: { at, until }, at }
}

type FailedStep = { run: RunFacts; stepId: string; step: string; reason: string | null }

/**
 * What the sentence of a failed step says: where it was, why, and how many steps it holds up, where
 * it has stopped them.
 */
export function failureParameters({ run, stepId, step, reason }: FailedStep, isStopped: boolean) {
  const { shipmentId: shipment, returnId } = run
  const index = run.steps.findIndex(({ id }) => id === stepId)
  const left = run.steps.slice(index + 1).filter(({ id }) => !run.results.some((result) => result.stepId === id))
  const held = isStopped && left.length > 0 ? left.length : null
  return { step, shipment, return: returnId, reason: cited(reason), held, continued: !isStopped }
}

/** What a run is about: its shipment or return form, else the order. */
export function runSubject(run: RunFacts, { orderId }: Pick<Facts, 'orderId'>): Reason['about'] {
  if (run.returnId !== null) return { kind: 'ReturnForm', id: run.returnId }
  return run.shipmentId === null ? { kind: 'Order', id: orderId } : { kind: 'Shipment', id: run.shipmentId }
}

function namedRun({ status, shipmentId: shipment, returnId }: RunFacts, facts: Facts) {
  return { status: statusLabel(facts, status), shipment, return: returnId }
}

/** The call that goes on with a run, or tries one of its steps again. */
export function runCall({ orderId }: Pick<Facts, 'orderId'>, { id }: RunFacts, operation: string) {
  const url = `/api/Orders/${encodeURIComponent(orderId)}/WorkflowRuns/${id}/${operation}`
  return { method: 'POST', url, body: null } as const
}

/**
 * Whether the same status of the same subject was entered again later: that run is in its place.
 */
export function isSuperseded(run: RunFacts, { runs }: Pick<Facts, 'runs'>): boolean {
  const isLater = (other: RunFacts) => other.started > run.started || (other.started === run.started && other.id > run.id)
  return runs.some(
    (other) =>
      other.status === run.status && other.shipmentId === run.shipmentId && other.returnId === run.returnId && isLater(other),
  )
}

function openStep({ open, steps }: RunFacts) {
  return steps.find(({ id }) => id === open?.stepId)
}

function openEvidence(run: RunFacts) {
  if (run.open === null) return []
  const { stepId, attempt, started } = run.open
  const step = openStep(run)
  const data = { runId: run.id, stepId, step: step?.name ?? null, connector: step?.connector ?? null, attempt, started }
  return [evidence('Attempt', data)]
}

export function runEvidence(run: RunFacts) {
  const { id: runId, status, state, shipmentId, returnId, started, finished, takeOvers } = run
  return evidence('Run', { runId, status, state, shipmentId, returnId, started, finished, takeOvers })
}

export function resultEvidence(run: RunFacts, result: StepResult) {
  const { stepId, actionType, errorReason, reasonClass, message, finished } = result
  const step = run.steps.find(({ id }) => id === stepId)
  return evidence('Step', {
    runId: run.id,
    stepId,
    step: actionType,
    stopOnError: step?.stopOnError ?? false,
    connector: step?.connector ?? null,
    reasonClass,
    reason: errorReason,
    message,
    attempts: run.attempts.get(stepId) ?? 1,
    finished,
  })
}
