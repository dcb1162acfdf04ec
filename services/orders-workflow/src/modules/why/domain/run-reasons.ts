import type { ReasonSubject } from '@oms/contracts/why/reason'
import { activeHolds, isHeld } from '../../../order/rules/holds/holds.ts'
import type { WaitingStep } from '../../../order/rules/status/workflow-run.ts'
import { findNextStep } from '../../../order/rules/status/workflow-run.ts'
import { subjectStatus } from '../../../runs/end-waiting.ts'
import { type ExplainerOf, evidence, type Facts, type Reason, type RunFacts, reason, runEvidence } from './facts.ts'
import { cited, describeSubject, moment } from './words.ts'

/** What a run is about: its shipment or return form, else the order. */
export function runSubject(run: RunFacts, { orderId }: Pick<Facts, 'orderId'>): ReasonSubject {
  if (run.returnId !== null) return { kind: 'ReturnForm', id: run.returnId }
  return run.shipmentId === null ? { kind: 'Order', id: orderId } : { kind: 'Shipment', id: run.shipmentId }
}

/** The calls that go on with a run, or try one of its steps again. */
export function runUrl({ orderId }: Pick<Facts, 'orderId'>, { id }: RunFacts, operation: string): string {
  return `/api/Orders/${encodeURIComponent(orderId)}/WorkflowRuns/${id}/${operation}`
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

function interrupted(run: RunFacts, facts: Facts): Reason | null {
  if (run.state !== 'Interrupted' || isSuperseded(run, facts)) return null
  const step = run.steps.find(({ id }) => id === run.open?.stepId)
  const lost = step === undefined ? '' : ` Whether step ${step.name} had its effect outside is not known.`
  return reason(facts, {
    code: 'RunInterrupted',
    about: runSubject(run, facts),
    sentence: `The steps of ${run.status} for ${describeSubject(run)} were given up: ten processes took them over, and none brought them to an end.${lost}`,
    since: run.open?.started ?? run.started,
    actions: [
      {
        sentence: 'Go on with the run; a call whose outcome is not known is repeated with the same key.',
        method: 'POST',
        url: runUrl(facts, run, 'Resume'),
        body: null,
      },
    ],
    evidence: [runEvidence(run), ...openEvidence(run)],
  })
}

/** The steps of a held run go on automatically when the last hold is released. */
function held(run: RunFacts, facts: Facts): Reason | null {
  if (run.state !== 'Held') return null
  const step = findNextStep(run)?.name ?? null
  const before = step === null ? 'before what follows them' : `before ${step}`
  const about = runSubject(run, facts)
  const shown = [runEvidence(run), evidence('Step', { runId: run.id, step })]
  if (!isHeld(facts.order)) {
    return reason(facts, {
      code: 'RunReleased',
      about,
      sentence: `The steps of ${run.status} for ${describeSubject(run)} had stopped ${before} while the order was held; it is released.`,
      since: run.started,
      next: { sentence: 'The steps go on within a minute.', at: null },
      evidence: shown,
    })
  }
  const holds = activeHolds(facts.order)
  const [first] = holds.map(({ created }) => created).sort()
  const untils = holds.map(({ until }) => until)
  const at = untils.every((until) => until !== null) ? (untils.toSorted().at(-1) ?? null) : null
  return reason(facts, {
    code: 'RunHeld',
    about,
    sentence: `The steps of ${run.status} for ${describeSubject(run)} have stopped ${before}, because the order is held.`,
    since: first !== undefined && first > run.started ? first : run.started,
    next: { sentence: 'They go on automatically when the last hold is released.', at },
    evidence: shown,
  })
}

function orphaned(run: RunFacts, facts: Facts): Reason | null {
  if (run.state !== 'Running' || !run.isSilent) return null
  return reason(facts, {
    code: 'RunOrphaned',
    about: runSubject(run, facts),
    sentence: `The process that carried out the steps of ${run.status} for ${describeSubject(run)} has not been heard of since ${moment(run.leaseUntil ?? run.started)}.`,
    since: run.leaseUntil,
    next: { sentence: 'Another process takes the run over within seconds and goes on where it ended.', at: null },
    evidence: [runEvidence(run), ...openEvidence(run)],
  })
}

function underWay(run: RunFacts, facts: Facts): Reason | null {
  const step = run.open === null ? undefined : run.steps.find(({ id }) => id === run.open?.stepId)
  if (run.state !== 'Running' || run.open === null || step === undefined) return null
  const { started, attempt } = run.open
  const times = attempt > 1 ? `, for the ${ordinal(attempt)} time` : ''
  return reason(facts, {
    code: 'StepUnderWay',
    about: runSubject(run, facts),
    sentence: `Step ${step.name} of ${run.status} is asking someone outside${times}; the response has not come yet.`,
    since: started,
    next: {
      sentence: 'With the response the run goes on; without one the attempt ends, and the same request is made again.',
      at: new Date(Date.parse(started) + step.timeoutMs).toISOString(),
    },
    evidence: [runEvidence(run), ...openEvidence(run)],
  })
}

function takenOver(run: RunFacts, facts: Facts): Reason | null {
  if (run.state !== 'Running' || run.takeOvers === 0) return null
  return reason(facts, {
    code: 'RunTakenOver',
    about: runSubject(run, facts),
    sentence: `The steps of ${run.status} for ${describeSubject(run)} are carried out by a process that has taken them over from one that fell silent.`,
    since: run.started,
    next: { sentence: `It goes on with ${findNextStep(run)?.name ?? 'the end of the run'}.`, at: null },
    evidence: [runEvidence(run)],
  })
}

function running(run: RunFacts, facts: Facts): Reason | null {
  if (run.state !== 'Running') return null
  const step = findNextStep(run)
  const background = step?.runAfterOrderIsSaved === true ? ' in the background' : ''
  return reason(facts, {
    code: 'RunUnderWay',
    about: runSubject(run, facts),
    sentence: `The steps of ${run.status} for ${describeSubject(run)} are being carried out${background}.`,
    since: run.started,
    next: { sentence: `The next step is ${step?.name ?? 'the end of the run'}.`, at: null },
    evidence: [runEvidence(run)],
  })
}

/** What a run that has not ended is doing; the first situation that is the case holds. */
export const runExplainers: readonly ExplainerOf<RunFacts>[] = [interrupted, held, orphaned, underWay, takenOver, running]

type WaitingOf = { run: RunFacts; waiting: WaitingStep }

/** The steps that wait to be tried again, of all runs. */
export function waitingSteps({ runs }: Pick<Facts, 'runs'>): WaitingOf[] {
  return runs.flatMap((run) => (run.state === 'Waiting' ? run.waiting.map((waiting) => ({ run, waiting })) : []))
}

/** A step that waits for its next attempt, and why (workflow.md#waiting-runs). */
export function waitingReason({ run, waiting }: WaitingOf, facts: Facts): Reason {
  const { connector, reasonClass, reason: why, nextAttempt, since, until, failures, isLast, stepId } = waiting
  const step = run.steps.find(({ id }) => id === stepId)
  const name = step?.name ?? stepId
  const isPaused = reasonClass === 'BreakerOpen' || (connector !== null && facts.openBreakers.includes(connector))
  const receiver = connector === null ? 'its receiver' : `connector "${connector}"`
  const cause = isPaused
    ? `calls to ${receiver} are paused because it did not respond again and again`
    : `it failed for a reason that may pass: ${cited(why, 'no response')}`
  const stop = step?.stopOnError ? ' The steps after it wait for it.' : ''
  return reason(facts, {
    code: isPaused ? 'ProviderPaused' : 'StepRetried',
    about: runSubject(run, facts),
    sentence: `Step ${name} of ${run.status} for ${describeSubject(run)} waits to be tried again: ${cause}.${stop}`,
    since,
    next: { sentence: nextAttemptText({ run, waiting }, facts), at: nextAttempt },
    actions: [
      { sentence: 'Try it now.', method: 'POST', url: runUrl(facts, run, 'RetryStep'), body: { stepId } },
      {
        sentence: 'Stop trying it, because it is taken care of in another way.',
        method: 'POST',
        url: runUrl(facts, run, 'Dismiss'),
        body: null,
      },
    ],
    evidence: [
      runEvidence(run),
      evidence('Step', {
        runId: run.id,
        stepId,
        step: name,
        stopOnError: step?.stopOnError ?? false,
        reasonClass,
        reason: why,
        failures,
        nextAttempt,
        until,
        isLast,
      }),
      evidence('Connector', { connector, isBreakerOpenHere: connector !== null && facts.openBreakers.includes(connector) }),
    ],
  })
}

function nextAttemptText({ run, waiting }: WaitingOf, { order, now }: Facts): string {
  if (waiting.status !== subjectStatus(order, run))
    return `It is not tried again: ${describeSubject(run)} has a newer status, which ends the waiting at that time.`
  if (waiting.isLast) return 'It is tried a last time.'
  const over = `until ${moment(waiting.until)} at the longest`
  return waiting.nextAttempt <= now ? `Its time has come: it is tried within seconds, ${over}.` : `It is tried again, ${over}.`
}

function openEvidence(run: RunFacts) {
  if (run.open === null) return []
  const { stepId, attempt, started } = run.open
  const step = run.steps.find(({ id }) => id === stepId)
  const data = { runId: run.id, stepId, step: step?.name ?? null, connector: step?.connector ?? null, attempt, started }
  return [evidence('Attempt', data)]
}

function ordinal(count: number): string {
  const endings = ['th', 'st', 'nd', 'rd']
  const tail = count % 100
  return `${count}${endings[(tail - 20) % 10] ?? endings[tail] ?? 'th'}`
}
