import { setTimeout as sleep } from 'node:timers/promises'
import { DomainError, invariant } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import type { Database, Log } from '@oms/service-kit/database/database'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { currencyOf, totalsContextOf } from '../domain/order-context.ts'
import { calculateTotals } from '../domain/order-totals.ts'
import type { WorkflowRun } from '../domain/workflow-run.ts'
import { changeOrder, type SavedOrder, type WriteDeps } from '../persistence/change-order.ts'
import { openAttempt, renewLease, saveProgress } from '../persistence/run-repository.ts'
import { LEASE_SECONDS } from '../persistence/run-statements.ts'
import { type AdvanceContext, type Advanced, advance, withOutcome } from './advance.ts'
import type { Background } from './background.ts'
import { endingEvents } from './begin-run.ts'
import type { CallStep, StepConnectors } from './step-definition.ts'
import { stepNamed } from './step-registry.ts'

export type RunnerDeps = WriteDeps &
  Pick<Database, 'query'> & {
    connectors: StepConnectors
    randomText: (length: number) => string
    background: Background
    log: Log
  }

/** Where a run stands. */
export type RunPoint = Pick<Advanced, 'run' | 'call'> & {
  /** The order as it was last written. */
  saved: SavedOrder
}

export type CarryOn = {
  /** True: also the steps that run after the answer. */
  isBackground: boolean
  /** Runs in the transaction that brings the run to where this call leaves it. */
  lastly?: ((tx: Transaction, point: RunPoint) => Promise<void>) | undefined
}

const POLL_MIN_MS = 50
const POLL_MAX_MS = 1_000
/** Longer than it takes until a call of a process that died is taken over and ended. */
const BUSY_MAX_MS = 45_000

type Moment = {
  now: string
  isBackground: boolean
  /** The order as it is stored; null for a new one. */
  stored: Order | null
}

/** What `advance` needs of the surroundings at a time. */
export function advanceContext(
  deps: Pick<RunnerDeps, 'config' | 'randomText'>,
  { now, isBackground, stored }: Moment,
): AdvanceContext {
  const config = deps.config()
  return {
    now,
    isBackground,
    randomText: deps.randomText,
    currencyOf: (order) => currencyOf(order, config),
    calculated: (order) => (order === stored ? order : calculateTotals(order, totalsContextOf(order, config, stored))),
  }
}

/**
 * Carries a run on until it has ended, or, in the request, until only steps are left that run after the answer (4-decisions F.2, F.10). Each
 * outside call is written down before it is made and its outcome with the order it changes; what another process may have done
 * in between is looked at anew. Raises `Unavailable` when another process has taken the run over.
 */
export async function carryOn(deps: RunnerDeps, start: RunPoint, options: CarryOn): Promise<RunPoint> {
  let point = start
  let busySince: number | null = null
  while (point.call !== null) {
    const { step, input } = point.call
    const opened = await openAttempt(deps, point.run, { step, input, versionNumber: point.saved.versionNumber })
    if (opened === 'open') {
      busySince = null
      point = await makeCall(deps, { ...point, call: point.call }, options)
    } else {
      if (opened === 'busy') {
        busySince ??= performance.now()
        await waitFurther(performance.now() - busySince)
      }
      point = await settle(deps, point.run, { ...options, answer: null })
    }
  }
  return point
}

/** Waits until another call of the order may be over: the longer it takes, the rarer it is looked at. */
async function waitFurther(waitedMs: number): Promise<void> {
  if (waitedMs > BUSY_MAX_MS)
    throw new DomainError('ResourceLocked', 'Another call of this order is still under way.', { retryAfterSeconds: 1 })
  await sleep(Math.min(POLL_MAX_MS, Math.max(POLL_MIN_MS, waitedMs / 4)))
}

/** Goes on with a run whose steps so far are known, from the order as it is now. */
export async function goOn(deps: RunnerDeps, run: WorkflowRun, options: CarryOn): Promise<RunPoint> {
  return carryOn(deps, await settle(deps, run, { ...options, answer: null }), options)
}

/** Carries a run that has not ended on after the answer: its calls, and the steps that run after the save. */
export function goOnInBackground(deps: RunnerDeps, point: RunPoint): void {
  if (point.run.state !== 'Running') return
  const options = { isBackground: true }
  deps.background.add(
    async () => void (await (point.call === null ? goOn(deps, point.run, options) : carryOn(deps, point, options))),
  )
}

type OpenCall = {
  run: WorkflowRun
  call: NonNullable<Advanced['call']>
  /** When the attempt was opened, if not just now. */
  started?: string
}

/** Makes a call that is written down as open, and goes on to the next one. A repetition carries the same idempotency key. */
export async function makeCall(deps: RunnerDeps, { run, call, started }: OpenCall, options: CarryOn): Promise<RunPoint> {
  const definition = stepNamed(call.step.name)
  invariant(definition.kind === 'call', `step "${call.step.name}" makes a call`)
  const begun = started ?? deps.now().toISOString()
  const heartbeat = setInterval(
    () => {
      renewLease(deps, run).catch((error: unknown) =>
        deps.log.warn({ err: error, runId: run.id }, 'the lease of a run could not be renewed'),
      )
    },
    (LEASE_SECONDS * 1000) / 3,
  )
  try {
    const output = await definition.call(call.input, { connectors: deps.connectors, timeoutMs: call.step.timeoutMs })
    return await settle(deps, run, { ...options, answer: { ...call, definition, output, started: begun } })
  } finally {
    clearInterval(heartbeat)
  }
}

type Settling = CarryOn & {
  answer: (NonNullable<Advanced['call']> & { definition: CallStep; output: unknown; started: string }) | null
}

/** Writes the outcome of a call and of the steps after it that need none, all in one transaction with the order they change. */
async function settle(deps: RunnerDeps, run: WorkflowRun, { answer, isBackground, lastly }: Settling): Promise<RunPoint> {
  const reached: { last: Advanced | null } = { last: null }
  const advanced = (): Advanced => {
    invariant(reached.last !== null, 'a change is applied before anything is done with it')
    return reached.last
  }
  const saved = await changeOrder(deps, {
    orderId: run.orderId,
    operation: 'Workflow',
    by: run.startedBy ?? 'workflow',
    // Not `startedBy`: a user id that a request names may be somebody's e-mail address, and events hold no personal data.
    actor: 'workflow',
    // Whoever began the run was allowed to.
    requireScope: () => undefined,
    apply(order, now) {
      const context = advanceContext(deps, { now, isBackground, stored: order })
      const at = answer === null ? { order, run } : recorded({ order, run }, answer, context)
      reached.last = advance(at.order, at.run, context)
      return reached.last.order
    },
    alsoTell: () => endingEvents(advanced().run),
    async alongside(tx, written) {
      await keepProgress(tx, { before: run, after: advanced().run, closedStepId: answer?.step.id ?? null })
      if (advanced().call === null) await lastly?.(tx, { ...advanced(), saved: written })
    },
  })
  return { run: advanced().run, call: advanced().call, saved }
}

type Progress = {
  before: WorkflowRun
  after: WorkflowRun
  /** The step whose call has been answered. */
  closedStepId: string | null
}

async function keepProgress(tx: Transaction, { before, after, closedStepId }: Progress): Promise<void> {
  const news = after.results.slice(before.results.length)
  const closed = news.find((result) => result.stepId === closedStepId) ?? null
  const added = news.filter((result) => result !== closed)
  if (await saveProgress(tx, after, { closed, added })) return
  throw new DomainError('Unavailable', 'Another process has taken this workflow run over.', { retryAfterSeconds: 1 })
}

type Answer = NonNullable<Settling['answer']>

function recorded({ order, run }: Pick<Advanced, 'order' | 'run'>, answer: Answer, context: AdvanceContext) {
  const stepContext = { ...context, run, step: answer.step, started: answer.started }
  return withOutcome(
    run,
    answer.definition.record(order, { input: answer.input, output: answer.output }, stepContext),
    stepContext,
  )
}
