import { invariant } from '@open-oms/contracts/errors'
import { withSpan } from '@open-oms/service-kit/observability/tracing'
import { backoffMs } from '@open-oms/service-kit/waiting/pause'
import type { CallFailure } from '../../../connectors/http/call-failure.ts'
import type { PlannedStep } from '../../../order/rules/status/workflow-plan.ts'
import { findWaitingStep, type WorkflowRun } from '../../../order/rules/status/workflow-run.ts'
import { LEASE_SECONDS } from '../../../runs/run-statements.ts'
import { renewLease, retryAttempt, runLostError } from '../../../runs/run-store.ts'
import type { RequestedStep } from '../steps/step-definition.ts'
import { retryForMs, stepNamed } from '../steps/step-registry.ts'
import type { PendingStep } from './advance.ts'
import { recordProgress } from './record-progress.ts'
import type { RunOptions, RunPoint } from './run-point.ts'
import { machineTimers } from './run-timers.ts'
import type { RunnerDeps } from './runner-deps.ts'

export type OpenCall = {
  run: WorkflowRun
  call: PendingStep
  /** When the attempt was opened, if not just now. */
  started?: string
  /** The number of the attempt that is open, counted from 1; 1 when absent. */
  attempt?: number
}

const FIRST_PAUSE_MS = 500
const PAUSE_MS_MAX = 10_000

/**
 * Makes a call that is recorded as open, retries it with pauses while there is no response, and
 * records its outcome. Every retry sends the same request with the same idempotency key
 * (workflow.md#step-fields, workflow.md#durability). A dry run takes it as successful.
 */
export async function makeCall(
  deps: RunnerDeps,
  { run, call, started, attempt = 1 }: OpenCall,
  options: RunOptions,
): Promise<RunPoint> {
  const definition = requireCallStep(call.step.name)
  const begun = started ?? deps.now().toISOString()
  if (options.isDryRun === true) {
    const output = definition.dryRun(call.input, deps.connectors)
    return await recordProgress(deps, run, { ...options, response: { ...call, definition, output, started: begun } })
  }
  const held = keepLease(deps, run)
  try {
    // Whether the process that opened the attempt has sent it is not known.
    const earlier = started === undefined ? undefined : definition.withoutResponse?.(call.input)
    const output = await callWithRetries(deps, { run, call, definition, attempt, earlier, signal: held.signal })
    return await recordProgress(deps, run, { ...options, response: { ...call, definition, output, started: begun } })
  } finally {
    held.stop()
  }
}

function requireCallStep(name: string): RequestedStep {
  const definition = stepNamed(name)
  invariant(definition.kind === 'call', `step "${name}" makes a call`)
  return definition
}

/**
 * Renews the lease of the run until it is stopped; the signal is aborted when another process has
 * taken the run over.
 */
function keepLease(deps: RunnerDeps, run: WorkflowRun): { signal: AbortSignal; stop(): void } {
  const lost = new AbortController()
  const { timers = machineTimers } = deps
  const stop = timers.every((LEASE_SECONDS * 1000) / 3, () => {
    renewLease(deps, run).then(
      (isHeld) => {
        if (!isHeld) lost.abort()
      },
      (error: unknown) => deps.log.warn({ err: error, runId: run.id }, 'the lease of a run could not be renewed'),
    )
  })
  return { signal: lost.signal, stop }
}

type CallAttempt = {
  run: WorkflowRun
  call: OpenCall['call']
  definition: RequestedStep
  attempt: number
  /** What is known after the tries before; undefined: this is the first. */
  earlier: unknown
  signal: AbortSignal
}

async function callWithRetries(
  deps: RunnerDeps,
  { run, call, definition, attempt, signal, ...first }: CallAttempt,
): Promise<unknown> {
  const { step } = call
  const { timers = machineTimers } = deps
  let { earlier } = first
  for (let tries = attempt; ; tries++) {
    const made = { connectors: deps.connectors, timeoutMs: step.timeoutMs, signal }
    const last = await withSpan(`step ${step.name}`, () => definition.call(call.input, made))
    const output = earlier === undefined ? last : (definition.afterRepetition?.(earlier, last) ?? last)
    earlier = output
    const failure = definition.failure?.(output) ?? null
    if (failure === null || !failure.isPassing || tries > retriesNow(run, step, failure) || signal.aborted) return output
    deps.signals?.retried(run, step, failure)
    if (!(await retryAttempt(deps, run, { step, failure }))) throw await runLostError(deps, run)
    await timers.pause(pauseMs(deps, tries, failure), signal)
    if (signal.aborted) throw await runLostError(deps, run)
  }
}

/**
 * How often a call is retried while its run is held. A step that is tried again later leaves it at
 * one try each time, and does not knock at an open circuit breaker.
 */
function retriesNow(run: WorkflowRun, step: PlannedStep, { reasonClass }: CallFailure): number {
  if (findWaitingStep(run, step.id) !== undefined) return 0
  return reasonClass === 'BreakerOpen' && retryForMs(step) > 0 ? 0 : step.retries
}

/** A retry comes after the circuit breaker may let it through. */
function pauseMs(deps: RunnerDeps, tries: number, { reasonClass, waitMs }: CallFailure): number {
  const { timers = machineTimers, retryPauseMs = FIRST_PAUSE_MS } = deps
  const pause = timers.jittered(backoffMs(tries, { first: retryPauseMs, max: PAUSE_MS_MAX }))
  return reasonClass === 'BreakerOpen' ? Math.max(pause, waitMs ?? 0) : pause
}
